import { isUnavailable } from '../db/unavailable.ts';
import { type FeedIngestOptions, ingestFeedBytes, TooManyAbsentError } from '../ingest/ingest-feed.ts';
import { emptyIngestReport, type IngestReport } from '../ingest/ingest-records.ts';
import { parseMapping } from '../ingest/mapping/mapping.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { OutboundClient } from '../outbound/client.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { ClaimedFeed, FeedRunResult, NextPull } from './claims.ts';
import type { RejectedLine } from './feed.ts';
import { type PulledFile, type PullResult, pullFeedFile } from './pull.ts';
import { RejectionGroups } from './rejection-groups.ts';
import { maySkipUnchanged } from './schedule.ts';

export interface FeedContext {
  pipeline: Pipeline;
  outbound: OutboundClient;
  tracer?: Tracer | undefined;
}

/** A run started by an operator: an unchanged file is read too. */
export interface ManualRun {
  /** Allow a full file to expire most of its source. */
  force: boolean;
}

/** The result of a pull, before the next one is scheduled. */
export interface PullOutcome {
  run: FeedRunResult;
  ingested?: NextPull['ingested'];
  retryAfterMs?: number | undefined;
}

/** Rejections listed in the run; the others are counted. */
const MAX_REPORTED_REJECTIONS = 20;

/** Pulls and ingests a claimed feed. Throws only when the database is unavailable, which is no failure of the feed. */
export async function ingestFeed(
  context: FeedContext,
  feed: ClaimedFeed,
  options: { signal: AbortSignal; manual?: ManualRun | undefined },
): Promise<PullOutcome> {
  try {
    return await pullAndIngest(context, feed, options);
  } catch (error) {
    if (options.signal.aborted) return failedOutcome('stopped before it was done');
    if (isUnavailable(error)) throw error;
    return failedOutcome(`a fault of our own: ${error instanceof Error ? error.message : error}`);
  }
}

async function pullAndIngest(
  { pipeline, outbound }: FeedContext,
  feed: ClaimedFeed,
  { signal, manual }: { signal: AbortSignal; manual?: ManualRun | undefined },
): Promise<PullOutcome> {
  const maySkip = manual === undefined && maySkipUnchanged(feed.fetchedAt, pipeline.clock.now());
  const known = maySkip ? { etag: feed.etag ?? undefined, lastModified: feed.lastModified ?? undefined } : {};
  const pulled: PullResult = await pullFeedFile(
    outbound,
    { url: feed.address, maxBytes: feed.maxBytes, ...known },
    signal,
  );
  if (pulled.outcome === 'failed')
    return { ...failedOutcome(pulled.error), retryAfterMs: pulled.retryAfterMs };
  if (pulled.outcome === 'same') return { run: buildRun('UNCHANGED', {}) };
  const { file } = pulled;
  try {
    const fileInfo = { bytes: file.bytes, sha256: file.sha256 };
    if (maySkip && feed.sha256?.equals(file.sha256)) return { run: buildRun('UNCHANGED', fileInfo) };
    return await ingestFile(pipeline, feed, file, { signal, force: manual?.force === true });
  } finally {
    await file.close();
  }
}

async function ingestFile(
  pipeline: Pipeline,
  feed: ClaimedFeed,
  file: PulledFile,
  { signal, force }: { signal: AbortSignal; force: boolean },
): Promise<PullOutcome> {
  const rejections: RejectedLine[] = [];
  const groups = new RejectionGroups();
  let broken: string | undefined;
  const { source, full } = feed;
  const result = await ingestFeedBytes(pipeline, untilAborted(file.read(), signal), {
    ...{ source, full, force, ...readingOf(feed) },
    ...(feed.listingUrl === null ? {} : { listingUrl: feed.listingUrl }),
    onRejection({ line, reason, endsReading, record }) {
      groups.add({ line, reason, record });
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
    ...buildRun(result.error === undefined ? 'TAKEN' : 'FAILED', { bytes, sha256 }),
    ...countsOf(result.report),
    rejectionReasons: groups.list(),
  };
  // A file that was not ingested completely must not be skipped as unchanged next time.
  if (result.error !== undefined) return { run: { ...run, rejections, error: result.error } };
  return { run: { ...run, rejections }, ingested: { etag, lastModified, sha256 } };
}

/** The mapping was checked when the feed was added; one that no longer parses fails the run. */
function readingOf({ format, mapping }: ClaimedFeed): Pick<FeedIngestOptions, 'format' | 'mapping'> {
  if (mapping === null) return { format: format ?? 'ndjson' };
  const parsed = parseMapping(mapping);
  if ('faults' in parsed) throw new Error(`the mapping of the feed: ${parsed.faults.join('; ')}`);
  return { format: 'ndjson', mapping: parsed.mapping };
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
  rejectionReasons: [],
  error: null,
  ...details,
});

const failedOutcome = (error: string): PullOutcome => ({ run: buildRun('FAILED', { error }) });
