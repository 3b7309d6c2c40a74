import type { ObservationDraft } from '../observation.ts';
import type { IgnoredField } from '../parse-notes.ts';
import type { PayloadDraft } from '../payload.ts';

/** The context of a feed: what its file does not state. */
export interface FeedParseContext {
  /** Slug of the source. */
  readonly source: string;
  /** When the feed was fetched, in ISO 8601: the time of every observation in it. */
  readonly observedAt: string;
  /** The URL of a listing without one, from its key in the feed. */
  buildListingUrl(key: string): string;
}

/** A record of a feed: an observation in the source's own values, or a fault. */
export type FeedRecord =
  | {
      readonly line: number;
      readonly raw: unknown;
      readonly observation: ObservationDraft;
      /** What of the record the observation does not have. */
      readonly ignored?: readonly IgnoredField[];
      /** Of a record that was read before, and was valid without ignored fields: its payload is not read again. */
      readonly payloadHash?: Buffer;
      /** Called with the hash of its payload when it is valid without ignored fields. */
      readonly onPayloadHash?: (hash: Buffer) => void;
    }
  | { readonly line: number; readonly fault: string };

export interface FeedFormat {
  readonly description: string;
  /** Whether the first characters of a text identify this format. */
  recognises(head: string): boolean;
  read(text: AsyncIterable<string>, feed: FeedParseContext): AsyncGenerator<FeedRecord>;
  /**
   * Reads a stored raw record; undefined when it is not of this format. Members of the enclosing feed (its agent)
   * are not stored.
   */
  readRecord(record: unknown): PayloadDraft | undefined;
}

/** Whether a record is a JSON object with at least one of these members. */
export const isObjectWith = (
  record: unknown,
  members: readonly string[],
): record is Readonly<Record<string, unknown>> =>
  typeof record === 'object' &&
  record !== null &&
  !Array.isArray(record) &&
  members.some((name) => Object.hasOwn(record, name));

export interface FeedListing {
  readonly raw: unknown;
  readonly line: number;
  /** Its URL, when the feed has one. */
  readonly url?: string | undefined;
  /** Its unique key in the feed. */
  readonly key: string | undefined;
  /** The field of the key, named in the fault of a record without one. */
  readonly keyField?: string;
  /** Undefined when the feed states that the listing expired. */
  readonly payload: PayloadDraft | undefined;
}

/** Builds the feed record of a listing. */
export function toFeedRecord(
  { raw, line, url, key, payload, keyField }: FeedListing,
  feed: FeedParseContext,
): FeedRecord {
  const own = url !== undefined && /^https?:\/\//i.test(url.trim()) ? url : undefined;
  if (own === undefined && key === undefined && keyField !== undefined)
    return { line, fault: `the record has no id to make a URL of: add ${keyField}` };
  return {
    line,
    raw,
    observation: {
      source: feed.source,
      url: own ?? (key === undefined ? undefined : feed.buildListingUrl(key)),
      observedAt: feed.observedAt,
      kind: payload === undefined ? 'expired' : 'seen',
      payload: payload === undefined ? null : withoutEmptyLists(payload),
    },
  };
}

/** An empty list in a feed means that nothing was entered, not that there is none. */
const withoutEmptyLists = (payload: PayloadDraft): PayloadDraft =>
  Object.fromEntries(
    Object.entries(payload).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
