/** Rows under numbers, each list in order of its rows; lists of neighbouring numbers stand side by side. */
export interface PostingLists {
  readonly keys: Float64Array;
  /** One more than there are keys. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** Part of the rows of lists. */
export interface PostingRange {
  readonly rows: Uint32Array;
  readonly start: number;
  readonly end: number;
}

type AddPosting = (key: number, row: number) => void;

/** Memory that several threads may read. */
export const allocateShared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

/** `each` tells every key of every row, rows in order, twice over: to count, then to fill. A key told twice for a row is kept once. */
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

/** Where the first key stands that is not below this one. */
export function lowerBound(keys: Float64Array, key: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All rows of the keys from one to before another, list after list. */
export function findPostingRange(
  { keys, starts, rows }: PostingLists,
  from: number,
  to: number,
): PostingRange {
  const [first, last] = [lowerBound(keys, from), lowerBound(keys, to)];
  return { rows, start: starts[first] as number, end: starts[last] as number };
}
