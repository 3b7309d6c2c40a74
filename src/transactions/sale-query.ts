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
export const matchesSaleQuery = (sale: Sale, query: SaleQuery): boolean =>
  (query.types === undefined || query.types.includes(sale.propertyType)) &&
  (query.natures === undefined || query.natures.includes(sale.nature)) &&
  (query.dates?.after === undefined || sale.dateMutation >= query.dates.after) &&
  (query.dates?.before === undefined || sale.dateMutation <= query.dates.before) &&
  (query.cityCodes === undefined || query.cityCodes.includes(sale.cityCode)) &&
  inRange(sale.priceCents, query.price) &&
  inRange(sale.livingArea, query.livingArea);
