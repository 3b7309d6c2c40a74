import type { Database, Db } from '../db/sql.ts';
import {
  COARSE_LEVELS,
  DOUBTFUL_RATIO,
  IMPOSSIBLE_RATIO,
  INCOHERENT_RATIO,
  MIN_FEW_SAMPLES,
  MIN_MARKET_SAMPLES,
  MIN_SMALL_MARKET_SAMPLES,
  REPEATED_RATIO,
  SMALL_MARKET_RATIO,
} from './coherence.ts';
import {
  computeMedians,
  deleteRetiredSamples,
  type FreshMedian,
  findChangedUnits,
  findLastRefresh,
  type MedianUnit,
  putCrossingProperties,
  putLastRefresh,
  putMedians,
} from './store.ts';

/** The ratios at which a verdict may change. */
const BOUNDS = [1, ...Object.values(COARSE_LEVELS)]
  .flatMap((slack) =>
    [DOUBTFUL_RATIO, INCOHERENT_RATIO, REPEATED_RATIO, SMALL_MARKET_RATIO, IMPOSSIBLE_RATIO].map(
      (ratio) => ratio * slack,
    ),
  )
  .flatMap((ratio) => [ratio, 1 / ratio]);

/** A recording may be uncommitted when medians are computed: changes this much earlier are read again. */
const OVERLAP_MS = 60_000;

/**
 * Recomputes the medians of every part of the market where a listing arrived, changed or left since the last time, and
 * notes the properties whose verdicts may have changed. It is idempotent. A run that is stopped or fails is done again.
 */
export async function refreshMedians(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const last = await findLastRefresh(db);
  const since = new Date((last?.getTime() ?? OVERLAP_MS) - OVERLAP_MS);
  for (const unit of await findChangedUnits(db, since)) {
    if (signal?.aborted) return;
    await db.transaction((tx) => refreshUnit(tx, unit, now));
  }
  await deleteRetiredSamples(db, since);
  await putLastRefresh(db, now);
}

/** A median and what follows from its move share a transaction: no stop of the process separates them. */
async function refreshUnit(db: Db, unit: MedianUnit, now: Date): Promise<void> {
  const fresh = await computeMedians(db, unit);
  const moved = fresh.filter((one) => one.median !== one.was || one.samples !== one.wasSamples);
  if (moved.length === 0) return;
  await putMedians(db, unit, moved, now);
  const turning = moved.filter(crossesThreshold);
  if (turning.length > 0) await putCrossingProperties(db, unit, turning.map(toMove), BOUNDS);
}

/** How far a median counts: as the market, as a small market, as evidence of what is usual, or not at all. */
const sampleTier = (samples: number | null): number =>
  [MIN_FEW_SAMPLES, MIN_SMALL_MARKET_SAMPLES, MIN_MARKET_SAMPLES].filter((least) => (samples ?? 0) >= least)
    .length;

const crossesThreshold = ({ median, samples, was, wasSamples }: FreshMedian): boolean =>
  sampleTier(samples) !== sampleTier(wasSamples) || (sampleTier(samples) > 0 && median !== was);

/** A median whose tier changed is new to all its listings. */
const toMove = ({ divisionId, median, samples, was, wasSamples }: FreshMedian) => ({
  divisionId,
  was: sampleTier(samples) === sampleTier(wasSamples) ? was : null,
  now: sampleTier(samples) > 0 ? median : null,
});
