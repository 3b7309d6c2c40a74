import { type Db, plainArray, sql } from '../db/sql.ts';
import { FEATURE_VERSION, type ListingFeature } from './feature.ts';
import type { ClusterMember } from './neighbourhood.ts';
import type { FeatureReader } from './read-features.ts';
import { LINK_MIN_BITS } from './thresholds.ts';

export interface MemberRow extends Omit<ClusterMember, 'propertyId' | 'since' | 'bornAt'> {
  propertyId: string;
  since: Date;
  bornAt: Date;
  /** Listings it has a strong edge to. */
  strong: string[];
}

/** Serialises assignments of one zone of a region. Locks are taken in order; a deadlock over a wrongly stated town is retried. */
export async function lockZones(db: Db, zones: readonly string[]): Promise<void> {
  await db.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(concat(nullif(current_schema(), 'public'), 'identity ', zone), 0))
    from (select unnest(${[...new Set(zones)].sort()}::text[]) as zone order by 1) as wanted`);
}

export const loadFeatures = async (
  db: Db,
  listingIds: readonly string[],
  reader: FeatureReader,
): Promise<ListingFeature[]> => {
  const rows = await db.rows<{ feature: string }>(
    sql`select feature::text as feature from listing_feature where listing_id = any (${plainArray(listingIds)}::uuid[])`,
  );
  return rows.map(({ feature }) => reader.read(feature));
};

interface StoredMember extends Omit<MemberRow, 'feature' | 'former' | 'strong'> {
  feature: string;
  former: string | null;
  strong: string | null;
}

/** These listings with all of their properties. Lists of ids come as one text: reading arrays took longer than the rest of the row. */
export async function loadMembers(
  db: Db,
  listingIds: readonly string[],
  reader: FeatureReader,
): Promise<MemberRow[]> {
  const rows = await db.rows<StoredMember>(sql`
    select feature::text as feature, property_id as "propertyId", keyed as posted, feature_version <> ${FEATURE_VERSION} as "hasFormerKeys",
           joined_at as since, property_created_at as "bornAt",
           (select string_agg(past.property_id::text, ' ' order by past.joined_at desc) from listing_property_history as past
            where past.listing_id = member.listing_id and past.property_id <> member.property_id) as former,
           (select coalesce(json_agg(json_build_object('other', manual.other_id, 'together', manual.must_link)), '[]')
            from listing_override as manual where manual.listing_id = member.listing_id) as overrules,
           (select string_agg(edge.other_id::text, ' ') from listing_edge as edge
            where edge.listing_id = member.listing_id and edge.score >= ${LINK_MIN_BITS}) as strong
    from listing_feature as member
    where member.property_id in (select property_id from listing_feature where listing_id = any (${plainArray(listingIds)}::uuid[]))`);
  return rows.map((row) => ({
    ...row,
    feature: reader.read(row.feature),
    former: row.former?.split(' ') ?? [],
    strong: row.strong?.split(' ') ?? [],
  }));
}

/** Those of these property ids that have listings. */
export const loadUsedIds = async (db: Db, propertyIds: readonly string[]): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct property_id::text as id from listing_feature where property_id = any (${propertyIds}::uuid[])`);
  return rows.map(({ id }) => id);
};
