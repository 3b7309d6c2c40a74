import { filters } from '../../catalogue/filters.ts';

/** The column of the filter with a path. */
export function filterColumn(path: string): string {
  const filter = filters.find((one) => one.path === path);
  if (filter === undefined) throw new Error(`there is no filter ${path}`);
  if (!('column' in filter)) throw new Error(`${path} has no column of its own`);
  return filter.column;
}

export const TRANSACTION_COLUMN = filterColumn('property.transaction.type');
export const TYPE_COLUMN = filterColumn('property.type');
export const PRICE_COLUMN = filterColumn('property.pricing.displayed');
