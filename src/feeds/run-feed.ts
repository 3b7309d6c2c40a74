import type { Pipeline } from '../ingest/pipeline.ts';
import { newId } from '../lib/ids.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { endWith } from '../tracing/span.ts';
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

/** Pulls every due feed, one after another. Safe to run in several workers at once. */
export async function runDueFeeds(
  context: FeedContext,
  onEnd: (finished: FinishedRun) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = context.pipeline;
  while (!signal.aborted) {
    const now = clock.now();
    const claimed = await claimDueFeed(db, newId(now), now);
    if (claimed === undefined) return;
    onEnd({
      source: claimed.source,
      run: await runClaimed(context, claimed, { signal, ...manualRun(claimed) }),
    });
  }
}

/** A pull that an operator asked for reads an unchanged file too. */
const manualRun = ({ pullRequested }: ClaimedFeed): { manual?: ManualRun } =>
  pullRequested ? { manual: { force: false } } : {};

/** Pulls one feed now; undefined when it does not exist or is claimed. */
export async function runFeed(
  context: FeedContext,
  id: string,
  manual: ManualRun,
  signal: AbortSignal,
): Promise<FeedRunResult | undefined> {
  const { db, clock } = context.pipeline;
  const now = clock.now();
  const claimed = await claimFeed(db, id, newId(now), now);
  return claimed === undefined ? undefined : runClaimed(context, claimed, { signal, manual });
}

async function runClaimed(
  context: FeedContext,
  feed: ClaimedFeed,
  { signal, manual }: { signal: AbortSignal; manual?: ManualRun },
): Promise<FeedRunResult> {
  const { db, clock } = context.pipeline;
  const startedAt = clock.now();
  await db.transaction((tx) => beginRun(tx, feed, startedAt));
  const lease = startLeaseRenewal(context.pipeline, feed);
  const stopOrLost = AbortSignal.any([signal, lease.lost]);
  const span = context.tracer?.startSpan('pull feed', { attributes: { 'gable.source': feed.source } });
  const outcome = await endWith(span, () =>
    ingestFeed(context, feed, { signal: stopOrLost, manual }),
  ).finally(() => lease.end());
  const now = clock.now();
  const next = planNextPull(feed, outcome, { startedAt, now, isStopped: signal.aborted });
  await db.transaction((tx) => finishRun(tx, feed, { run: outcome.run, next }, now));
  return outcome.run;
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
  outcome: PullOutcome,
  { startedAt, now, isStopped }: { startedAt: Date; now: Date; isStopped: boolean },
): NextPull {
  // A shutdown is no failure of the feed: it is due again at once.
  if (isStopped && outcome.run.status === 'FAILED') return { dueAt: now, failures: feed.failures };
  if (outcome.run.status === 'FAILED') {
    const failures = feed.failures + 1;
    return {
      failures,
      dueAt: dueAfterFailure({ ...feed, failures, retryAfterMs: outcome.retryAfterMs }, now),
    };
  }
  const dueAt = dueAfterSuccess(startedAt, feed.intervalSeconds, now);
  return { dueAt, failures: 0, ...(outcome.ingested === undefined ? {} : { ingested: outcome.ingested }) };
}

/** A person who asks for a pull waits for its beginning. */
const POLL_INTERVAL_MS = 5_000;
/** Feeds pulled at once by one worker, so that a slow server does not hold up the others. */
const MAX_CONCURRENT_PULLS = 3;

export const feedJobs = (context: FeedContext, onEnd: (outcome: FinishedRun) => void): PeriodicJob[] =>
  Array.from({ length: MAX_CONCURRENT_PULLS }, (_, number) => ({
    name: `pull feeds that are due (${number + 1})`,
    everyMs: POLL_INTERVAL_MS,
    run: (signal) => runDueFeeds(context, onEnd, signal),
  }));
