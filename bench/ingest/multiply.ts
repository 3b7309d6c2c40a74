import { type Db, sql } from '../../src/db/sql.ts';
import { hash52 } from '../../src/identity/keys.ts';

const BANDS = 4;
const BAND_VALUES = 65_536;

/** Copies are numbered by powers of two, so that copies of copies differ too; the mask sets bits enough to make the photo another one. */
const bandMask = (copy: number): number => copy * 2_731;
const photoMask = (copy: number): string => {
  const band = BigInt(bandMask(copy));
  return BigInt.asIntN(64, (band << 48n) | (band << 32n) | (band << 16n) | band).toString();
};

/** Every key a photo can have, so that the photos of a copied market are other photos under other keys. */
async function photoKeys(db: Db): Promise<void> {
  await db.rows(
    sql`create table if not exists bench_photo_key (key bigint primary key, band int, value int, unique (band, value))`,
  );
  for (let band = 0; band < BANDS; band += 1) {
    const keys = Array.from({ length: BAND_VALUES }, (_, value) => hash52(`photo/${band}/${value}`));
    await db.rows(sql`
      insert into bench_photo_key select key, ${band}, value - 1
      from unnest(${keys}::bigint[]) with ordinality as made (key, value) on conflict do nothing`);
  }
}

/**
 * Adds a copy of all that is known, as the market of as many other towns: other ids, other keys, other photos. An hour of feeding
 * becomes minutes of copying. What it does not show is zones that grow denser, which feeding shows.
 */
export async function multiply(db: Db, copy: number): Promise<void> {
  if (copy === 1) await photoKeys(db);
  const salt = ` ${copy}`;
  await db.rows(sql`
    insert into listing_key (key, listing_id, photo)
    select coalesce(other.key, listing_key.key # (${copy}::bigint << 53)::bigint), md5(listing_id || ${salt})::uuid,
           case when photo.key is null then listing_key.photo
                else listing_key.photo # (${photoMask(copy)}::bigint) end
    from listing_key left join bench_photo_key as photo using (key)
    left join bench_photo_key as other on other.band = photo.band and other.value = (photo.value # ${bandMask(copy)}::int)
    order by 1 on conflict do nothing`);
  await db.rows(sql`
    insert into listing_feature (listing_id, property_id, property_born_at, joined_at, feature, feature_version,
                                 transaction_type, zone, expired_at, keyed, retry_at)
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, property_born_at, joined_at,
           replace(feature::text, listing_id::text, md5(listing_id || ${salt})::uuid::text)::json, feature_version,
           transaction_type, zone, expired_at, keyed, retry_at
    from listing_feature on conflict do nothing`);
  await db.rows(sql`
    insert into listing_edge
    select md5(listing_id || ${salt})::uuid, md5(other_id || ${salt})::uuid, score, levels, model from listing_edge on conflict do nothing`);
  await db.rows(sql`
    insert into listing_property_history
    select md5(listing_id || ${salt})::uuid, joined_at, md5(property_id || ${salt})::uuid, decision, evidence
    from listing_property_history on conflict do nothing`);
  await copyRecords(db, salt);
}

async function copyRecords(db: Db, salt: string): Promise<void> {
  await db.rows(sql`
    insert into listing (listing_id, property_id, source_id, url, state, payload_hash, expired_at, price_coherent)
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, source_id, url || ${salt}, state, payload_hash,
           expired_at, price_coherent from listing on conflict do nothing`);
  await db.rows(sql`
    insert into listing_visit
    select md5(property_id || ${salt})::uuid, md5(listing_id || ${salt})::uuid, source_id, live, last_seen_at from listing_visit
    on conflict do nothing`);
  await db.rows(sql`
    insert into property (property_id, created_at, document, revision_id, expired, updated_at, listing_ids)
    select md5(property_id || ${salt})::uuid, created_at, document, revision_id, expired, updated_at,
           array(select md5(id || ${salt})::uuid from unnest(listing_ids) as id)
    from property where document is not null on conflict do nothing`);
  await db.rows(sql`
    insert into property_change (property_id, revision_id, occurred_at, recorded_at, kinds, listing_id, listing_events, changes, before, after)
    select md5(property_id || ${salt})::uuid, revision_id, occurred_at, recorded_at, kinds, listing_id, listing_events, changes, before, after
    from property_change on conflict do nothing`);
  await db.rows(sql`
    insert into raw_observation
    select md5(listing_id || ${salt})::uuid, observed_at, source_id, received_at, body from raw_observation on conflict do nothing`);
  await db.rows(sql`
    insert into market_sample
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, transaction_type, property_type, price_per_area, region_id,
           subregion_id, place_ids, noted_at from market_sample on conflict do nothing`);
}
