import { type Db, plainArray, sql } from '../db/sql.ts';
import type { BlockingKey } from './blocking-keys.ts';
import { FEATURE_VERSION, type ListingFeature } from './feature.ts';
import type { ManualOverride } from './neighbourhood.ts';
import { packFeature } from './packed-feature.ts';
import type { PairScore } from './score.ts';
import { photoColumn } from './store-reads.ts';

/** A listing as it now stands for identity. */
export interface FeatureRow {
  feature: ListingFeature;
  propertyId: string;
  bornAt: Date;
  since: Date;
  retryAt: Date | undefined;
}

export interface HistoryRow {
  listingId: string;
  joinedAt: Date;
  propertyId: string;
  decision: string;
  evidence: object;
}

export interface EdgeRow {
  one: string;
  other: string;
  evidence: PairScore;
  model: string;
}

export interface PostedKeys {
  listingId: string;
  keys: readonly BlockingKey[];
}

export async function putFeatures(db: Db, rows: readonly FeatureRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ feature, propertyId, bornAt, since, retryAt }) => ({
    listing_id: feature.listingId,
    property_id: propertyId,
    property_created_at: bornAt,
    joined_at: since,
    feature: packFeature(feature),
    transaction_type: feature.transaction,
    zone: feature.zone,
    expired_at: feature.to === undefined ? undefined : new Date(feature.to),
    retry_at: retryAt,
  }));
  await db.rows(sql`
    insert into listing_feature (listing_id, property_id, property_created_at, joined_at, feature, feature_version,
                                 transaction_type, zone, expired_at, retry_at)
    select listing_id, property_id, property_created_at, joined_at, feature, ${FEATURE_VERSION}, transaction_type, zone, expired_at, retry_at
    from json_to_recordset(${JSON.stringify(given)}::json) as given (
      listing_id uuid, property_id uuid, property_created_at timestamptz, joined_at timestamptz, feature json, transaction_type text,
      zone text, expired_at timestamptz, retry_at timestamptz)
    on conflict (listing_id) do update set
      property_id = excluded.property_id, property_created_at = excluded.property_created_at, joined_at = excluded.joined_at,
      feature = excluded.feature, feature_version = excluded.feature_version, transaction_type = excluded.transaction_type,
      zone = excluded.zone, expired_at = excluded.expired_at, keyed = true, retry_at = excluded.retry_at`);
}

export async function putHistory(db: Db, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ listingId, joinedAt, propertyId, decision, evidence }) => ({
    listing_id: listingId,
    joined_at: joinedAt,
    property_id: propertyId,
    decision,
    evidence,
  }));
  await db.rows(sql`
    insert into listing_property_history (listing_id, joined_at, property_id, decision, evidence)
    select * from json_to_recordset(${JSON.stringify(given)}::json) as given (
      listing_id uuid, joined_at timestamptz, property_id uuid, decision text, evidence json)
    on conflict do nothing`);
}

/**
 * The keys of listings that had none. Without looking for a conflict first, which takes as long again; there is none to be found while
 * keys and feature come and go together.
 */
export async function putFirstKeys(db: Db, posted: readonly PostedKeys[]): Promise<void> {
  if (posted.length === 0) return;
  const { keys, ids, whose, photos } = toColumns(posted);
  await db.rows(sql`
    insert into listing_key (key, listing_id, photo)
    select distinct key, (${ids}::uuid[])[whose], photo
    from unnest(${keys}::bigint[], ${whose}::int[], ${photos}::bigint[]) as posted (key, whose, photo)
    order by key`);
}

export async function putKeys(db: Db, posted: readonly PostedKeys[]): Promise<void> {
  if (posted.length === 0) return;
  const { keys, ids, whose, photos } = toColumns(posted);
  await db.rows(sql`
    insert into listing_key (key, listing_id, photo)
    select key, (${ids}::uuid[])[whose], photo
    from unnest(${keys}::bigint[], ${whose}::int[], ${photos}::bigint[]) as posted (key, whose, photo)
    order by key on conflict do nothing`);
}

