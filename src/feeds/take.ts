import { isUnavailable } from '../db/unavailable.ts';
import { receiveFeed, TooManyAbsent } from '../ingest/full-feed.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import { emptyReport, type Report } from '../ingest/receive.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { ClaimedFeed, Finish, Next } from './claims.ts';
import type { RejectedLine } from './feed.ts';
import { type Pulled, type PulledFile, pull } from './pull.ts';
import { mayPassOver } from './schedule.ts';

export interface Pulling {
  pipeline: Pipeline;
  outbound: Outbound;
}

/** Asked by a person: the file is read even if it is known, and may expire most of a source when told so. */
export interface ByHand {
  evenIfMost: boolean;
}

/** How a pull ended, before it is decided when the next one is due. */
export interface Ending {
  run: Finish;
  taken?: Next['taken'];
  retryAfterMs?: number | undefined;
}

/** Rejections told one by one; the rest is counted. */
const MAX_REPORTED_REJECTIONS = 20;

/** Pulls a claimed feed and feeds it in. Throws only when the database is away: that is no failure of the feed. */
export async function take(
  pulling: Pulling,
  feed: ClaimedFeed,
  asked: { ending: AbortSignal; byHand?: ByHand | undefined },
): Promise<Ending> {
  try {
    return await pullAndFeedIn(pulling, feed, asked);
  } catch (error) {
    if (asked.ending.aborted) return failedWith('stopped before it was done');
    if (isUnavailable(error)) throw error;
    return failedWith(`a fault of our own: ${error instanceof Error ? error.message : error}`);
  }
}

async function pullAndFeedIn(
  { pipeline, outbound }: Pulling,
  feed: ClaimedFeed,
  { ending, byHand }: { ending: AbortSignal; byHand?: ByHand | undefined },
): Promise<Ending> {
  const mayPass = byHand === undefined && mayPassOver(feed.takenAt, pipeline.clock.now());
  const known = mayPass ? { etag: feed.etag ?? undefined, lastModified: feed.lastModified ?? undefined } : {};
  const pulled: Pulled = await pull(
    outbound,
    { address: feed.address, maxBytes: feed.maxBytes, ...known },
    ending,
  );
  if (pulled.outcome === 'failed') return { ...failedWith(pulled.error), retryAfterMs: pulled.retryAfterMs };
  if (pulled.outcome === 'same') return { run: runOf('UNCHANGED', {}) };
  const { file } = pulled;
  try {
    const told = { bytes: file.bytes, sha256: file.sha256 };
    if (mayPass && feed.sha256?.equals(file.sha256)) return { run: runOf('UNCHANGED', told) };
    return await feedIn(pipeline, feed, file, { ending, evenIfMost: byHand?.evenIfMost === true });
  } finally {
    await file.close();
  }
}

async function feedIn(
  pipeline: Pipeline,
  feed: ClaimedFeed,
  file: PulledFile,
  { ending, evenIfMost }: { ending: AbortSignal; evenIfMost: boolean },
): Promise<Ending> {
  const rejections: RejectedLine[] = [];
  let broken: string | undefined;
  const { source, format, full } = feed;
  const ended = await receiveFeed(pipeline, untilAborted(file.read(), ending), {
    ...{ source, format, full, evenIfMost },
    ...(feed.listingUrl === null ? {} : { listingUrl: feed.listingUrl }),
    onRejection({ line, reason, endsReading }) {
      if (rejections.length < MAX_REPORTED_REJECTIONS) rejections.push({ line, reason });
      if (endsReading) broken = `line ${line}: ${reason}`;
    },
  }).then(
    (report) => ({ report, error: broken }),
    (error: unknown) => {
      if (error instanceof TooManyAbsent) return { report: error.report, error: error.message };
      throw error;
    },
  );
  const { bytes, sha256, etag, lastModified } = file;
  const run = {
    ...runOf(ended.error === undefined ? 'TAKEN' : 'FAILED', { bytes, sha256 }),
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

const countsOf = (report: Report): Pick<Finish, 'accepted' | 'unchanged' | 'expired' | 'rejected'> => ({
  accepted: report.new + report.changed,
  unchanged: report.unchanged + report.outdated + report.unknown,
  expired: report.expired,
  rejected: report.rejected,
});

const runOf = (status: Finish['status'], told: Partial<Finish>): Finish => ({
  status,
  bytes: null,
  sha256: null,
  ...countsOf(emptyReport()),
  rejections: [],
  error: null,
  ...told,
});

const failedWith = (error: string): Ending => ({ run: runOf('FAILED', { error }) });
