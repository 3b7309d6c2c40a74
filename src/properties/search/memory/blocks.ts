import type { Bits } from './bits.ts';
import type { Span } from './lists.ts';

/** So many rows are looked at together: as a column of figures is read for all of them at once, each condition is one plain loop. */
export const BLOCK = 1_024;

/** Puts the next rows into a block and tells how many; none at the end. */
export type Source = (block: Int32Array) => number;

export function rangeSource(start: number, end: number): Source {
  let next = start;
  return (block) => {
    const count = Math.min(block.length, Math.max(0, end - next));
    for (let at = 0; at < count; at += 1) block[at] = next + at;
    next += count;
    return count;
  };
}

/** Part of a list in order of its rows begins with the first row wanted. */
export function spanSource({ rows, start, end }: Span, from = 0): Source {
  let next = from === 0 ? start : firstRowFrom(rows, start, end, from);
  return (block) => {
    const count = Math.min(block.length, end - next);
    for (let at = 0; at < count; at += 1) block[at] = rows[next + at] as number;
    next += count;
    return count;
  };
}

function firstRowFrom(rows: Uint32Array, start: number, end: number, from: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows whose bits are set, from one to before another. */
export function bitsSource(bits: Bits, start: number, end: number): Source {
  const words = Math.min(bits.length, (end + 31) >>> 5);
  let word = start >>> 5;
  return (block) => {
    let count = 0;
    for (; word < words && count <= block.length - 32; word += 1) {
      // As a signed number from the start: else the upper half of all words is reckoned with in doubles.
      for (let left = (bits[word] as number) | 0; left !== 0; left &= left - 1) {
        const row = (word << 5) + (31 - Math.clz32(left & -left));
        block[count] = row;
        if (row >= start && row < end) count += 1;
      }
    }
    return count;
  };
}
