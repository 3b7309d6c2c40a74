import type { FeedRecord } from './formats/format.ts';
import { type FormatName, formats, recogniseFormat } from './formats.ts';
import { type Observation, validateObservation } from './observation.ts';
import { type IgnoredField, truncateReason } from './parse-notes.ts';
import { BrokenFeed } from './reading/broken-feed.ts';
import { decodeText } from './reading/decode.ts';
import { decompressFeed } from './reading/decompress.ts';
import { peekText } from './reading/peek.ts';
import { type SerializedJson, serializeJson } from './serialized-json.ts';

export interface FeedOptions {
  readonly format: FormatName;
  /** Slug of the source; observations of our own format name theirs themselves. */
  readonly source: string;
  /** When the feed was taken: the visit of every listing in it. */
  readonly observedAt: Date;
  /** Addresses of listings whose feed gives none: a URL with `{key}` in it. */
  readonly listingUrl?: string | undefined;
  readonly maxDecodedBytes?: number | undefined;
}

export interface AcceptedRecord {
  /** Where the record begins, from 1. */
  readonly line: number;
  readonly observation: Observation;
  /** What of it is not in the observation, to be counted by source and member. */
  readonly ignoredFields: readonly IgnoredField[];
  /** The record as it came. */
  readonly raw: SerializedJson;
}

/** A listing by the names its source has for it. */
export interface ListingRef {
  readonly source: string;
  readonly url: string;
}

export interface FeedRejection {
  readonly line: number;
  readonly reason: string;
  /** Nothing behind it was read: what is missing from the feed is not known to be gone. */
  readonly endsReading: boolean;
  /** The listing it speaks of, where that could be read: it is not missing from the feed. */
  readonly of?: ListingRef;
}

export type FeedReading = AcceptedRecord | FeedRejection;

/** So many records in a row and none of them good: this is something else. */
const MAX_LEADING_REJECTIONS = 1_000;

/**
 * Reads a feed of any size in constant memory, record by record in its own order. A record that cannot be taken is told and
 * passed over; a feed that cannot be read on is told last.
 */
export async function* readFeed(
  bytes: AsyncIterable<Uint8Array>,
  feed: FeedOptions,
): AsyncGenerator<FeedReading> {
  let line = 1;
  let rejected = 0;
  let accepted = 0;
  try {
    for await (const found of readRecords(bytes, feed)) {
      line = found.line;
      const reading = validateRecord(found, feed.format);
      if ('reason' in reading) rejected += 1;
      else accepted += 1;
      yield reading;
      if (accepted === 0 && rejected === MAX_LEADING_REJECTIONS)
        throw new BrokenFeed(`none of the first ${MAX_LEADING_REJECTIONS} records can be read`, line);
    }
  } catch (error) {
    if (!(error instanceof BrokenFeed)) throw error;
    yield { line: error.line ?? line, reason: truncateReason(error.message), endsReading: true };
  }
}

async function* readRecords(bytes: AsyncIterable<Uint8Array>, feed: FeedOptions): AsyncGenerator<FeedRecord> {
  const { head, whole } = await peekText(decodeText(decompressFeed(bytes, feed.maxDecodedBytes)));
  const format = formats[feed.format];
  const recognised = recogniseFormat(head);
  if (recognised !== undefined && recognised !== feed.format && !format.recognises(head))
    throw new BrokenFeed(`this is ${formats[recognised].description}, not ${format.description}`, 1);
  yield* format.read(whole, {
    source: feed.source,
    observedAt: feed.observedAt.toISOString(),
    buildListingUrl: (key) => addressOf(key, feed),
  });
}

/** The format that the first bytes of a feed plainly are, packed or not. Nothing more of it is read. */
export async function detectFormat(bytes: AsyncIterable<Uint8Array>): Promise<FormatName | undefined> {
  try {
    const { head, whole } = await peekText(decodeText(decompressFeed(bytes)));
    for await (const _ of whole) break;
    return recogniseFormat(head);
  } catch (error) {
    if (error instanceof BrokenFeed) return undefined;
    throw error;
  }
}

/** The domain that resolves nowhere keeps listings apart without pointing at anybody. */
const addressOf = (key: string, { source, listingUrl }: FeedOptions): string =>
  (listingUrl ?? `https://${source}.invalid/{key}`).replace('{key}', () => encodeURIComponent(key));

function validateRecord(found: FeedRecord, format: FormatName): FeedReading {
  const { line } = found;
  if ('fault' in found) return { line, reason: truncateReason(found.fault), endsReading: false };
  const judged = validateObservation(found.observation);
  if ('reason' in judged) {
    const { reason, of } = judged;
    return { line, reason: truncateReason(reason), endsReading: false, ...(of === undefined ? {} : { of }) };
  }
  return { line, ...judged, raw: serializeJson(found.raw, format) };
}
