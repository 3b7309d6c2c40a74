import type { Db } from '../db/sql.ts';
import { selectLiveListings } from '../properties/visits.ts';
import type { Observation } from './observation.ts';

const PAGE_ROWS = 1_000;

/** A full feed that would take away more than this share of a source is more likely broken than true. */
export const MAX_ABSENT_SHARE = 0.5;

export type AbsentListings =
  | { outcome: 'expire'; observations: Observation[] }
  | { outcome: 'too many'; absent: number; live: number };

/**
 * The listings of a source that a full feed did not name, as visits that found them gone. Where as many records could not be read, they may be
 * those, and none is taken for gone.
 */
export async function findAbsentListings(
  db: Db,
  source: { id: string; slug: string },
  feed: { seen: ReadonlySet<string>; unread: number; observedAt: string; evenIfMost: boolean },
): Promise<AbsentListings> {
  const observations: Observation[] = [];
  let live = 0;
  for (let after: string | undefined; ; ) {
    const page = await selectLiveListings(db, source.id, after, PAGE_ROWS);
    live += page.length;
    for (const { listingId, url } of page) {
      if (feed.seen.has(listingId)) continue;
      observations.push({
        source: source.slug,
        url,
        observedAt: feed.observedAt,
        kind: 'expired',
        payload: null,
      });
    }
    after = page.at(-1)?.listingId;
    if (page.length < PAGE_ROWS) break;
  }
  if (observations.length <= feed.unread) return { outcome: 'expire', observations: [] };
  const tooMany = observations.length > live * MAX_ABSENT_SHARE && !feed.evenIfMost;
  return tooMany
    ? { outcome: 'too many', absent: observations.length, live }
    : { outcome: 'expire', observations };
}
