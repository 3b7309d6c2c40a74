import { listingIdOf } from '../lib/listing-url.ts';
import { sourceIdOf } from '../sources/sources.ts';
import { absentFrom } from './expire-absent.ts';
import { readFeed } from './feed.ts';
import type { FormatName } from './formats.ts';
import { ingest, type Pipeline } from './pipeline.ts';
import { type Listener, type Report, receive } from './receive.ts';

export interface FeedRequest extends Listener {
  format: FormatName;
  /** Slug of the source; an ndjson feed names its sources itself. */
  source: string;
  /** The feed holds all live listings of its source. */
  full: boolean;
  evenIfMost: boolean;
  /** When the feed was taken; now when left out. */
  observedAt?: Date;
  /** Addresses of listings whose feed gives none: a URL with `{key}` in it. */
  listingUrl?: string;
}

/** A full feed that was taken, but whose absentees were left alone. */
export class TooManyAbsent extends Error {
  /** What became of those that it names. */
  readonly report: Report;
  constructor(message: string, report: Report) {
    super(message);
    this.report = report;
  }
}

const EXPIRED_AT_ONCE = 200;

/** Feeds one file or pull in. */
export async function receiveFeed(
  pipeline: Pipeline,
  bytes: AsyncIterable<Uint8Array>,
  request: FeedRequest,
): Promise<Report> {
  const observedAt = request.observedAt ?? pipeline.clock.now();
  const seen = new Map<string, Set<string>>();
  let isCut = false;
  const report = await receive(pipeline, readFeed(bytes, { ...request, observedAt }), {
    ...request,
    onRejection(rejection) {
      isCut ||= rejection.endsReading;
      return request.onRejection?.(rejection);
    },
    async onBatch(counts, observations) {
      await request.onBatch?.(counts, observations);
      if (!request.full) return;
      for (const { source, url } of observations) {
        const ids = seen.get(source) ?? new Set();
        ids.add(listingIdOf(url) ?? '');
        seen.set(source, ids);
      }
    },
  });
  // What a feed that broke off does not name is not known to be gone.
  if (isCut) return report;
  for (const [slug, ids] of seen) await expireAbsent(pipeline, { slug, ids, observedAt }, request, report);
  return report;
}

async function expireAbsent(
  pipeline: Pipeline,
  { slug, ids, observedAt }: { slug: string; ids: ReadonlySet<string>; observedAt: Date },
  { evenIfMost }: FeedRequest,
  report: Report,
): Promise<void> {
  const absent = await absentFrom(
    pipeline.db,
    { id: sourceIdOf(slug), slug },
    { seen: ids, observedAt: observedAt.toISOString(), evenIfMost },
  );
  if (absent.outcome === 'too many') {
    throw new TooManyAbsent(
      `the feed of ${slug} would expire ${absent.absent} of its ${absent.live} live listings; they were left alone`,
      report,
    );
  }
  for (let at = 0; at < absent.observations.length; at += EXPIRED_AT_ONCE) {
    const outcomes = await ingest(
      pipeline,
      absent.observations.slice(at, at + EXPIRED_AT_ONCE).map((observation) => ({ observation })),
    );
    report.expired += outcomes.filter((outcome) => outcome === 'expired').length;
  }
}
