/** Pages of collections have a fixed size. */
export const PAGE_SIZE = 30;

/** One page of a collection, with the size of the collection. */
export interface RowPage<Row> {
  rows: Row[];
  total: number;
}

export const pageOffset = (page: number): number => (page - 1) * PAGE_SIZE;
