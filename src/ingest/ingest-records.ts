import { listingIdFromUrl } from '../lib/ids.ts';
import { defaultSourceName, registerSource, sourceIdOf } from '../sources/sources.ts';
import type { FeedReading, FeedRejection, ListingRef } from './feed.ts';
import type { IgnoredMembers } from './ignored-members.ts';
import type { IncomingObservation } from './observation.ts';
import {
  type BatchInFlight,
  type IngestOutcome,
  type ParsedBatch,
  type Pipeline,
  parseBatch,
  writeBatch,
} from './pipeline.ts';
import { type NewRejection, storeRejected } from './rejected-records.ts';

/**
 * Fills transactions of different departments, which run at once. The last of them runs alone: with 400 records 242 new
 * listings a second, with 1,000 252, with 2,000 254, on a core for the worker and one for the database.
 */
const MAX_BATCH_RECORDS = 1_000;
/** Bounds the memory of the two batches in flight. Typical records use two thirds of it. */
const MAX_BATCH_CHARS = 8 * 1024 ** 2;

export interface IngestReport {
  new: number;
  changed: number;
  unchanged: number;
  expired: number;
  /** Older than the stored state. */
  outdated: number;
  /** Expiries of listings that were never seen. */
  unknown: number;
  rejected: number;
}

export const emptyIngestReport = (): IngestReport => ({
  new: 0,
  changed: 0,
  unchanged: 0,
  expired: 0,
  outdated: 0,
  unknown: 0,
  rejected: 0,
});

export interface IngestListener {
  onRejection?(rejection: FeedRejection): void | Promise<void>;
  onBatch?(report: IngestReport, listings: readonly ListingRef[]): void | Promise<void>;
  /** Collects the unknown members. */
  ignored?: IgnoredMembers;
}

/**
 * Ingests records a batch at a time. A rejected record never stops the others. While the database writes one batch,
 * the next is parsed: together with concurrent departments, 289 instead of 239 new listings a second on two cores.
 */
export async function ingestRecords(
  pipeline: Pipeline,
  readings: AsyncIterable<FeedReading>,
  listener: IngestListener = {},
): Promise<IngestReport> {
  const report = emptyIngestReport();
  let batch: IncomingObservation[] = [];
  let characters = 0;
  let inFlight: BatchInFlight | undefined;
  const invalid = new InvalidRecordBuffer(pipeline);
  const write = async (
    parsed: ParsedBatch,
    listings: readonly (ListingRef & { line: number })[],
  ): Promise<void> => {
    for (const [at, result] of (await writeBatch(pipeline, parsed)).entries()) {
      if (result.outcome !== 'rejected') {
        report[REPORT_KEYS[result.outcome]] += 1;
        continue;
      }
      const { line = 0, ...of } = listings[at] ?? {};
      report.rejected += 1;
      await listener.onRejection?.({
        ...{ line, reason: result.reason, endsReading: false },
        ...('url' in of ? { of } : {}),
      });
    }
    await listener.onBatch?.(report, listings);
  };
  const flush = async (): Promise<void> => {
    const incoming = batch;
    batch = [];
    characters = 0;
    await registerSources(pipeline, incoming);
    const parsed = await parseBatch(pipeline, incoming, inFlight);
    await inFlight?.written;
    const written = write(parsed, incoming.map(listingRef));
    // The next await of `inFlight.written` throws the error. Until then it must not count as unhandled.
    written.catch(() => {});
    inFlight = { listingIds: parsed.listingIds, written };
  };
  try {
    for await (const reading of readings) {
      if ('reason' in reading) {
        report.rejected += 1;
        await listener.onRejection?.(reading);
        await invalid.add(reading);
        continue;
      }
      listener.ignored?.add(reading.ignoredFields);
      characters += reading.raw.text.length;
      if (batch.push(reading) >= MAX_BATCH_RECORDS || characters >= MAX_BATCH_CHARS) await flush();
    }
    if (batch.length > 0) await flush();
  } finally {
    await inFlight?.written;
    await invalid.flush();
  }
  return report;
}

const listingRef = ({
  line = 0,
  observation: { source, url },
}: IncomingObservation): ListingRef & { line: number } => ({
  line,
  source,
  url,
});

/** Stores invalid records, some at a time. */
class InvalidRecordBuffer {
  readonly #pipeline: Pipeline;
  #buffer: NewRejection[] = [];

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  async add({ of, reason, record }: FeedRejection): Promise<void> {
    const listingId = of && listingIdFromUrl(of.url);
    if (of === undefined || listingId === undefined) return;
    this.#buffer.push({
      ...{ sourceId: sourceIdOf(of.source), listingId, url: of.url, kind: 'INVALID', reason },
      ...{ observedAt: undefined, record },
    });
    if (this.#buffer.length >= MAX_BATCH_RECORDS) await this.flush();
  }

  async flush(): Promise<void> {
    const rejections = this.#buffer;
    this.#buffer = [];
    await storeRejected(this.#pipeline.db, rejections, this.#pipeline.clock.now());
  }
}

const REPORT_KEYS: Record<IngestOutcome, keyof IngestReport> = {
  new: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  expired: 'expired',
  outdated: 'outdated',
  'unknown listing': 'unknown',
};

/** Slugs registered by this process, by pipeline. Sources are never deleted. Each small agency is a source. */
const registeredSlugs = new WeakMap<Pipeline, Set<string>>();
const MAX_REMEMBERED_SLUGS = 50_000;

/** Creates unknown sources, named after their slug. */
export async function registerSources(
  pipeline: Pipeline,
  batch: readonly IncomingObservation[],
): Promise<void> {
  const { db, clock } = pipeline;
  const known = registeredSlugs.get(pipeline) ?? new Set();
  if (known.size > MAX_REMEMBERED_SLUGS) known.clear();
  registeredSlugs.set(pipeline, known);
  for (const [slug, observations] of Map.groupBy(batch, ({ observation }) => observation.source)) {
    if (known.has(slug)) continue;
    const host = URL.parse(observations[0]?.observation.url ?? '')?.hostname.replace(/^www\./, '');
    await registerSource(db, clock, {
      slug,
      name: defaultSourceName(slug),
      domain: host?.endsWith('.invalid') ? null : (host ?? null),
    });
    known.add(slug);
  }
}
