import { formatTimestamp } from '../lib/timestamp.ts';

/** When listings were last seen, in milliseconds, by the id of the listing. */
export type LastSeenTimes = ReadonlyMap<string, number>;

/** As the table of visits tells them. */
export const parseLastSeenTimes = (visits: Readonly<Record<string, string>>): LastSeenTimes =>
  new Map(Object.entries(visits).map(([listingId, seen]) => [listingId, Date.parse(seen)]));

const LAST_SEEN_MEMBER = '"lastSeenAt":"';

/**
 * A flat document, written, with the newest visits of its listings. In the text itself: to read and write it again takes twenty times
 * as long. No text of an advertiser can look like a member, as quotes inside of it are escaped.
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
