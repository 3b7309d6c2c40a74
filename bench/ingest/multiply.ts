import { type Db, sql } from '../../src/db/sql.ts';
import { BAND_BITS, bandsOf, PHOTO_KEYS } from '../../src/identity/keys.ts';

/** Copies are numbered by powers of two, so that copies of copies differ too; the mask sets bits enough to make the photo another one. */
const halfMask = (copy: number): number => Math.imul(copy * 2_731, 0x10001) >>> 0;
const photoMask = (copy: number): string => {
  const half = BigInt(halfMask(copy));
  return BigInt.asIntN(64, (half << 32n) | half).toString();
};

/**
 * Adds a copy of all that is known, as the market of as many other towns: other ids, other keys, other photos. An hour of feeding
 * becomes minutes of copying. What it does not show is zones that grow denser, which feeding shows. Copies have no document and no state:
 * nothing that is fed in reads those of other towns, and writing them took most of the time.
 */
export async function multiply(db: Db, copy: number): Promise<void> {
  const salt = ` ${copy}`;
  const masks = bandsOf(halfMask(copy), halfMask(copy));
  const isPhoto = sql`key between ${PHOTO_KEYS}::bigint and ${PHOTO_KEYS + 2 ** (BAND_BITS + 2)}::bigint`;
  await db.rows(sql`
    insert into listing_key (key, listing_id, photo)
    select case when ${isPhoto} then key # (${masks}::bigint[])[((key >> ${BAND_BITS}) & 3) + 1] else key # (${copy}::bigint << 53) end,
           md5(listing_id || ${salt})::uuid, case when ${isPhoto} then photo # (${photoMask(copy)}::bigint) else photo end
    from listing_key
    order by 1`);
  await db.rows(sql`
    insert into listing_feature (listing_id, property_id, property_born_at, joined_at, feature, feature_version,
                                 transaction_type, zone, expired_at, keyed, retry_at)
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, property_born_at, joined_at,
           replace(feature::text, listing_id::text, md5(listing_id || ${salt})::uuid::text)::json, feature_version,
           transaction_type, zone, expired_at, keyed, retry_at
    from listing_feature order by 1`);
  await db.rows(sql`
    insert into listing_edge
    select md5(listing_id || ${salt})::uuid, md5(other_id || ${salt})::uuid, score, levels, model from listing_edge order by 1, 2`);
  await db.rows(sql`
    insert into listing_property_history
    select md5(listing_id || ${salt})::uuid, joined_at, md5(property_id || ${salt})::uuid, decision, evidence
    from listing_property_history order by 1`);
  await copyRecords(db, salt);
}

async function copyRecords(db: Db, salt: string): Promise<void> {
  await db.rows(sql`
    insert into listing (listing_id, property_id, source_id, url, state, payload_hash, expired_at, price_coherent)
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, source_id, url || ${salt}, '{}', payload_hash,
           expired_at, price_coherent from listing order by 1`);
  await db.rows(sql`
    insert into listing_visit
    select md5(property_id || ${salt})::uuid, md5(listing_id || ${salt})::uuid, source_id, live, last_seen_at from listing_visit
    order by 1, 2`);
  await db.rows(sql`
    insert into property (property_id, created_at, revision_id, expired, updated_at, listing_ids)
    select md5(property_id || ${salt})::uuid, created_at, revision_id, expired, updated_at,
           array(select md5(id || ${salt})::uuid from unnest(listing_ids) as id)
    from property where merged_into is null order by 1`);
  await db.rows(sql`
    insert into property_change (property_id, revision_id, occurred_at, recorded_at, kinds, listing_id, listing_events, changes)
    select md5(property_id || ${salt})::uuid, revision_id, occurred_at, recorded_at, kinds, listing_id, listing_events, changes
    from property_change order by 1`);
  await db.rows(sql`
    insert into raw_observation (listing_id, observed_at, source_id, received_at, block_id, line)
    select md5(listing_id || ${salt})::uuid, observed_at, source_id, received_at, md5(block_id || ${salt})::uuid, line
    from raw_observation order by 1`);
  await db.rows(sql`
    insert into raw_block select md5(block_id || ${salt})::uuid, received_at, body from raw_block`);
  await db.rows(sql`
    insert into market_sample
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, transaction_type, property_type, price_per_area, region_id,
           subregion_id, place_ids, noted_at from market_sample order by 1`);
}
