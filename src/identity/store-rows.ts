import { columnArray } from '../db/array-text.ts';
import { onNode, onNodeLater } from '../db/node-functions.ts';
import { PUSHED } from '../db/pushed-insert.ts';
import { type Db, plainArray, preparedSql, sql } from '../db/sql.ts';
import { recordedTable } from '../properties/recorded-columns.ts';
import type { AssignmentEvidence } from './decide.ts';
import { FEATURE_VERSION, type ListingFeature } from './feature.ts';
import { type FeatureReader, serializeFeature, storedFeature } from './feature-bytes.ts';
import type { ClusterMember, ManualOverride } from './neighbourhood.ts';
import { packEvidence, packLevels } from './packed-evidence.ts';
import type { PairScore } from './score.ts';
import { BORDERLINE_BITS, NEIGHBOUR_MIN_BITS } from './thresholds.ts';

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
  const rows = await db.rows<{ listingId: string; feature: Buffer }>(
    onNode(
      sql`select listing_id as "listingId", ${storedFeature} as feature from listing_feature where listing_id = any (${plainArray(listingIds)}::uuid[])`,
    ),
  );
  return rows.map(({ listingId, feature }) => reader.read(listingId, feature));
};

interface StoredMember extends Omit<MemberRow, 'feature' | 'former' | 'strong'> {
  listingId: string;
  feature: Buffer;
  former: string | null;
  strong: string | null;
}

/** These listings with all of their properties. Lists of ids come as one text: reading arrays took longer than the rest of the row. */
export async function loadMembers(
  db: Db,
  listingIds: readonly string[],
  reader: FeatureReader,
): Promise<MemberRow[]> {
  const rows = await db.rows<StoredMember>(
    onNode(sql`
    select listing_id as "listingId", ${storedFeature} as feature, property_id as "propertyId", keyed as posted, feature_version <> ${FEATURE_VERSION}::int as "hasFormerKeys",
           joined_at as since, property_created_at as "bornAt",
           (select string_agg(past.property_id::text, ' ' order by past.joined_at desc) from listing_property_history as past
            where past.listing_id = member.listing_id and past.property_id <> member.property_id) as former,
           (select coalesce(json_agg(json_build_object('other', manual.other_id, 'together', manual.must_link)), '[]')
            from listing_override as manual where manual.listing_id = member.listing_id) as overrules,
           (select string_agg(edge.other_id::text, ' ') from listing_edge as edge
            where edge.listing_id = member.listing_id and edge.score >= ${NEIGHBOUR_MIN_BITS}::real) as strong
    from listing_feature as member
    where member.property_id in (select property_id from listing_feature where listing_id = any (${plainArray(listingIds)}::uuid[]))`),
  );
  return rows.map(({ listingId, ...row }) => ({
    ...row,
    feature: reader.read(listingId, row.feature),
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
  evidence: AssignmentEvidence;
}

export interface EdgeRow {
  one: string;
  other: string;
  evidence: PairScore;
  model: string;
}

const featureTable = recordedTable<FeatureRow>(
  'given',
  [
    { name: 'listing_id', type: 'uuid', pick: ({ feature }) => feature.listingId },
    { name: 'property_id', type: 'uuid', pick: ({ propertyId }) => propertyId },
    { name: 'property_created_at', type: 'timestamptz', pick: ({ bornAt }) => bornAt },
    { name: 'joined_at', type: 'timestamptz', pick: ({ since }) => since },
    { name: 'packed', type: 'bytea', pick: ({ feature }) => serializeFeature(feature) },
    { name: 'feature_version', type: 'int', pick: () => FEATURE_VERSION },
    { name: 'transaction_type', type: 'text', pick: ({ feature }) => feature.transaction },
    { name: 'zone', type: 'text', pick: ({ feature }) => feature.zone },
    { name: 'expired_at', type: 'timestamptz', pick: ({ feature }) => expiredAt(feature) },
    { name: 'retry_at', type: 'timestamptz', pick: ({ retryAt }) => retryAt },
  ],
  1,
);
const expiredAt = ({ to }: ListingFeature): Date | undefined => (to === undefined ? undefined : new Date(to));

const putStatement = preparedSql(`
  insert into listing_feature (listing_id, property_id, property_created_at, joined_at, packed, feature_version,
                               transaction_type, zone, expired_at, retry_at)
  ${featureTable.text} where ${PUSHED}
  on conflict (listing_id) do update set
    property_id = excluded.property_id, property_created_at = excluded.property_created_at, joined_at = excluded.joined_at,
    feature = null, packed = excluded.packed, feature_version = excluded.feature_version,
    transaction_type = excluded.transaction_type, zone = excluded.zone, expired_at = excluded.expired_at, keyed = true,
    retry_at = excluded.retry_at`);

export async function putFeatures(db: Db, rows: readonly FeatureRow[]): Promise<void> {
  if (rows.length > 0) await db.rows(onNodeLater(putStatement(...featureTable.bind(rows))));
}

export async function putHistory(db: Db, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.rows(
    onNodeLater(sql`
    insert into listing_property_history (listing_id, joined_at, property_id, decision, evidence)
    select listing_id, joined_at, property_id, decision, evidence
    from unnest(
      ${plainArray(rows.map(({ listingId }) => listingId))}::uuid[],
      ${columnArray(rows, 'timestamptz', ({ joinedAt }) => joinedAt)}::timestamptz[],
      ${plainArray(rows.map(({ propertyId }) => propertyId))}::uuid[], ${rows.map(({ decision }) => decision)}::text[],
      ${columnArray(rows, 'json', ({ evidence }) => JSON.stringify(packEvidence(evidence)))}::json[]
    ) as given (listing_id, joined_at, property_id, decision, evidence)
    where exists (select from listing) is not null
    on conflict do nothing`),
  );
}

export async function dropEdges(db: Db, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length === 0) return;
  await db.rows(sql`
    with own as (delete from listing_edge where listing_id = any (${listingIds}::uuid[]) returning listing_id, other_id)
    delete from listing_edge using own where listing_edge.listing_id = own.other_id and listing_edge.other_id = own.listing_id`);
}

/** Of these alone a person is shown why they are alike. */
const isBorderline = ({ evidence: { score } }: EdgeRow): boolean =>
  score >= BORDERLINE_BITS.least && score <= BORDERLINE_BITS.most;

/** Each edge is kept from both of its ends. */
export async function putEdges(db: Db, edges: readonly EdgeRow[]): Promise<void> {
  if (edges.length === 0) return;
  await db.rows(
    onNodeLater(sql`
    insert into listing_edge (listing_id, other_id, score, levels, model)
    select side.one, side.other, given.score, given.levels, given.model
    from unnest(
      ${plainArray(edges.map(({ one }) => one))}::uuid[], ${plainArray(edges.map(({ other }) => other))}::uuid[],
      ${plainArray(edges.map(({ evidence }) => evidence.score))}::real[],
      ${columnArray(edges, 'json', (edge) => (isBorderline(edge) ? JSON.stringify(packLevels(edge.evidence.levels)) : null))}::json[],
      ${columnArray(edges, 'text', (edge) => (isBorderline(edge) ? edge.model : null))}::text[]
    ) as given (one, other, score, levels, model)
    cross join lateral (values (given.one, given.other), (given.other, given.one)) as side (one, other)
    where exists (select from listing) is not null order by 1, 2
    on conflict (listing_id, other_id) do update set score = excluded.score, levels = excluded.levels, model = excluded.model`),
  );
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
