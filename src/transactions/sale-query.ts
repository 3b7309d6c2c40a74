import type { Contour } from '../lib/polygon.ts';
import type { Sale } from './sale.ts';

/** A position in a scan of sales: newest first, then by id. */
export interface SaleCursorPosition {
  readonly dateMutation: string;
  readonly id: string;
}

export interface SaleRange {
  readonly gte?: number | undefined;
  readonly lte?: number | undefined;
}

/** The filters of a search. An absent filter matches everything. */
export interface SaleQuery {
  /** Both days included. */
  readonly dates?: { readonly after?: string | undefined; readonly before?: string | undefined } | undefined;
  readonly types?: readonly string[] | undefined;
  readonly natures?: readonly string[] | undefined;
  /** In cents. */
  readonly price?: SaleRange | undefined;
  readonly livingArea?: SaleRange | undefined;
  readonly cityCodes?: readonly string[] | undefined;
  /** Inside one shape of each entry. */
  readonly within: readonly (readonly Contour[])[];
}

const inRange = (value: number | null, range: SaleRange | undefined): boolean => {
  if (range === undefined) return true;
  return value !== null && value >= (range.gte ?? -Infinity) && value <= (range.lte ?? Infinity);
};

/** The same predicate as the SQL of a search, for a sale that was merged from two. */
export const matchesSaleQuery = (sale: Sale, question: SaleQuery): boolean =>
  (question.types === undefined || question.types.includes(sale.propertyType)) &&
  (question.natures === undefined || question.natures.includes(sale.nature)) &&
  (question.dates?.after === undefined || sale.dateMutation >= question.dates.after) &&
  (question.dates?.before === undefined || sale.dateMutation <= question.dates.before) &&
  (question.cityCodes === undefined || question.cityCodes.includes(sale.cityCode)) &&
  inRange(sale.priceCents, question.price) &&
  inRange(sale.livingArea, question.livingArea);
