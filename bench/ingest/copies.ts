import { type Db, joinSql, type Sql, sql } from '../../src/db/sql.ts';
import { KEY_COLUMNS } from '../../src/identity/key-store.ts';

/** The tables of a market, without documents. */
const TABLES = [
  ...[
    'listing_key',
    'listing_photo',
    'listing_feature',
    'listing_edge',
    'listing_property_history',
    'listing',
    'listing_visit',
  ],
  ...['property', 'property_change', 'raw_history', 'market_sample', 'publisher', 'publisher_identity'],
  ...['property_search', 'property_search_words', 'property_search_log'],
];

/** Stores the present rows as the source of copies. */
export async function moveRowsAside(db: Db): Promise<void> {
  for (const table of TABLES)
    await db.rows({ text: `create unlogged table base_${table} as table ${table}`, values: [] });
}

/** The mask changes enough bits to make another photo. */
const halfMask = (copy: number): number => Math.imul(copy * 2_731, 0x10001) >>> 0;
/** Below 2^31: the sign of a key stays. */
const keyMask = (copy: number): number => Math.imul(copy, 0x9e3779b1) & 0x7fffffff;
const photoMask = (copy: number): string => {
  const half = BigInt(halfMask(copy));
  return BigInt.asIntN(64, (half << 32n) | half).toString();
};

/**
 * Adds a copy as the market of as many other towns: other ids, zones, keys, photos and agencies. An hour of ingest becomes minutes
 * of copying. A region twice as large has twice the towns, not denser towns: the cost of density shows in ingest itself.
 * Copies have search rows, but no documents and no states: ingest never reads those of other towns.
 */
export async function addCopy(db: Db, copy: number): Promise<void> {
  const salt = ` ${copy}`;
  for (const statement of [...identityCopies(copy, salt), ...recordCopies(salt), ...searchCopies(salt)])
    await db.rows(statement);
}

function identityCopies(copy: number, salt: string): Sql[] {
  return [
    sql`
    insert into listing_key (listing_id, ${joinSql(KEY_COLUMNS, ', ')})
    select md5(listing_id || ${salt})::uuid, ${joinSql(
      KEY_COLUMNS.map((column) => sql`${column} # ${keyMask(copy)}::int`),
      ', ',
    )}
    from base_listing_key order by key_0`,
    sql`
    insert into listing_photo (photo, listing_id)
    select photo # (${photoMask(copy)}::bigint), md5(listing_id || ${salt})::uuid from base_listing_photo order by 1`,
    sql`
    insert into listing_feature (listing_id, property_id, property_created_at, joined_at, packed, feature_version,
                                 transaction_type, zone, expired_at, keyed, retry_at)
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, property_created_at, joined_at,
           packed, feature_version, transaction_type, zone || ${salt}, expired_at, keyed, retry_at
    from base_listing_feature order by 1`,
    sql`
    insert into listing_edge
    select md5(listing_id || ${salt})::uuid, md5(other_id || ${salt})::uuid, score, levels, model from base_listing_edge order by 1, 2`,
    sql`
    insert into listing_property_history
    select md5(listing_id || ${salt})::uuid, joined_at, md5(property_id || ${salt})::uuid, decision, evidence
    from base_listing_property_history order by 1`,
  ];
}

const recordCopies = (salt: string): Sql[] => [
  sql`
    insert into listing (listing_id, property_id, source_id, url, state, payload_hash, expired_at, price_coherent)
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, source_id, url || ${salt}, '{}', payload_hash,
           expired_at, price_coherent from base_listing order by 1`,
  sql`
    insert into listing_visit
    select md5(property_id || ${salt})::uuid, md5(listing_id || ${salt})::uuid, last_seen_at from base_listing_visit
    order by 1, 2`,
  sql`
    insert into property (property_id, created_at, revision_id, expired, updated_at, listing_ids)
    select md5(property_id || ${salt})::uuid, created_at, revision_id, expired, updated_at,
           array(select md5(id || ${salt})::uuid from unnest(listing_ids) as id)
    from base_property where merged_into is null order by 1`,
  // Matched and collected long ago.
  sql`
    insert into property_change
      (property_id, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_id, listing_events, changes, match_due_at)
    select md5(property_id || ${salt})::uuid, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_id, '[]', changes, null
    from base_property_change order by 1`,
  sql`
    insert into raw_history (listing_id, part, received_from, latest_observed_at, body)
    select md5(listing_id || ${salt})::uuid, part, received_from, latest_observed_at, body
    from base_raw_history order by 1`,
  sql`
    insert into market_sample
    select md5(listing_id || ${salt})::uuid, md5(property_id || ${salt})::uuid, transaction_type, property_type, price_per_area, region_id,
           subregion_id, division_ids, sampled_at from base_market_sample order by 1`,
  sql`
    insert into publisher
    select md5(publisher_id || ${salt})::uuid, publisher_type, agency_name, professional_card_number, website, created_at from base_publisher`,
  sql`
    insert into publisher_identity select identity || ${salt}, md5(publisher_id || ${salt})::uuid from base_publisher_identity`,
];

/** Whole rows with all columns of the catalogue and another key. */
const searchCopies = (salt: string): Sql[] =>
  ['property_search', 'property_search_words', 'property_search_log'].flatMap((table) => [
    { text: `create temporary table copied as table base_${table}`, values: [] },
    sql`update copied set property_id = md5(property_id || ${salt})::uuid`,
    { text: `insert into ${table} select * from copied order by property_id`, values: [] },
    sql`drop table copied`,
  ]);
