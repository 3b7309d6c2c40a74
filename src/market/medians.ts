import type { Db } from '../db/sql.ts';
import {
  COARSE_LEVELS,
  DOUBTFUL_RATIO,
  ENOUGH_SAMPLES,
  FEW_SAMPLES,
  IMPOSSIBLE_RATIO,
  INCOHERENT_RATIO,
  REPEATED_RATIO,
} from './coherence.ts';
import {
  type FreshMedian,
  forgetRetired,
  freshMedians,
  lastComputed,
  movedUnits,
  propertiesCrossing,
  putMedians,
  type Unit,
} from './store.ts';

/** The ratios at which a verdict may turn. */
const BOUNDS = [1, ...Object.values(COARSE_LEVELS)]
  .flatMap((slack) =>
    [DOUBTFUL_RATIO, INCOHERENT_RATIO, REPEATED_RATIO, IMPOSSIBLE_RATIO].map((ratio) => ratio * slack),
  )
  .flatMap((ratio) => [ratio, 1 / ratio]);

/**
 * Computes anew the medians of every part of the market where a listing came, changed or left since, and answers the properties
 * whose verdicts may have turned by it. Running it twice over the same time changes nothing.
 */
export async function refreshMedians(db: Db, since: Date, now: Date): Promise<string[]> {
  const affected = new Set<string>();
  for (const unit of await movedUnits(db, since)) {
    for (const propertyId of await refreshUnit(db, unit, now)) affected.add(propertyId);
  }
  await forgetRetired(db, since);
  return [...affected];
}

/** When medians last moved. */
export const lastRefresh = (db: Db): Promise<Date | undefined> => lastComputed(db);

async function refreshUnit(db: Db, unit: Unit, now: Date): Promise<string[]> {
  const fresh = await freshMedians(db, unit);
  const moved = fresh.filter((one) => one.median !== one.was || one.samples !== one.wasSamples);
  if (moved.length === 0) return [];
  await putMedians(db, unit, moved, now);
  const turning = moved.filter(isTurning);
  if (turning.length === 0) return [];
  return propertiesCrossing(db, unit, turning.map(asMove), BOUNDS);
}

/** Whether a median is the market (2), a witness of what is usual (1) or nothing. */
const standing = (samples: number | null): 0 | 1 | 2 =>
  (samples ?? 0) >= ENOUGH_SAMPLES ? 2 : (samples ?? 0) >= FEW_SAMPLES ? 1 : 0;

const isTurning = ({ median, samples, was, wasSamples }: FreshMedian): boolean =>
  standing(samples) !== standing(wasSamples) || (standing(samples) > 0 && median !== was);

/** One that stands otherwise than before is new to all its listings. */
const asMove = ({ divisionId, median, samples, was, wasSamples }: FreshMedian) => ({
  divisionId,
  was: standing(samples) === standing(wasSamples) ? was : null,
  now: standing(samples) > 0 ? median : null,
});
