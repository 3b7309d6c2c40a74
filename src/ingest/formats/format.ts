import type { ObservationDraft } from '../observation.ts';
import type { PayloadDraft } from '../payload.ts';

/** A feed that is being read: what the file itself does not say of its visits. */
export interface FeedParseContext {
  /** Slug of the source. */
  readonly source: string;
  /** When the feed was taken, in ISO 8601: the visit of every listing in it. */
  readonly observedAt: string;
  /** The address of a listing whose feed gives none, from what tells it apart there. */
  buildListingUrl(key: string): string;
}

/** A record of a feed: the visit it tells of, still in the words of the source, or why it tells of none. */
export type FeedRecord =
  | { readonly line: number; readonly raw: unknown; readonly observation: ObservationDraft }
  | { readonly line: number; readonly fault: string };

export interface FeedFormat {
  readonly description: string;
  /** Whether the first characters of a text are plainly of this format. */
  recognises(head: string): boolean;
  read(text: AsyncIterable<string>, feed: FeedParseContext): AsyncGenerator<FeedRecord>;
  /**
   * A stored raw record, read again; undefined when it is no record of this format. What the feed around the record said
   * (its agent) is not stored and is missing here.
   */
  readRecord(record: unknown): PayloadDraft | undefined;
}

/** A record that is a JSON object with one of these members at least. */
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
  /** Its own address, when the feed gives one. */
  readonly url?: string | undefined;
  /** What tells it apart in its feed. */
  readonly key: string | undefined;
  /** Where the feed may name the key, for whoever has to add it. */
  readonly named?: string;
  /** Undefined when the feed says that it is gone. */
  readonly payload: PayloadDraft | undefined;
}

/** A listing of a feed as a visit of it. */
export function toFeedRecord(
  { raw, line, url, key, payload, named }: FeedListing,
  feed: FeedParseContext,
): FeedRecord {
  const own = url !== undefined && /^https?:\/\//i.test(url.trim()) ? url : undefined;
  if (own === undefined && key === undefined && named !== undefined)
    return { line, fault: `the record has no id to make a URL of: add ${named}` };
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

/** An empty list in a feed says that nothing was entered, not that there is nothing. */
const withoutEmptyLists = (payload: PayloadDraft): PayloadDraft =>
  Object.fromEntries(
    Object.entries(payload).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
