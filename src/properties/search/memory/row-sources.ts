import { lowerBound } from '../../../lib/lower-bound.ts';
import type { PostingRange } from './posting-lists.ts';

/** Rows processed together, so that each filter is one tight loop over a column. */
export const BLOCK_ROWS = 1_024;

/** Fills the block with the next rows and returns their number; 0 at the end. */
export type RowSource = (block: Int32Array) => number;

export function rangeSource(start: number, end: number): RowSource {
  let next = start;
  return (block) => {
    const count = Math.min(block.length, Math.max(0, end - next));
    for (let at = 0; at < count; at += 1) block[at] = next + at;
    next += count;
    return count;
  };
}

/** The rows of a sorted range, starting at `from`. */
export function postingSource({ rows, start, end }: PostingRange, from = 0): RowSource {
  let next = from === 0 ? start : lowerBound(rows, from, start, end);
  return (block) => {
    const count = Math.min(block.length, end - next);
    for (let at = 0; at < count; at += 1) block[at] = rows[next + at] as number;
    next += count;
    return count;
  };
}

/** The rows of all ranges, one range after another. */
export function chainedPostingSource(ranges: readonly PostingRange[]): RowSource {
  let [current, next] = [0, ranges[0]?.start ?? 0];
  return (block) => {
    let count = 0;
    while (current < ranges.length && count < block.length) {
      const { rows, end } = ranges[current] as PostingRange;
      const size = Math.min(end - next, block.length - count);
      for (let at = 0; at < size; at += 1) block[count + at] = rows[next + at] as number;
      count += size;
      next += size;
      if (next < end) break;
      current += 1;
      next = ranges[current]?.start ?? 0;
    }
    return count;
  };
}
