/**
 * The first index from `start` to before `end` for which `isBelow` is false, or `end`. The entries are sorted so
 * that `isBelow` is true for all entries before that index.
 */
export function partitionPoint(start: number, end: number, isBelow: (at: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first entry that is not below `value`; strings are in the order of their code units. */
export const lowerBound = <Value extends number | string>(
  sorted: ArrayLike<Value>,
  value: Value,
  start = 0,
  end = sorted.length,
): number => partitionPoint(start, end, (at) => (sorted[at] as Value) < value);
