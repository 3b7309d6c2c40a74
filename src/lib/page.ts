/** Collections hold 30 a page, fixed. */
export const PAGE_SIZE = 30;

/** One page of a collection, with the size of the whole. */
export interface RowPage<Row> {
  rows: Row[];
  total: number;
}

export const pageOffset = (page: number): number => (page - 1) * PAGE_SIZE;
