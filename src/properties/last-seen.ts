import { formatTimestamp } from '../lib/timestamp.ts';

/** Last-seen times in milliseconds, by listing id. */
export type LastSeenTimes = ReadonlyMap<string, number>;

/** As the table `listing_visit` has them. */
export const parseLastSeenTimes = (visits: Readonly<Record<string, string>>): LastSeenTimes =>
  new Map(Object.entries(visits).map(([listingId, seen]) => [listingId, Date.parse(seen)]));

const LAST_SEEN_MEMBER = '"lastSeenAt":"';

/**
 * A serialized flat document with newer last-seen times of its listings. It edits the text: parsing and
 * serializing takes twenty times as long. Text of an advertiser cannot look like a member, because its quotes are
 * escaped.
 */
export function patchLastSeen(document: string, seen: LastSeenTimes): string {
  let text = document;
  for (const [listingId, moment] of seen) {
    const listing = text.indexOf(`{"id":"${listingId}"`);
    const member = listing < 0 ? -1 : text.indexOf(LAST_SEEN_MEMBER, listing);
    if (member < 0) continue;
    const start = member + LAST_SEEN_MEMBER.length;
    const end = text.indexOf('"', start);
    if (Date.parse(text.slice(start, end)) < moment)
      text = text.slice(0, start) + formatTimestamp(new Date(moment)) + text.slice(end);
  }
  return text;
}
