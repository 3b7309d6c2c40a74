import { EventLoopTurns } from '../lib/event-loop-turns.ts';
import type { FormatName } from './format-names.ts';
import type { FeedRecord } from './formats/format.ts';
import { formats, recogniseFormat } from './formats.ts';
import type { FeedMapping } from './mapping/mapping.ts';
import { readMapped } from './mapping/read-mapped.ts';
import { type FeedObservation, validateObservation, validateUnread } from './observation.ts';
import { truncateReason } from './parse-notes.ts';
import { hashPayload } from './payload-hash.ts';
import { BrokenFeed } from './reading/broken-feed.ts';
import { decodeText } from './reading/decode.ts';
import { decompressFeed } from './reading/decompress.ts';
import { peekText } from './reading/peek.ts';
import { serializeJson } from './serialized-json.ts';

export interface FeedOptions {
  readonly format: FormatName;
  /** Slug of the source. Observations of an ndjson feed state their own. */
  readonly source: string;
  /** When the feed was fetched: the time of every observation in it. */
  readonly observedAt: Date;
  /** URL template with `{key}`, for listings whose feed has no URL. */
  readonly listingUrl?: string | undefined;
  readonly maxDecodedBytes?: number | undefined;
  /** Reads a foreign file, whatever `format` says. */
  readonly mapping?: FeedMapping | undefined;
}

export interface ListingRef {
  readonly source: string;
  readonly url: string;
}

export interface FeedRejection {
  readonly line: number;
  readonly reason: string;
  /** The rest of the feed was not read: listings absent from it may not have expired. */
  readonly endsReading: boolean;
  /** The listing of the record, where it could be read: the feed names it, so it has not expired. */
  readonly of?: ListingRef;
  /** As received, where it could be read. */
  readonly record?: string;
}

export type FeedReading = FeedObservation | FeedRejection;

/** A feed that begins with this many rejections is in another format. */
const MAX_LEADING_REJECTIONS = 1_000;

/**
 * Reads a feed of any size in constant memory, record by record in its order. A record that cannot be read yields a
 * rejection and reading continues. A feed that cannot be read on yields a last rejection with `endsReading`.
 */
export async function* readFeed(
  bytes: AsyncIterable<Uint8Array>,
  feed: FeedOptions,
): AsyncGenerator<FeedReading> {
  let line = 1;
  let rejected = 0;
  let accepted = 0;
  const turns = new EventLoopTurns();
  try {
    for await (const record of await openRecords(bytes, feed)) {
      line = record.line;
      const reading = validateRecord(record, feed.mapping === undefined ? feed.format : 'ndjson');
      if ('reason' in reading) rejected += 1;
      else accepted += 1;
      yield reading;
      const pause = turns.giveWay();
      if (pause !== undefined) await pause;
      if (accepted === 0 && rejected === MAX_LEADING_REJECTIONS)
        throw new BrokenFeed(`none of the first ${MAX_LEADING_REJECTIONS} records can be read`, line);
    }
  } catch (error) {
    if (!(error instanceof BrokenFeed)) throw error;
    yield { line: error.line ?? line, reason: truncateReason(error.message), endsReading: true };
  }
}

/** The records themselves, not passed through a generator of ours: that takes three promises for each of them. */
async function openRecords(
  bytes: AsyncIterable<Uint8Array>,
  feed: FeedOptions,
): Promise<AsyncIterable<FeedRecord>> {
  const { head, whole } = await peekText(decodeText(decompressFeed(bytes, feed.maxDecodedBytes)));
  const context = {
    source: feed.source,
    observedAt: feed.observedAt.toISOString(),
    buildListingUrl: (key: string) => buildListingUrl(key, feed),
  };
  if (feed.mapping !== undefined) return readMapped(whole, feed.mapping, context);
  const format = formats[feed.format];
  const recognised = recogniseFormat(head);
  if (recognised !== undefined && recognised !== feed.format && !format.recognises(head))
    throw new BrokenFeed(`this is ${formats[recognised].description}, not ${format.description}`, 1);
  return format.read(whole, context);
}

/** The format that the first bytes of a feed identify, compressed or not. Nothing more of it is read. */
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

/** Without a template, URLs are on a reserved domain that never resolves. */
const buildListingUrl = (key: string, { source, listingUrl }: FeedOptions): string =>
  (listingUrl ?? `https://${source}.invalid/{key}`).replace('{key}', () => encodeURIComponent(key));

function validateRecord(record: FeedRecord, format: FormatName): FeedReading {
  const { line } = record;
  if ('fault' in record) return { line, reason: truncateReason(record.fault), endsReading: false };
  const { payloadHash, onPayloadHash } = record;
  const validated =
    payloadHash === undefined ? validateObservation(record.observation) : validateUnread(record.observation);
  if ('reason' in validated) {
    const { reason, of } = validated;
    return {
      ...{ line, reason: truncateReason(reason), endsReading: false },
      ...(of === undefined ? {} : { of }),
      record: serializeJson(record.raw, format).text,
    };
  }
  const ignoredFields = [...validated.ignoredFields, ...(record.ignored ?? [])];
  const reading = {
    line,
    observation: validated.observation,
    ignoredFields,
    raw: serializeJson(record.raw, format),
  };
  if (payloadHash !== undefined) return { ...reading, payloadHash };
  if (onPayloadHash === undefined || ignoredFields.length > 0) return reading;
  const computed = hashPayload(validated.observation.payload);
  onPayloadHash(computed);
  return { ...reading, payloadHash: computed };
}