/** The keys of the former feature are computed again rather than kept in an index of their own. */
export async function dropKeys(db: Db, posted: readonly PostedKeys[]): Promise<void> {
  if (posted.length === 0) return;
  const { keys, ids, whose } = toColumns(posted);
  await db.rows(sql`
    delete from listing_key using unnest(${keys}::bigint[], ${whose}::int[]) as gone (key, whose)
    where listing_key.key = gone.key and listing_key.listing_id = (${ids}::uuid[])[gone.whose]`);
}

/** The listing of a key is sent as a number from 1: its id, forty times over, was half of the bytes sent. */
function toColumns(posted: readonly PostedKeys[]) {
  const all = posted.flatMap(({ keys }) => keys);
  return {
    keys: plainArray(all.map(({ key }) => key)),
    ids: plainArray(posted.map(({ listingId }) => listingId)),
    whose: plainArray(posted.flatMap(({ keys }, at) => keys.map(() => at + 1))),
    photos: plainArray(all.map((key) => photoColumn(key))),
  };
}

export async function dropEdges(db: Db, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length === 0) return;
  await db.rows(sql`
    with own as (delete from listing_edge where listing_id = any (${listingIds}::uuid[]) returning listing_id, other_id)
    delete from listing_edge using own where listing_edge.listing_id = own.other_id and listing_edge.other_id = own.listing_id`);
}

/** Each edge is kept from both of its ends. */
export async function putEdges(db: Db, edges: readonly EdgeRow[]): Promise<void> {
  if (edges.length === 0) return;
  const given = edges.map(({ one, other, evidence, model }) => ({
    one,
    other,
    score: evidence.score,
    levels: evidence.levels,
    model,
  }));
  await db.rows(sql`
    insert into listing_edge (listing_id, other_id, score, levels, model)
    select side.one, side.other, edge.score, edge.levels, edge.model
    from json_to_recordset(${JSON.stringify(given)}::json) as edge (one uuid, other uuid, score real, levels json, model text)
    cross join lateral (values (edge.one, edge.other), (edge.other, edge.one)) as side (one, other)
    order by 1, 2
    on conflict (listing_id, other_id) do update set score = excluded.score, levels = excluded.levels, model = excluded.model`);
}

export async function moveFeatures(
  db: Db,
  moved: readonly { listingId: string; propertyId: string; bornAt: Date; since: Date }[],
): Promise<void> {
  if (moved.length === 0) return;
  await db.rows(sql`
    update listing_feature set property_id = moved.property_id, property_created_at = moved.born_at, joined_at = moved.since
    from unnest(${moved.map(({ listingId }) => listingId)}::uuid[], ${moved.map(({ propertyId }) => propertyId)}::uuid[],
                ${moved.map(({ bornAt }) => bornAt)}::timestamptz[], ${moved.map(({ since }) => since)}::timestamptz[])
      as moved (listing_id, property_id, born_at, since)
    where listing_feature.listing_id = moved.listing_id`);
}

/** Stores each override from both of its sides. */
export async function putOverrides(db: Db, rows: readonly ManualOverride[]): Promise<void> {
  if (rows.length === 0) return;
  const both = rows.flatMap((row) => [row, { ...row, one: row.other, other: row.one }]);
  await db.rows(sql`
    insert into listing_override (listing_id, other_id, must_link, decided_at, decision_id)
    select one, other, must_link, decided_at, decision_id
    from unnest(${both.map(({ one }) => one)}::uuid[], ${both.map(({ other }) => other)}::uuid[],
                ${both.map(({ together }) => together)}::boolean[], ${both.map(({ decidedAt }) => decidedAt)}::timestamptz[],
                ${both.map(({ decisionId }) => decisionId)}::uuid[]) as given (one, other, must_link, decided_at, decision_id)
    on conflict (listing_id, other_id) do update set must_link = excluded.must_link, decided_at = excluded.decided_at,
      decision_id = excluded.decision_id`);
}
