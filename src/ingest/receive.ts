import { registerSource, sourceName } from '../sources/sources.ts';
import type { Accepted, ListingNamed, Reading, Rejection } from './feed.ts';
import {
  type Outcome,
  type Pipeline,
  placeBatch,
  type ReadBatch,
  readBatch,
  type UnderWay,
} from './pipeline.ts';

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
  const place = async (read: ReadBatch, listings: readonly ListingNamed[]): Promise<void> => {
    for (const outcome of await placeBatch(pipeline, read)) report[COUNTED[outcome]] += 1;
    await listener.onBatch?.(report, listings);
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
        continue;
      }
      characters += reading.raw.text.length;
      if (batch.push(reading) >= BATCH || characters >= BATCH_CHARACTERS) await flush();
    }
    if (batch.length > 0) await flush();
  } finally {
    await underWay?.placed;
  }
  return report;
}

const listingOf = ({ observation: { source, url } }: Accepted): ListingNamed => ({ source, url });

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
const MOST_REMEMBERED = 50_000;

/** A source is created on first sight, named after its slug. */
export async function nameSources(
  pipeline: Pipeline,
  batch: readonly Pick<Accepted, 'observation'>[],
): Promise<void> {
  const { db, clock } = pipeline;
  const known = named.get(pipeline) ?? new Set();
  if (known.size > MOST_REMEMBERED) known.clear();
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
