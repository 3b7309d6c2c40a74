import type { Tree } from '../criteria/tree.ts';
import { allRegions } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { countCreatedByHour } from '../properties/search/count-created.ts';

export const WINDOW_DAYS = 30;
/** With arrivals on fewer days than this, percentiles of days mean nothing. */
const MIN_ACTIVE_DAYS = 10;

export interface Pace {
  average: number;
  low: number;
  high: number;
}

export interface Forecast {
  windowDays: number;
  total: number;
  perDay: Pace;
  perHour: Pace;
}

/** The new matches that an alert with these criteria would have had in the last 30 days. */
export async function forecastAlert(
  { db, places, clock }: { db: Db; places: PlaceService; clock: Clock },
  criteria: Tree,
): Promise<Forecast> {
  const until = clock.now().getTime();
  const from = until - WINDOW_DAYS * DAY_MS;
  const arrivals = (
    await Promise.all(
      allRegions(db).map((region) => countCreatedByHour(region, places, criteria, new Date(from))),
    )
  ).flat();
  return computeForecast(
    arrivals.map(({ hour, count }) => ({ at: Math.max(hour.getTime(), from), count })),
    from,
  );
}

export function computeForecast(arrivals: readonly { at: number; count: number }[], from: number): Forecast {
  const days = countPerBucket(arrivals, from, DAY_MS);
  const hours = countPerBucket(arrivals, from, HOUR_MS);
  const total = days.reduce((sum, count) => sum + count, 0);
  const isRare = days.filter((count) => count > 0).length < MIN_ACTIVE_DAYS;
  return {
    windowDays: WINDOW_DAYS,
    total,
    perDay: computePace(days, isRare),
    perHour: computePace(hours, isRare),
  };
}

function countPerBucket(
  arrivals: readonly { at: number; count: number }[],
  from: number,
  width: number,
): number[] {
  const counts = new Array<number>((WINDOW_DAYS * DAY_MS) / width).fill(0);
  for (const { at, count } of arrivals) {
    const bucket = Math.min(Math.floor((at - from) / width), counts.length - 1);
    counts[bucket] = (counts[bucket] ?? 0) + count;
  }
  return counts;
}

function computePace(counts: readonly number[], isRare: boolean): Pace {
  const average = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  if (isRare)
    return {
      average: rounded(average),
      low: poissonQuantile(average, 0.1),
      high: poissonQuantile(average, 0.9),
    };
  const sorted = [...counts].sort((one, other) => one - other);
  return { average: rounded(average), low: percentile(sorted, 0.1), high: percentile(sorted, 0.9) };
}

/** The nearest rank: a count that occurred. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** The smallest count that a Poisson process of this mean does not exceed with the given probability. */
export function poissonQuantile(mean: number, share: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  let count = 0;
  while (sum < share && count < 10_000) {
    count += 1;
    term *= mean / count;
    sum += term;
  }
  return count;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
