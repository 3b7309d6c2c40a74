import { listingIdFromUrl } from '../lib/ids.ts';
import { sourceIdOf } from '../sources/sources.ts';
import { findRemovedListings, REMOVED_REASON } from './assign-batch.ts';
import type { FeedReading } from './feed.ts';
import { parseListing } from './parse-listing.ts';
import type { IgnoredField } from './parse-notes.ts';
import type { Pipeline } from './pipeline.ts';
import { aheadReason } from './transaction-batches.ts';

/** What a record would become. */
export type DryRunRecord =
  | { readonly line: number; readonly rejected: string }
  | {
      readonly line: number;
      readonly source: string;
      readonly url: string;
      readonly observedAt: string;
      readonly kind: 'seen' | 'expired';
      /** What the listing would state, cleaned, located and completed from its text. */
      readonly listing: object | null;
      readonly ignored: readonly IgnoredField[];
    };

/** Reads a feed and writes nothing: each record as it would be stored, with all that would be ignored. */
export async function* dryRun(
  pipeline: Pick<Pipeline, 'db' | 'clock' | 'locate'>,
  readings: AsyncIterable<FeedReading>,
): AsyncGenerator<DryRunRecord> {
  for await (const reading of readings) {
    if ('reason' in reading) {
      yield { line: reading.line, rejected: reading.reason };
      continue;
    }
    const { observation, line, ignoredFields } = reading;
    const listingId = listingIdFromUrl(observation.url) ?? '';
    const now = pipeline.clock.now();
    const isRemoved = (await findRemovedListings(pipeline.db, [listingId])).size > 0;
    const rejected = isRemoved ? REMOVED_REASON : aheadReason(now, observation);
    if (rejected !== undefined) {
      yield { line, rejected };
      continue;
    }
    const { source, url, observedAt, kind } = observation;
    const header = { line, source, url, observedAt, kind };
    if (observation.kind === 'expired') {
      yield { ...header, listing: null, ignored: ignoredFields };
      continue;
    }
    const context = {
      source: { id: sourceIdOf(source), slug: source },
      locate: pipeline.locate,
      now,
      listingId,
    };
    const parsed = await parseListing(observation, context);
    const { claims, pictures, publisher, marketing, publishedAt } = parsed.listing;
    yield {
      ...header,
      listing: { ...claims, pictures, publisher, marketing, publishedAt },
      ignored: [...ignoredFields, ...parsed.ignoredFields],
    };
  }
}
