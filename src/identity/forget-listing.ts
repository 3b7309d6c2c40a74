import { type Db, sql } from '../db/sql.ts';

/** The properties a listing has ever belonged to. */
export const selectFormerProperties = async (db: Db, listingId: string): Promise<string[]> =>
  (
    await db.rows<{ propertyId: string }>(
      sql`select distinct property_id as "propertyId" from listing_property_history where listing_id = ${listingId}`,
    )
  ).map(({ propertyId }) => propertyId);

/** Deletes what identity knows of a listing: features with the hashes of its photos, keys, scores and decisions. */
export async function forgetListing(db: Db, listingId: string): Promise<void> {
  await db.rows(sql`delete from listing_feature where listing_id = ${listingId}`);
  // The keys have no index by listing; a removal is rare.
  await db.rows(sql`delete from listing_key where listing_id = ${listingId}`);
  await db.rows(sql`delete from listing_photo where listing_id = ${listingId}`);
  await db.rows(sql`delete from listing_edge where listing_id = ${listingId} or other_id = ${listingId}`);
  await db.rows(sql`delete from listing_override where listing_id = ${listingId} or other_id = ${listingId}`);
  await db.rows(
    sql`delete from grouping_decision where (listing_ids || other_ids) @> array[${listingId}::uuid]`,
  );
  await db.rows(sql`
    delete from listing_property_history where listing_id = ${listingId} or strpos(evidence::text, ${listingId}) > 0`);
}
