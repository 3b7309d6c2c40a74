import { type Db, sql } from '../db/sql.ts';

export const REMOVED_REASON = 'this listing was removed, and is not imported again';

/** Those of these listings whose URL is never imported again. */
export const findRemovedListings = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(
        sql`select listing_id as id from removed_listing where listing_id = any (${ids}::uuid[])`,
      )
    ).map(({ id }) => id),
  );
