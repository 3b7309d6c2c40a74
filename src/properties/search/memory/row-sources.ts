import type { PostingRange } from './posting-lists.ts';

/** So many rows are looked at together: as a column of figures is read for all of them at once, each condition is one plain loop. */
export const BLOCK_ROWS = 1_024;

/** Puts the next rows into a block and tells how many; none at the end. */
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

/** Part of a list in order of its rows begins with the first row wanted. */
export function postingSource({ rows, start, end }: PostingRange, from = 0): RowSource {
  let next = from === 0 ? start : lowerBoundRow(rows, start, end, from);
  return (block) => {
    const count = Math.min(block.length, end - next);
    for (let at = 0; at < count; at += 1) block[at] = rows[next + at] as number;
    next += count;
    return count;
  };
}

function lowerBoundRow(rows: Uint32Array, start: number, end: number, from: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Parts of lists, one after the other. */
export function chainedPostingSource(spans: readonly PostingRange[]): RowSource {
  let [span, next] = [0, spans[0]?.start ?? 0];
  return (block) => {
    let count = 0;
    while (span < spans.length && count < block.length) {
      const { rows, end } = spans[span] as PostingRange;
      const size = Math.min(end - next, block.length - count);
      for (let at = 0; at < size; at += 1) block[count + at] = rows[next + at] as number;
      count += size;
      next += size;
      if (next < end) break;
      span += 1;
      next = spans[span]?.start ?? 0;
    }
    return count;
  };
}
