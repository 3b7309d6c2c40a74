import { lowerBound } from '../../../lib/lower-bound.ts';
import { MapGrid } from '../../../lib/map-grid.ts';

/** Rows by key, sorted within each list. Lists of adjacent keys are adjacent. */
export interface PostingLists {
  readonly keys: Float64Array;
  /** One entry more than keys. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** A contiguous part of the rows of the lists. */
export interface PostingRange {
  readonly rows: Uint32Array;
  readonly start: number;
  readonly end: number;
}

type AddPosting = (key: number, row: number) => void;

/** Memory shared between threads. */
export const allocateShared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

/** `each` adds every key of every row in row order. It runs twice: to count, then to fill. Duplicates are dropped. */
export function buildPostingLists(each: (put: AddPosting) => void): PostingLists {
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  const lasts: number[] = [];
  each((key, row) => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = counts.push(0) - 1;
      numbers.set(key, number);
      lasts.push(-1);
    }
    if (lasts[number] === row) return;
    lasts[number] = row;
    counts[number] = (counts[number] as number) + 1;
  });
  const keys = new Float64Array(allocateShared(8 * numbers.size));
  keys.set([...numbers.keys()]);
  keys.sort();
  const starts = new Uint32Array(allocateShared(4 * (keys.length + 1)));
  const offsets = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) {
    const number = numbers.get(keys[at] as number) as number;
    offsets[number] = starts[at] as number;
    starts[at + 1] = (starts[at] as number) + (counts[number] as number);
    lasts[number] = -1;
  }
  const rows = new Uint32Array(allocateShared(4 * (starts[keys.length] ?? 0)));
  each((key, row) => {
    const number = numbers.get(key) as number;
    if (lasts[number] === row) return;
    lasts[number] = row;
    rows[offsets[number] as number] = row;
    offsets[number] = (offsets[number] as number) + 1;
  });
  return { keys, starts, rows };
}

/** All rows of the keys from `from` to before `to`, list after list. */
export function findPostingRange(
  { keys, starts, rows }: PostingLists,
  from: number,
  to: number,
): PostingRange {
  const [first, last] = [lowerBound(keys, from), lowerBound(keys, to)];
  return { rows, start: starts[first] as number, end: starts[last] as number };
}

/** The cells of the grid postings: 0.02 degrees, about 2 km. */
export const postingGrid = new MapGrid(20_000);
