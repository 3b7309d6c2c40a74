import { allRegions } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { type LiveVisit, selectLiveVisits } from '../properties/visits.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { claimNextSweep, type SourceWithSettings } from '../sources/sources.ts';
import { MAX_ABSENT_SHARE } from './expire-absent.ts';
import type { Observation } from './observation.ts';
import { ingest, type Pipeline } from './pipeline.ts';

const PAGE_ROWS = 1_000;
const EXPIRY_BATCH_LISTINGS = 200;

/**
 * Portals are crawled daily to weekly, so a month is at least four missed crawls. An expiry too early costs two
 * false alerts, one too late costs none.
 */
export const DEFAULT_UNSEEN_DAYS = 30;
/** Below this many unseen listings the share is not checked: a source of three listings may well lose two. */
const MIN_CHECKED_LISTINGS = 20;
/** Of the listings seen recently, the share that was seen more than once. It is nearly 1 when crawls are regular. */
const MIN_REVISITED_SHARE = 0.5;

export type SweepResult =
  | { outcome: 'swept'; expired: number }
  /** Most of a source at once is a failing crawler, not listings that disappeared. */
  | { outcome: 'refused'; unseen: number; live: number };

/**
 * Expires the listings of a source that crawls no longer find. Days count from the last crawl of the source, so
 * that a crawler that stops expires nothing. A listing expires as of its last sighting. One that is seen meanwhile
 * stays live.
 */
export async function expireUnseen(
  pipeline: Pipeline,
  source: SourceWithSettings,
  { force = false, signal }: { force?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<SweepResult> {
  const days = source.unseenDays ?? DEFAULT_UNSEEN_DAYS;
  const until = days === 0 ? undefined : await findLastRevisit(pipeline, source);
  if (until === undefined) return { outcome: 'swept', expired: 0 };
  const since = new Date(until.getTime() - days * DAY_MS);
  const { live, seen, revisited, unseen } = await findUnseen(pipeline, source, since);
  // A source that only sends new listings does not repeat those that are still live.
  if (revisited < seen * MIN_REVISITED_SHARE) return { outcome: 'swept', expired: 0 };
  if (!force && unseen.length > MIN_CHECKED_LISTINGS && unseen.length > live * MAX_ABSENT_SHARE) {
    return { outcome: 'refused', unseen: unseen.length, live };
  }
  let expired = 0;
  for (let at = 0; at < unseen.length && !signal?.aborted; at += EXPIRY_BATCH_LISTINGS) {
    const batch = unseen.slice(at, at + EXPIRY_BATCH_LISTINGS).map((observation) => ({ observation }));
    expired += (await ingest(pipeline, batch)).filter((outcome) => outcome === 'expired').length;
  }
  return { outcome: 'swept', expired };
}

/** The newest repeated sighting of the source, at most now: the clock of a source may be ahead. */
async function findLastRevisit(
  { db, clock }: Pipeline,
  source: SourceWithSettings,
): Promise<Date | undefined> {
  let latest: number | undefined;
  for await (const { revisited, lastSeenAt } of scanLiveListings(db, source.id)) {
    if (revisited) latest = Math.max(latest ?? 0, lastSeenAt.getTime());
  }
  return latest === undefined ? undefined : new Date(Math.min(latest, clock.now().getTime()));
}

async function findUnseen({ db }: Pipeline, source: SourceWithSettings, since: Date) {
  const found = { live: 0, seen: 0, revisited: 0, unseen: [] as Observation[] };
  for await (const { url, lastSeenAt, revisited } of scanLiveListings(db, source.id)) {
    found.live += 1;
    if (lastSeenAt < since) found.unseen.push(buildExpiredObservation(source.slug, url, lastSeenAt));
    else found.seen += 1;
    if (revisited && lastSeenAt >= since) found.revisited += 1;
  }
  return found;
}

async function* scanLiveListings(db: Pipeline['db'], sourceId: string): AsyncGenerator<LiveVisit> {
  for (const region of allRegions(db)) yield* scanRegion(region, sourceId);
}

async function* scanRegion(db: Db, sourceId: string): AsyncGenerator<LiveVisit> {
  for (let after: string | undefined; ; ) {
    const page = await selectLiveVisits(db, sourceId, after, PAGE_ROWS);
    yield* page;
    after = page.at(-1)?.listingId;
    if (page.length < PAGE_ROWS) return;
  }
}

const buildExpiredObservation = (source: string, url: string, lastSeenAt: Date): Observation => ({
  source,
  url,
  // One millisecond later: any later sighting overrides the expiry.
  observedAt: new Date(lastSeenAt.getTime() + 1).toISOString(),
  kind: 'expired',
  payload: null,
});

/**
 * Sweeps every source once a day, whatever the number of workers. After an interruption the rest follows the next
 * day.
 */
export async function expireUnseenOfSources(
  pipeline: Pipeline,
  onSweep: (source: string, sweep: SweepResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = pipeline;
  while (!signal.aborted) {
    const source = await claimNextSweep(db, new Date(clock.now().getTime() - DAY_MS), clock.now());
    if (source === undefined) return;
    onSweep(source.slug, await expireUnseen(pipeline, source, { signal }));
  }
}

export const expireUnseenJob = (
  pipeline: Pipeline,
  onSweep: (source: string, sweep: SweepResult) => void,
): PeriodicJob => ({
  name: 'expire unseen listings',
  everyMs: HOUR_MS,
  run: (signal) => expireUnseenOfSources(pipeline, onSweep, signal),
});
