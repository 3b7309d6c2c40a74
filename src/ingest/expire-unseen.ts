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
 * Portals are visited daily to weekly, so a month is four missed visits at least. A listing taken for gone too early costs two false alerts,
 * one too late costs none.
 */
export const DEFAULT_UNSEEN_DAYS = 30;
/** Below this many no share is judged: a source of three listings may well lose two. */
const MIN_JUDGED_LISTINGS = 20;
/** Of the listings seen lately, the share that was found as it was known: where visits are regular it is nearly all. */
const MIN_REVISITED_SHARE = 0.5;

export type SweepResult =
  | { outcome: 'swept'; expired: number }
  /** Most of a source at once is a visitor that fails, not a market that vanishes. */
  | { outcome: 'held'; unseen: number; live: number };

/**
 * Expires the listings of a source that visits no longer find. Time is the source's own: it stands still while nobody visits the source, so
 * that a visitor that stops expires nothing. Each expires as of the moment it was last seen; one that is seen meanwhile stays.
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
  // A source that only tells news is silent about most of what it still shows.
  if (revisited < seen * MIN_REVISITED_SHARE) return { outcome: 'swept', expired: 0 };
  if (!force && unseen.length > MIN_JUDGED_LISTINGS && unseen.length > live * MAX_ABSENT_SHARE) {
    return { outcome: 'held', unseen: unseen.length, live };
  }
  let expired = 0;
  for (let at = 0; at < unseen.length && !signal?.aborted; at += EXPIRY_BATCH_LISTINGS) {
    const batch = unseen.slice(at, at + EXPIRY_BATCH_LISTINGS).map((observation) => ({ observation }));
    expired += (await ingest(pipeline, batch)).filter((outcome) => outcome === 'expired').length;
  }
  return { outcome: 'swept', expired };
}

/** When a listing of the source was last found as it was known; a visit that says it was made in the future was made now. */
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
  // A moment after it: whoever saw it later than we know is right.
  observedAt: new Date(lastSeenAt.getTime() + 1).toISOString(),
  kind: 'expired',
  payload: null,
});

/** Looks through one source after another, each once a day whatever the number of workers. Cut short, the rest is found the next day. */
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
  name: 'expire what is no longer seen',
  everyMs: HOUR_MS,
  run: (signal) => expireUnseenOfSources(pipeline, onSweep, signal),
});
