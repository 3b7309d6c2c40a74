import { type Db, firstRow, sql } from '../db/sql.ts';

/** A URL that is never imported again. */
export interface RemovedListing {
  /** A digest of the URL. */
  listingId: string;
  removedAt: Date;
  reason: string | null;
  /** When the last byte of it was erased; null while that is under way. */
  erasedAt: Date | null;
}

/** One whose bytes are not erased yet, with the properties that showed it. */
export interface UnerasedListing {
  listingId: string;
  propertyIds: string[];
}

const columns = sql`listing_id as "listingId", removed_at as "removedAt", reason, erased_at as "erasedAt"`;

export const putRemoved = (
  db: Db,
  { listingId, reason }: { listingId: string; reason: string | null },
): Promise<unknown> =>
  db.rows(sql`
    insert into removed_listing (listing_id, removed_at, reason) values (${listingId}, statement_timestamp(), ${reason})
    on conflict (listing_id) do update set removed_at = excluded.removed_at, erased_at = null, reason = coalesce(excluded.reason, removed_listing.reason)`);

/** Their prices are taken out of valuation models, too. */
export const addProperties = (db: Db, listingId: string, propertyIds: readonly string[]): Promise<unknown> =>
  db.rows(sql`
    update removed_listing set property_ids = array(select distinct unnest(property_ids || ${propertyIds}::uuid[]))
    where listing_id = ${listingId}`);

export const findRemoved = (db: Db, listingId: string): Promise<RemovedListing | undefined> =>
  firstRow(db, sql`select ${columns} from removed_listing where listing_id = ${listingId}`);

export const selectUnerased = (db: Db): Promise<UnerasedListing[]> =>
  db.rows(sql`
    select listing_id as "listingId", property_ids as "propertyIds" from removed_listing where erased_at is null order by removed_at`);

export const markErased = (db: Db, listingIds: readonly string[], now: Date): Promise<unknown> =>
  db.rows(sql`update removed_listing set erased_at = ${now} where listing_id = any (${listingIds}::uuid[])`);
