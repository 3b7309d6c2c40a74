import type { Pipeline } from '../ingest/pipeline.ts';
import { newId } from '../lib/ids.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import {
  beginRun,
  type ClaimedFeed,
  claimDueFeed,
  claimFeed,
  FEED_LEASE_MS,
  type FeedRunResult,
  finishRun,
  type NextPull,
  renewClaim,
} from './claims.ts';
import { type FeedContext, ingestFeed, type ManualRun, type PullOutcome } from './ingest-feed.ts';
import { dueAfterFailure, dueAfterSuccess } from './schedule.ts';

export interface FinishedRun {
  source: string;
  run: FeedRunResult;
}

/** Pulls every feed that is due, one after another. Any number of workers may do so at once. */
export async function runDueFeeds(
  pulling: FeedContext,
  onEnd: (ended: FinishedRun) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = pulling.pipeline;
  while (!signal.aborted) {
    const now = clock.now();
    const claimed = await claimDueFeed(db, newId(now), now);
    if (claimed === undefined) return;
    onEnd({ source: claimed.source, run: await runClaimed(pulling, claimed, { signal }) });
  }
}

/** One feed now; undefined when it does not exist or somebody else is at it. */
export async function runFeed(
  pulling: FeedContext,
  id: string,
  byHand: ManualRun,
  signal: AbortSignal,
): Promise<FeedRunResult | undefined> {
  const { db, clock } = pulling.pipeline;
  const now = clock.now();
  const claimed = await claimFeed(db, id, newId(now), now);
  return claimed === undefined ? undefined : runClaimed(pulling, claimed, { signal, byHand });
}

async function runClaimed(
  pulling: FeedContext,
  feed: ClaimedFeed,
  { signal, byHand }: { signal: AbortSignal; byHand?: ManualRun },
): Promise<FeedRunResult> {
  const { db, clock } = pulling.pipeline;
  const startedAt = clock.now();
  await db.transaction((tx) => beginRun(tx, feed, startedAt));
  const lease = startLeaseRenewal(pulling.pipeline, feed);
  const ending = AbortSignal.any([signal, lease.lost]);
  const ended = await ingestFeed(pulling, feed, { ending, byHand }).finally(() => lease.end());
  const now = clock.now();
  const next = planNextPull(feed, ended, { startedAt, now, isStopped: signal.aborted });
  await db.transaction((tx) => finishRun(tx, feed, { run: ended.run, next }, now));
  return ended.run;
}

/** Renews the lease at a third of its length; `lost` fires when somebody else has the feed. */
function startLeaseRenewal(
  { db, clock }: Pipeline,
  feed: ClaimedFeed,
): { lost: AbortSignal; end(): Promise<void> } {
  const lost = new AbortController();
  const over = new AbortController();
  const renewing = (async () => {
    while (!over.signal.aborted) {
      await clock.sleep(FEED_LEASE_MS / 3, over.signal);
      // A database that is away for a moment is no reason to give up what may still be ours.
      if ((await renewClaim(db, feed, clock.now()).catch(() => true)) === false) return lost.abort();
    }
  })().catch(() => undefined);
  return {
    lost: lost.signal,
    async end() {
      over.abort();
      await renewing;
    },
  };
}

function planNextPull(
  feed: ClaimedFeed,
  ended: PullOutcome,
  { startedAt, now, isStopped }: { startedAt: Date; now: Date; isStopped: boolean },
): NextPull {
  // Told to stop: the next worker takes it up at once, and the feed is not to blame.
  if (isStopped && ended.run.status === 'FAILED') return { dueAt: now, failures: feed.failures };
  if (ended.run.status === 'FAILED') {
    const failures = feed.failures + 1;
    return { failures, dueAt: dueAfterFailure({ ...feed, failures, retryAfterMs: ended.retryAfterMs }, now) };
  }
  const dueAt = dueAfterSuccess(startedAt, feed.intervalSeconds, now);
  return { dueAt, failures: 0, ...(ended.taken === undefined ? {} : { taken: ended.taken }) };
}

const POLL_INTERVAL_MS = 15_000;
/** Feeds pulled at once by one worker, so that a slow server does not hold up the others. */
const MAX_CONCURRENT_PULLS = 3;

export const feedJobs = (pulling: FeedContext, onEnd: (ended: FinishedRun) => void): PeriodicJob[] =>
  Array.from({ length: MAX_CONCURRENT_PULLS }, (_, lane) => ({
    name: `pull feeds that are due (${lane + 1})`,
    everyMs: POLL_INTERVAL_MS,
    run: (signal) => runDueFeeds(pulling, onEnd, signal),
  }));
