import { columnAt } from '../../../criteria/columns.ts';
import type { Cell, SearchRow } from '../../../criteria/search-row.ts';
import type { Bitmap } from './bitmap-cache.ts';
import { intersectionSource } from './bitmap-intersection.ts';
import { BLOCK_ROWS } from './block-filters.ts';
import type { OpenSegment } from './open-segment.ts';
import type { QueryScope } from './query.ts';
import { buildConjuncts, matchBitmap } from './scan.ts';

/** The cell of a row of the tail. */
export const cellOf = (cells: SearchRow, name: string): Cell =>
  (cells[columnAt(name).position] ?? null) as Cell;

type EachBlock = (rows: Int32Array, count: number) => void;

/** Calls `each` with blocks of the rows of a segment that match, each row once. */
export const eachMatch = (view: OpenSegment, { tree }: QueryScope, each: EachBlock): void =>
  eachRow(view, matchBitmap(view, buildConjuncts(view, tree)), each);

/** Calls `each` with blocks of the rows in a bitmap. */
export function eachRow(view: OpenSegment, rows: Bitmap, each: EachBlock): void {
  const source = intersectionSource({ clauses: [{ any: [rows] }], start: 0, end: view.segment.count });
  const block = new Int32Array(BLOCK_ROWS);
  for (let count = source(block); count > 0; count = source(block)) each(block, count);
}
