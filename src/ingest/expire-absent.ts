import { allRegions } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { selectLiveListings } from '../properties/visits.ts';
import type { Observation } from './observation.ts';

const PAGE_ROWS = 1_000;

/** A full feed that would expire more than this share of its source is more likely broken than correct. */
export const MAX_ABSENT_SHARE = 0.5;

export type AbsentListings =
  | { outcome: 'expire'; observations: Observation[] }
  | { outcome: 'too many'; absent: number; live: number };

async function* scanLiveListings(
  db: Db,
  sourceId: string,
): AsyncGenerator<{ listingId: string; url: string }> {
  for (const region of allRegions(db)) {
    for (let after: string | undefined; ; ) {
      const page = await selectLiveListings(region, sourceId, after, PAGE_ROWS);
      yield* page;
      after = page.at(-1)?.listingId;
      if (page.length < PAGE_ROWS) break;
    }
  }
}

/**
 * The listings of a source that a full feed does not name, as observations of kind `expired`. When at least as many
 * records could not be read, those may be the absent listings, and none expires.
 */
export async function findAbsentListings(
  db: Db,
  source: { id: string; slug: string },
  feed: { seen: ReadonlySet<string>; unread: number; observedAt: string; force: boolean },
): Promise<AbsentListings> {
  const observations: Observation[] = [];
  let live = 0;
  for await (const { listingId, url } of scanLiveListings(db, source.id)) {
    live += 1;
    if (feed.seen.has(listingId)) continue;
    observations.push({
      source: source.slug,
      url,
      observedAt: feed.observedAt,
      kind: 'expired',
      payload: null,
    });
  }
  if (observations.length <= feed.unread) return { outcome: 'expire', observations: [] };
  const tooMany = observations.length > live * MAX_ABSENT_SHARE && !feed.force;
  return tooMany
    ? { outcome: 'too many', absent: observations.length, live }
    : { outcome: 'expire', observations };
}
