import { listingIdOf } from '../lib/listing-url.ts';
import { registerSource, sourceIdOf, sourceName } from '../sources/sources.ts';
import type { Accepted, ListingNamed, Reading, Rejection } from './feed.ts';
import type { IgnoredMembers } from './ignored-members.ts';
import {
  type Outcome,
  type Pipeline,
  placeBatch,
  type ReadBatch,
  readBatch,
  type UnderWay,
} from './pipeline.ts';
import { keepRejected, type NewRejection } from './rejected-records.ts';

/** Observations taken up together: enough to make a re-visit cheap, and for transactions that do not want the same towns. */
const BATCH = 400;
/** Few enough to hold two batches in memory, whatever the records are; usual ones come to a quarter of it. */
const BATCH_CHARACTERS = 8 * 1024 ** 2;

export interface Report {
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

export const emptyReport = (): Report => ({
  new: 0,
  changed: 0,
  unchanged: 0,
  expired: 0,
  outdated: 0,
  unknown: 0,
  rejected: 0,
});

/** Whoever feeds observations in may listen to what becomes of them. */
export interface Listener {
  onRejection?(rejection: Rejection): void | Promise<void>;
  onBatch?(report: Report, listings: readonly ListingNamed[]): void | Promise<void>;
  /** Filled with the members that nobody knows. */
  ignored?: IgnoredMembers;
}

/**
 * Feeds records through the pipeline, a batch at a time; a record that cannot be taken never stops the others. While the database is busy
 * with one batch the next is read: with lanes by department (`arrivals.ts`) 289 new listings a second on two cores in place of 239.
 */
export async function receive(
  pipeline: Pipeline,
  readings: AsyncIterable<Reading>,
  listener: Listener = {},
): Promise<Report> {
  const report = emptyReport();
  let batch: Accepted[] = [];
  let characters = 0;
  let underWay: UnderWay | undefined;
  const invalid = new InvalidRecords(pipeline);
  const place = async (
    read: ReadBatch,
    named: readonly (ListingNamed & { line: number })[],
  ): Promise<void> => {
    for (const [at, placement] of (await placeBatch(pipeline, read)).entries()) {
      if (placement.outcome !== 'rejected') {
        report[COUNTED[placement.outcome]] += 1;
        continue;
      }
      const { line = 0, ...of } = named[at] ?? {};
      report.rejected += 1;
      await listener.onRejection?.({
        ...{ line, reason: placement.reason, endsReading: false },
        ...('url' in of ? { of } : {}),
      });
    }
    await listener.onBatch?.(report, named);
  };
  const flush = async (): Promise<void> => {
    const taken = batch;
    batch = [];
    characters = 0;
    await nameSources(pipeline, taken);
    const read = await readBatch(pipeline, taken, underWay);
    await underWay?.placed;
    const placed = place(read, taken.map(listingOf));
    // Whoever awaits it is told of a fault; until then it is nobody's.
    placed.catch(() => {});
    underWay = { listingIds: read.listingIds, placed };
  };
  try {
    for await (const reading of readings) {
      if ('reason' in reading) {
        report.rejected += 1;
        await listener.onRejection?.(reading);
        await invalid.add(reading);
        continue;
      }
      listener.ignored?.add(reading.leftOut);
      characters += reading.raw.text.length;
      if (batch.push(reading) >= BATCH || characters >= BATCH_CHARACTERS) await flush();
    }
    if (batch.length > 0) await flush();
  } finally {
    await underWay?.placed;
    await invalid.flush();
  }
  return report;
}

const listingOf = ({ line, observation: { source, url } }: Accepted): ListingNamed & { line: number } => ({
  line,
  source,
  url,
});

/** Records that broke a rule, set aside some at a time. */
class InvalidRecords {
  readonly #pipeline: Pipeline;
  #waiting: NewRejection[] = [];

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  async add({ of, reason }: Rejection): Promise<void> {
    const listingId = of && listingIdOf(of.url);
    if (of === undefined || listingId === undefined) return;
    this.#waiting.push({
      ...{ sourceId: sourceIdOf(of.source), listingId, url: of.url, kind: 'INVALID', reason },
      ...{ observedAt: undefined, record: undefined },
    });
    if (this.#waiting.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await keepRejected(this.#pipeline.db, waiting, this.#pipeline.clock.now());
  }
}

const COUNTED: Record<Outcome, keyof Report> = {
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
export async function nameSources(
  pipeline: Pipeline,
  batch: readonly Pick<Accepted, 'observation'>[],
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
      name: sourceName(slug),
      domain: host?.endsWith('.invalid') ? null : (host ?? null),
    });
    known.add(slug);
  }
}
