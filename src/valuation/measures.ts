/** One valuation beside the price that it should have found. */
export interface JudgedValuation {
  value: number;
  low: number;
  high: number;
  actual: number;
  confidence: string;
}

/**
 * The measures of the European standard for statistical valuation methods. All but counts are shares of one. Errors
 * are relative to the actual price; the bias is their median.
 */
export interface AccuracyMeasures {
  medianAbsoluteError: number;
  within10: number;
  within20: number;
  bias: number;
  /** The standard deviation of the relative errors. */
  forecastStandardDeviation: number;
  coverage80: number;
  n: number;
}

export interface ClassMeasures extends AccuracyMeasures {
  class: string;
  /** Its part of all valuations. */
  share: number;
}

export function measureAccuracy(judged: readonly JudgedValuation[]): AccuracyMeasures {
  const errors = Float64Array.from(judged, ({ value, actual }) => value / actual - 1).sort();
  const absolute = errors.map(Math.abs).sort();
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const variance = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length;
  const shareOf = (held: number): number => held / judged.length;
  return {
    medianAbsoluteError: middle(absolute),
    within10: shareOf(absolute.filter((error) => error <= 0.1).length),
    within20: shareOf(absolute.filter((error) => error <= 0.2).length),
    bias: middle(errors),
    forecastStandardDeviation: Math.sqrt(variance),
    coverage80: shareOf(judged.filter(({ low, high, actual }) => low <= actual && actual <= high).length),
    n: judged.length,
  };
}

export function measureClasses(judged: readonly JudgedValuation[]): ClassMeasures[] {
  const byClass = Map.groupBy(judged, ({ confidence }) => confidence);
  return [...byClass]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, own]) => ({ class: name, share: own.length / judged.length, ...measureAccuracy(own) }));
}

const middle = (sorted: Float64Array): number => sorted[sorted.length >> 1] ?? Number.NaN;
