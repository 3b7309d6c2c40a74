import { isUnavailable } from '../db/unavailable.ts';
import { ingestFeedBytes, TooManyAbsentError } from '../ingest/ingest-feed.ts';
import { emptyIngestReport, type IngestReport } from '../ingest/ingest-records.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { OutboundClient } from '../outbound/client.ts';
import type { ClaimedFeed, FeedRunResult, NextPull } from './claims.ts';
import type { RejectedLine } from './feed.ts';
import { type PulledFile, type PullResult, pullFeedFile } from './pull.ts';
import { maySkipUnchanged } from './schedule.ts';

export interface FeedContext {
  pipeline: Pipeline;
  outbound: OutboundClient;
}

/** Asked by a person: the file is read even if it is known, and may expire most of a source when told so. */
export interface ManualRun {
  force: boolean;
}

/** How a pull ended, before it is decided when the next one is due. */
export interface PullOutcome {
  run: FeedRunResult;
  taken?: NextPull['taken'];
  retryAfterMs?: number | undefined;
}

/** Rejections told one by one; the rest is counted. */
const MAX_REPORTED_REJECTIONS = 20;

/** Pulls a claimed feed and feeds it in. Throws only when the database is away: that is no failure of the feed. */
export async function ingestFeed(
  pulling: FeedContext,
  feed: ClaimedFeed,
  asked: { ending: AbortSignal; byHand?: ManualRun | undefined },
): Promise<PullOutcome> {
  try {
    return await pullAndIngest(pulling, feed, asked);
  } catch (error) {
    if (asked.ending.aborted) return failedOutcome('stopped before it was done');
    if (isUnavailable(error)) throw error;
    return failedOutcome(`a fault of our own: ${error instanceof Error ? error.message : error}`);
  }
}

async function pullAndIngest(
  { pipeline, outbound }: FeedContext,
  feed: ClaimedFeed,
  { ending, byHand }: { ending: AbortSignal; byHand?: ManualRun | undefined },
): Promise<PullOutcome> {
  const mayPass = byHand === undefined && maySkipUnchanged(feed.takenAt, pipeline.clock.now());
  const known = mayPass ? { etag: feed.etag ?? undefined, lastModified: feed.lastModified ?? undefined } : {};
  const pulled: PullResult = await pullFeedFile(
    outbound,
    { url: feed.address, maxBytes: feed.maxBytes, ...known },
    ending,
  );
  if (pulled.outcome === 'failed')
    return { ...failedOutcome(pulled.error), retryAfterMs: pulled.retryAfterMs };
  if (pulled.outcome === 'same') return { run: buildRun('UNCHANGED', {}) };
  const { file } = pulled;
  try {
    const fileInfo = { bytes: file.bytes, sha256: file.sha256 };
    if (mayPass && feed.sha256?.equals(file.sha256)) return { run: buildRun('UNCHANGED', fileInfo) };
    return await ingestFile(pipeline, feed, file, { ending, force: byHand?.force === true });
  } finally {
    await file.close();
  }
}

async function ingestFile(
  pipeline: Pipeline,
  feed: ClaimedFeed,
  file: PulledFile,
  { ending, force }: { ending: AbortSignal; force: boolean },
): Promise<PullOutcome> {
  const rejections: RejectedLine[] = [];
  let broken: string | undefined;
  const { source, format, full } = feed;
  const ended = await ingestFeedBytes(pipeline, untilAborted(file.read(), ending), {
    ...{ source, format, full, force },
    ...(feed.listingUrl === null ? {} : { listingUrl: feed.listingUrl }),
    onRejection({ line, reason, endsReading }) {
      if (rejections.length < MAX_REPORTED_REJECTIONS) rejections.push({ line, reason });
      if (endsReading) broken = `line ${line}: ${reason}`;
    },
  }).then(
    (report) => ({ report, error: broken }),
    (error: unknown) => {
      if (error instanceof TooManyAbsentError) return { report: error.report, error: error.message };
      throw error;
    },
  );
  const { bytes, sha256, etag, lastModified } = file;
  const run = {
    ...buildRun(ended.error === undefined ? 'TAKEN' : 'FAILED', { bytes, sha256 }),
    ...countsOf(ended.report),
  };
  // A file that was not taken whole is not to be passed over next time.
  if (ended.error !== undefined) return { run: { ...run, rejections, error: ended.error } };
  return { run: { ...run, rejections }, taken: { etag, lastModified, sha256 } };
}

async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    signal.throwIfAborted();
    yield piece;
  }
}

const countsOf = (
  report: IngestReport,
): Pick<FeedRunResult, 'accepted' | 'unchanged' | 'expired' | 'rejected'> => ({
  accepted: report.new + report.changed,
  unchanged: report.unchanged + report.outdated + report.unknown,
  expired: report.expired,
  rejected: report.rejected,
});

const buildRun = (status: FeedRunResult['status'], details: Partial<FeedRunResult>): FeedRunResult => ({
  status,
  bytes: null,
  sha256: null,
  ...countsOf(emptyIngestReport()),
  rejections: [],
  error: null,
  ...details,
});

const failedOutcome = (error: string): PullOutcome => ({ run: buildRun('FAILED', { error }) });
