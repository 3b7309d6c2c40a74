import { type Db, sql } from '../db/sql.ts';

/** Listings to look at again though nothing was observed: photos arrive late and prices converge. */
export const findDueListings = async (db: Db, now: Date, count: number): Promise<string[]> => {
  const rows = await db.rows<{ listingId: string }>(sql`
    select listing_id as "listingId" from listing_feature where retry_at <= ${now} order by retry_at limit ${count}`);
  return rows.map(({ listingId }) => listingId);
};
