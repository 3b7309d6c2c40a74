export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const TARGET_TICKS = 4;
const MAX_RATIO = 4;

/** Without misprints: one price of ten times the others would make all their moves invisible. */
export function withoutOutliers(values: readonly number[]): number[] {
  const median = values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
  return values.filter((value) => value <= median * MAX_RATIO && value * MAX_RATIO >= median);
}

/** Round ticks around the values; from zero where the length of a mark shows the value. */
export function computeScale(values: readonly number[], fromZero: boolean): Scale {
  const top = Math.max(...values, fromZero ? 1 : Number.NEGATIVE_INFINITY);
  const least = Math.min(...values, fromZero ? 0 : Number.POSITIVE_INFINITY);
  if (!Number.isFinite(top) || !Number.isFinite(least)) return { low: 0, high: 1, ticks: [0, 1] };
  const spread = top - least || Math.abs(top) * 0.2 || 1;
  const rough = spread / TARGET_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND_STEPS.find((round) => round * power >= rough) ?? 10) * power;
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(top / step) * step, low + step);
  const count = Math.round((high - low) / step);
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((low + at * step).toPrecision(12)));
  return { low, high, ticks };
}
