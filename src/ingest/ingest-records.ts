import { listingIdFromUrl } from '../lib/listing-url.ts';
import { defaultSourceName, registerSource, sourceIdOf } from '../sources/sources.ts';
import type { AcceptedRecord, FeedReading, FeedRejection, ListingRef } from './feed.ts';
import type { IgnoredMembers } from './ignored-members.ts';
import {
  type BatchInFlight,
  type IngestOutcome,
  type ParsedBatch,
  type Pipeline,
  parseBatch,
  writeBatch,
} from './pipeline.ts';
import { type NewRejection, storeRejected } from './rejected-records.ts';

/** Observations taken up together: enough to make a re-visit cheap, and for transactions that do not want the same towns. */
const MAX_BATCH_RECORDS = 400;
/** Few enough to hold two batches in memory, whatever the records are; usual ones come to a quarter of it. */
const MAX_BATCH_CHARS = 8 * 1024 ** 2;

export interface IngestReport {
  new: number;
  changed: number;
  unchanged: number;
  expired: number;
  /** Older than what is known. */
  outdated: number;
  /** Said to be gone, and never seen. */
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

/** Whoever feeds observations in may listen to what becomes of them. */
export interface IngestListener {
  onRejection?(rejection: FeedRejection): void | Promise<void>;
  onBatch?(report: IngestReport, listings: readonly ListingRef[]): void | Promise<void>;
  /** Filled with the members that nobody knows. */
  ignored?: IgnoredMembers;
}

/**
 * Feeds records through the pipeline, a batch at a time; a record that cannot be taken never stops the others. While the database is busy
 * with one batch the next is read: with lanes by department (`arrivals.ts`) 289 new listings a second on two cores in place of 239.
 */
export async function ingestRecords(
  pipeline: Pipeline,
  readings: AsyncIterable<FeedReading>,
  listener: IngestListener = {},
): Promise<IngestReport> {
  const report = emptyIngestReport();
  let batch: AcceptedRecord[] = [];
  let characters = 0;
  let underWay: BatchInFlight | undefined;
  const invalid = new InvalidRecordBuffer(pipeline);
  const place = async (
    read: ParsedBatch,
    registeredSlugs: readonly (ListingRef & { line: number })[],
  ): Promise<void> => {
    for (const [at, placement] of (await writeBatch(pipeline, read)).entries()) {
      if (placement.outcome !== 'rejected') {
        report[REPORT_KEYS[placement.outcome]] += 1;
        continue;
      }
      const { line = 0, ...of } = registeredSlugs[at] ?? {};
      report.rejected += 1;
      await listener.onRejection?.({
        ...{ line, reason: placement.reason, endsReading: false },
        ...('url' in of ? { of } : {}),
      });
    }
    await listener.onBatch?.(report, registeredSlugs);
  };
  const flush = async (): Promise<void> => {
    const taken = batch;
    batch = [];
    characters = 0;
    await registerSources(pipeline, taken);
    const read = await parseBatch(pipeline, taken, underWay);
    await underWay?.written;
    const placed = place(read, taken.map(listingRef));
    // Whoever awaits it is told of a fault; until then it is nobody's.
    placed.catch(() => {});
    underWay = { listingIds: read.listingIds, written: placed };
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
    await underWay?.written;
    await invalid.flush();
  }
  return report;
}

const listingRef = ({
  line,
  observation: { source, url },
}: AcceptedRecord): ListingRef & { line: number } => ({
  line,
  source,
  url,
});

/** Records that broke a rule, set aside some at a time. */
class InvalidRecordBuffer {
  readonly #pipeline: Pipeline;
  #waiting: NewRejection[] = [];

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  async add({ of, reason }: FeedRejection): Promise<void> {
    const listingId = of && listingIdFromUrl(of.url);
    if (of === undefined || listingId === undefined) return;
    this.#waiting.push({
      ...{ sourceId: sourceIdOf(of.source), listingId, url: of.url, kind: 'INVALID', reason },
      ...{ observedAt: undefined, record: undefined },
    });
    if (this.#waiting.length >= MAX_BATCH_RECORDS) await this.flush();
  }

  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await storeRejected(this.#pipeline.db, waiting, this.#pipeline.clock.now());
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

/** Sources a process has named already, by database; a source is never taken away. Small agencies each are one of their own. */
const named = new WeakMap<Pipeline, Set<string>>();
const MAX_REMEMBERED_SLUGS = 50_000;

/** A source is created on first sight, named after its slug. */
export async function registerSources(
  pipeline: Pipeline,
  batch: readonly Pick<AcceptedRecord, 'observation'>[],
): Promise<void> {
  const { db, clock } = pipeline;
  const known = named.get(pipeline) ?? new Set();
  if (known.size > MAX_REMEMBERED_SLUGS) known.clear();
  named.set(pipeline, known);
  for (const [slug, own] of Map.groupBy(batch, ({ observation }) => observation.source)) {
    if (known.has(slug)) continue;
    const host = URL.parse(own[0]?.observation.url ?? '')?.hostname.replace(/^www\./, '');
    await registerSource(db, clock, {
      slug,
      name: defaultSourceName(slug),
      domain: host?.endsWith('.invalid') ? null : (host ?? null),
    });
    known.add(slug);
  }
}
