import { type Db, sql } from '../../src/db/sql.ts';
import { formatTimestamp } from '../../src/lib/timestamp.ts';
import { selectDocuments } from '../../src/properties/store.ts';

/** Flat results read and written plainly, observation by observation: the reference for every faster path. */
export async function createPlainProperties(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await selectDocuments(db, ids);
  const visits = await db.rows<{ listingId: string; seenAt: Date }>(sql`
    select listing_id as "listingId", last_seen_at as "seenAt" from listing_visit
    where property_id = any (${ids}::uuid[])`);
  const seen = new Map(visits.map(({ listingId, seenAt }) => [listingId, seenAt]));
  const written = rows.map(({ document }) => {
    for (const listing of document.listings)
      listing.lastSeenAt = formatTimestamp(seen.get(listing.id) ?? new Date(listing.lastSeenAt));
    return [document.id, JSON.stringify(document)] as const;
  });
  const byId = new Map(written);
  return ids.flatMap((id) => byId.get(id) ?? []);
}
