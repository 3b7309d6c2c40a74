import type { AccuracyMeasures } from './measures.ts';
import type { Accuracy, AccuracyEntry } from './store.ts';
import type { MarketPace } from './time-on-market.ts';

interface Weighted {
  value: number;
  weight: number;
}

/** Models of regions keep medians, not homes: over several regions a median is their mean, by homes. */
function meanOf(values: readonly Weighted[]): number {
  const weight = values.reduce((sum, one) => sum + one.weight, 0);
  return values.reduce((sum, one) => sum + one.value * one.weight, 0) / weight;
}

/** The paces of all regions, one for each place and type: a border crosses few places, but all of them the whole. */
export function mergePaces(regions: readonly (readonly MarketPace[])[]): MarketPace[] {
  const groups = Map.groupBy(regions.flat(), ({ place, propertyType }) => `${place} ${propertyType}`);
  return [...groups.values()].map((paces) => paces.reduce(addPaces));
}

function addPaces(one: MarketPace, other: MarketPace): MarketPace {
  const weigh = (
    read: (pace: MarketPace) => number | null,
    weightOf: (pace: MarketPace) => number,
  ): number | null => {
    const known = [one, other].flatMap((pace) => {
      const value = read(pace);
      return value === null ? [] : [{ value, weight: weightOf(pace) }];
    });
    return known.length === 0 ? null : meanOf(known);
  };
  const days = weigh(
    (pace) => pace.medianDaysOnMarket,
    (pace) => pace.homes,
  );
  const percent = weigh(
    (pace) => pace.soldAgainstAskedPercent,
    (pace) => pace.sales,
  );
  return {
    ...one,
    medianDaysOnMarket: days === null ? null : Math.round(days),
    homes: one.homes + other.homes,
    soldAgainstAskedPercent: percent === null ? null : Math.round(percent * 10) / 10,
    sales: one.sales + other.sales,
  };
}

const MEASURES = [
  'medianAbsoluteError',
  'within10',
  'within20',
  'bias',
  'forecastStandardDeviation',
  'coverage80',
] as const satisfies readonly (keyof AccuracyMeasures)[];

/** The records of the models of all regions as one. Regions without a model say nothing. */
export function mergeAccuracies(regions: readonly Accuracy[]): Accuracy | undefined {
  const [first, ...others] = regions.filter(({ fittedAt }) => fittedAt !== null);
  if (first === undefined) return regions[0];
  if (others.length === 0) return first;
  const fitted = [first, ...others];
  const failed = regions.find(({ failure, latestFit }) => failure !== null && latestFit === 'FAILED');
  const earliest = (read: (one: Accuracy) => string | null): string | null =>
    fitted.map((one) => read(one) ?? '').sort()[0] ?? null;
  return {
    id: first.id,
    fittedAt: earliest((one) => one.fittedAt),
    windowFrom: earliest((one) => one.windowFrom),
    windowTo: earliest((one) => one.windowTo),
    latestFit: failed?.latestFit ?? first.latestFit,
    failure: failed?.failure ?? null,
    all: mergeEntries(fitted.flatMap(({ all }) => all ?? []))[0] ?? null,
    classes: mergeEntries(fitted.flatMap(({ classes }) => classes)),
    types: mergeEntries(fitted.flatMap(({ types }) => types)),
    places: mergeEntries(fitted.flatMap(({ places }) => places)).sort((one, other) => other.n - one.n),
  };
}

function mergeEntries(entries: readonly AccuracyEntry[]): AccuracyEntry[] {
  const groups = Map.groupBy(entries, ({ name }) => name);
  return [...groups].map(([name, own]) => {
    const means = MEASURES.map((measure) => [
      measure,
      Math.round(meanOf(own.map((entry) => ({ value: entry[measure], weight: entry.n }))) * 10_000) / 10_000,
    ]);
    const n = own.reduce((sum, entry) => sum + entry.n, 0);
    return { name, n, ...(Object.fromEntries(means) as Omit<AccuracyMeasures, 'n'>) };
  });
}
