import { lowerBound } from '../../lib/lower-bound.ts';
import { seededRandom } from '../../lib/seeded-random.ts';

/** Bin 0 holds missing values; the others hold ranges with about as many rows each. */
export const MAX_BINS = 255;
/** Cut points from this many rows differ from those of all rows by less than the noise of a bin. */
const MAX_CUT_ROWS = 100_000;

export interface BinnedColumn {
  codes: Uint8Array;
  /** Bin `b` ≥ 1 holds the values above `cuts[b - 2]` and up to `cuts[b - 1]`. */
  cuts: Float64Array;
}

export function binColumn(values: Float32Array): BinnedColumn {
  const cuts = cutPoints(values);
  const codes = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) codes[row] = binOf(cuts, values[row] as number);
  return { codes, cuts };
}

function binOf(cuts: Float64Array, value: number): number {
  if (Number.isNaN(value)) return 0;
  return lowerBound(cuts, value) + 1;
}

function cutPoints(values: Float32Array): Float64Array {
  const sorted = sampleValues(values).sort();
  const cuts: number[] = [];
  const step = Math.max(1, sorted.length / (MAX_BINS - 1));
  for (let at = step; at < sorted.length; at += step) {
    const left = sorted[Math.floor(at) - 1] as number;
    const right = sorted[Math.floor(at)] as number;
    addCut(cuts, left === right ? left : (left + right) / 2);
  }
  // A threshold is stored in 32 bits: a value and its bin must fall on the same side of it.
  return Float64Array.from(distinct(sorted) ?? cuts, Math.fround);
}

function addCut(cuts: number[], cut: number): void {
  if (cuts.length === 0 || (cuts.at(-1) as number) < cut) cuts.push(cut);
}

/** A column with few values is cut between each two of them. */
function distinct(sorted: Float32Array): number[] | undefined {
  const cuts: number[] = [];
  for (let index = 1; index < sorted.length; index++) {
    const left = sorted[index - 1] as number;
    const right = sorted[index] as number;
    if (left !== right) cuts.push((left + right) / 2);
    if (cuts.length >= MAX_BINS - 1) return undefined;
  }
  return cuts;
}

function sampleValues(values: Float32Array): Float32Array {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length <= MAX_CUT_ROWS) return known;
  const random = seededRandom(known.length);
  return Float32Array.from(
    { length: MAX_CUT_ROWS },
    () => known[Math.floor(random() * known.length)] as number,
  );
}
