import { listingIdFromUrl } from '../lib/ids.ts';
import { sourceIdOf } from '../sources/sources.ts';
import { findAbsentListings } from './expire-absent.ts';
import { type FeedRejection, type ListingRef, readFeed } from './feed.ts';
import type { FormatName } from './format-names.ts';
import { type IngestListener, type IngestReport, ingestRecords } from './ingest-records.ts';
import type { FeedMapping } from './mapping/mapping.ts';
import { ingest, type Pipeline } from './pipeline.ts';

export interface FeedIngestOptions extends IngestListener {
  format: FormatName;
  /** Slug of the source. May be empty for an ndjson feed, whose observations state their own. */
  source: string;
  /** The feed holds all live listings of its source, or of every source it names when `source` is empty. */
  full: boolean;
  /** Expire absent listings even when they are most of the source. */
  force: boolean;
  /** When the feed was fetched; now when undefined. */
  observedAt?: Date;
  /** URL template with `{key}`, for listings whose feed has no URL. */
  listingUrl?: string;
  /** How a foreign file is read. */
  mapping?: FeedMapping | undefined;
}

/** A full feed was ingested, but its absent listings were not expired. */
export class TooManyAbsentError extends Error {
  /** Of the listings in the feed. */
  readonly report: IngestReport;
  constructor(message: string, report: IngestReport) {
    super(message);
    this.report = report;
  }
}

const EXPIRY_BATCH_LISTINGS = 200;

/** Ingests one file or download, and expires the listings that a full feed does not name. */
export async function ingestFeedBytes(
  pipeline: Pipeline,
  bytes: AsyncIterable<Uint8Array>,
  options: FeedIngestOptions,
): Promise<IngestReport> {
  const observedAt = options.observedAt ?? pipeline.clock.now();
  const listed = new ListedListings(options.source);
  const report = await ingestRecords(pipeline, readFeed(bytes, { ...options, observedAt }), {
    ...options,
    onRejection(rejection) {
      listed.reject(rejection);
      return options.onRejection?.(rejection);
    },
    async onBatch(counts, listings) {
      await options.onBatch?.(counts, listings);
      if (options.full) listed.add(listings);
    },
  });
  // Listings absent from a truncated feed may not have expired.
  if (!options.full || listed.isTruncated) return report;
  for (const [slug, ids] of listed.bySource) {
    await expireAbsent(pipeline, { slug, ids, unread: listed.unread, observedAt }, options, report);
  }
  return report;
}

/** The listings that a feed names, including those whose record was rejected. */
class ListedListings {
  readonly bySource = new Map<string, Set<string>>();
  /** Rejected records whose listing is unknown. */
  unread = 0;
  isTruncated = false;
  readonly #only: string | undefined;

  /** A feed of one source is complete for that source only. It counts as complete even when it names no listing. */
  constructor(source: string) {
    this.#only = source === '' ? undefined : source.trim().toLowerCase();
    if (this.#only !== undefined) this.bySource.set(this.#only, new Set());
  }

  add(listings: readonly ListingRef[]): void {
    for (const { source, url } of listings) {
      if (this.#only !== undefined && source !== this.#only) continue;
      const ids = this.bySource.get(source) ?? new Set();
      ids.add(listingIdFromUrl(url) ?? '');
      this.bySource.set(source, ids);
    }
  }

  reject({ of, endsReading }: FeedRejection): void {
    this.isTruncated ||= endsReading;
    if (of !== undefined) this.add([of]);
    else this.unread += 1;
  }
}

interface ListedSource {
  slug: string;
  ids: ReadonlySet<string>;
  unread: number;
  observedAt: Date;
}

async function expireAbsent(
  pipeline: Pipeline,
  { slug, ids, unread, observedAt }: ListedSource,
  { force }: FeedIngestOptions,
  report: IngestReport,
): Promise<void> {
  const absent = await findAbsentListings(
    pipeline.db,
    { id: sourceIdOf(slug), slug },
    { seen: ids, unread, observedAt: observedAt.toISOString(), force },
  );
  if (absent.outcome === 'too many') {
    throw new TooManyAbsentError(
      `the feed of ${slug} would expire ${absent.absent} of its ${absent.live} live listings; they were left alone`,
      report,
    );
  }
  for (let at = 0; at < absent.observations.length; at += EXPIRY_BATCH_LISTINGS) {
    const outcomes = await ingest(
      pipeline,
      absent.observations.slice(at, at + EXPIRY_BATCH_LISTINGS).map((observation) => ({ observation })),
    );
    report.expired += outcomes.filter((outcome) => outcome === 'expired').length;
  }
}
