import { listingIdFromUrl } from '../lib/listing-url.ts';
import { sourceIdOf } from '../sources/sources.ts';
import { findAbsentListings } from './expire-absent.ts';
import { type FeedRejection, type ListingRef, readFeed } from './feed.ts';
import type { FormatName } from './formats.ts';
import { type IngestListener, type IngestReport, ingestRecords } from './ingest-records.ts';
import { ingest, type Pipeline } from './pipeline.ts';

export interface FeedIngestOptions extends IngestListener {
  format: FormatName;
  /** Slug of the source; an ndjson feed names its sources itself, and may leave it empty. */
  source: string;
  /** The feed holds all live listings of its source, or of all sources it names where none is given. */
  full: boolean;
  evenIfMost: boolean;
  /** When the feed was taken; now when left out. */
  observedAt?: Date;
  /** Addresses of listings whose feed gives none: a URL with `{key}` in it. */
  listingUrl?: string;
}

/** A full feed that was taken, but whose absentees were left alone. */
export class TooManyAbsentError extends Error {
  /** What became of those that it names. */
  readonly report: IngestReport;
  constructor(message: string, report: IngestReport) {
    super(message);
    this.report = report;
  }
}

const EXPIRY_BATCH_LISTINGS = 200;

/** Feeds one file or pull in. */
export async function ingestFeedBytes(
  pipeline: Pipeline,
  bytes: AsyncIterable<Uint8Array>,
  request: FeedIngestOptions,
): Promise<IngestReport> {
  const observedAt = request.observedAt ?? pipeline.clock.now();
  const named = new ListedListings(request.source);
  const report = await ingestRecords(pipeline, readFeed(bytes, { ...request, observedAt }), {
    ...request,
    onRejection(rejection) {
      named.reject(rejection);
      return request.onRejection?.(rejection);
    },
    async onBatch(counts, listings) {
      await request.onBatch?.(counts, listings);
      if (request.full) named.add(listings);
    },
  });
  // What a feed that broke off does not name is not known to be gone.
  if (!request.full || named.isTruncated) return report;
  for (const [slug, ids] of named.bySource) {
    await expireAbsent(pipeline, { slug, ids, unread: named.unread, observedAt }, request, report);
  }
  return report;
}

/** The listings that a feed names, also those whose record cannot be taken. */
class ListedListings {
  readonly bySource = new Map<string, Set<string>>();
  /** Records that could not be read so far as to tell whose they are. */
  unread = 0;
  isTruncated = false;
  readonly #only: string | undefined;

  /** A feed of one source says nothing of what others have, even where it names some of it; and one that names nothing says that all is gone. */
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
  { evenIfMost }: FeedIngestOptions,
  report: IngestReport,
): Promise<void> {
  const absent = await findAbsentListings(
    pipeline.db,
    { id: sourceIdOf(slug), slug },
    { seen: ids, unread, observedAt: observedAt.toISOString(), evenIfMost },
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
