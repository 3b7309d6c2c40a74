import type { PropertyResult } from '../catalogue/document.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { type ListingRow, listingColumns } from './listing-rows.ts';
import { deleteSearchRows, writeSearchRows } from './search/write.ts';

/** Follows merges to the property that answers for this id today; merges are rare, so one or two steps. */
export const selectSurvivor = async (db: Db, propertyId: string): Promise<string | undefined> => {
  const row = await firstRow<{ propertyId: string }>(
    db,
    sql`
    with recursive line as (
      select property_id, merged_into from property where property_id = ${propertyId}
      union
      select survivor.property_id, survivor.merged_into
      from property as survivor join line on survivor.property_id = line.merged_into
    )
    select property_id as "propertyId" from line where merged_into is null`,
  );
  return row?.propertyId;
};

/** The same for several ids at once: each with the property that answers for it, if any. */
export const selectSurvivors = (
  db: Db,
  propertyIds: readonly string[],
): Promise<{ id: string; survivorId: string }[]> =>
  db.rows(sql`
    with recursive line as (
      select property_id as id, property_id, merged_into from property where property_id = any(${propertyIds})
      union
      select line.id, survivor.property_id, survivor.merged_into
      from property as survivor join line on survivor.property_id = line.merged_into
    )
    select id, property_id as "survivorId" from line where merged_into is null`);

export interface AffectedProperty {
  propertyId: string;
  mergedInto: string | null;
  listingIds: string[];
  document: PropertyResult | null;
  /** Of the last stored revision. */
  revisionNumber?: number;
}

export interface PropertyRow extends AffectedProperty {
  createdAt: Date;
}

export const selectProperties = (db: Db, ids: readonly string[]): Promise<PropertyRow[]> =>
  db.rows<PropertyRow>(sql`
    select property_id as "propertyId", merged_into as "mergedInto", created_at as "createdAt", listing_ids as "listingIds", document
    from property where property_id = any (${ids}::uuid[])`);

/**
 * Serializes recordings of the same listings and properties. The locks are advisory, because a new property has no
 * row to lock. Listings before properties and each in a fixed order, so that two recordings do not deadlock.
 */
export async function lockForRecording(
  db: Db,
  listingIds: readonly string[],
  propertyIds: readonly string[],
): Promise<void> {
  const names = [
    ...listingIds.toSorted().map((id) => `listing ${id}`),
    ...propertyIds.toSorted().map((id) => `property ${id}`),
  ];
  await db.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`);
}

/** These properties and those of these listings, with all their listings, in one read. */
export async function selectAffected(
  db: Db,
  listingIds: readonly string[],
  propertyIds: readonly string[],
): Promise<{ properties: AffectedProperty[]; listings: ListingRow[] }> {
  const statement = sql`
    with concerned as (
      select property_id as "propertyId", merged_into as "mergedInto", listing_ids as "listingIds", document,
             revision_number as "revisionNumber"
      from property where property_id in (
        select property_id from listing where listing_id = any (${listingIds}::uuid[])
        union select unnest(${propertyIds}::uuid[]))
    ), member as (
      select ${listingColumns} from listing left join listing_visit using (property_id, listing_id)
      where listing_id in (select unnest("listingIds") from concerned union select unnest(${listingIds}::uuid[]))
    )
    select (select coalesce(json_agg(concerned), '[]') from concerned) as properties,
           (select coalesce(json_agg(member), '[]') from member) as listings`;
  // Composed of constant fragments and named, so that it is planned once a session instead of once a batch.
  const row = await firstRow<{ properties: AffectedProperty[]; listings: ListingRow[] }>(db, {
    ...statement,
    name: 'read_concerned',
  });
  return row ?? { properties: [], listings: [] };
}

/** The property of each of these listings. */
export const selectPropertyIds = (
  db: Db,
  listingIds: readonly string[],
): Promise<{ listingId: string; propertyId: string }[]> =>
  db.rows(sql`
    select listing_id as "listingId", property_id as "propertyId" from listing where listing_id = any (${listingIds}::uuid[])`);

/**
 * Copies the documents of properties into their last revisions, whose states after they are. Every change of a stored
 * document without a revision needs it before.
 */
export async function preserveRevisions(db: Db, propertyIds: readonly string[]): Promise<void> {
  if (propertyIds.length === 0) return;
  await db.rows(sql`
    update property_change set after = property.document from property
    where property.property_id = any (${propertyIds}::uuid[]) and property_change.property_id = property.property_id
      and property_change.revision_id = property.revision_id and property_change.after is null and property_change.merged_into is null`);
}

/** The same revision with other verdicts on its listings. */
export async function updateDocuments(db: Db, documents: readonly PropertyResult[]): Promise<void> {
  if (documents.length === 0) return;
  await preserveRevisions(
    db,
    documents.map(({ id }) => id),
  );
  const rows = documents.map((document) => ({ property_id: document.id, document }));
  await db.rows(sql`
    update property set document = assessed.document
    from json_to_recordset(${JSON.stringify(rows)}::json) as assessed (property_id uuid, document json)
    where property.property_id = assessed.property_id`);
  await writeSearchRows(db, documents);
}

export interface MergedProperty {
  propertyId: string;
  into: string;
  revisionId: string;
  before: PropertyResult | undefined;
}

/** A merged property retains its id and nothing else. */
export async function markMerged(db: Db, merged: readonly MergedProperty[], now: Date): Promise<void> {
  if (merged.length === 0) return;
  await db.rows(sql`
    update property set merged_into = gone.survivor, document = null, listing_ids = '{}', revision_id = gone.revision_id,
      revision_number = (
        select made.revision_number from property_change as made
        where made.property_id = property.property_id and made.revision_id = gone.revision_id), updated_at = ${now}
    from unnest(${merged.map((one) => one.propertyId)}::uuid[], ${merged.map((one) => one.into)}::uuid[],
                ${merged.map((one) => one.revisionId)}::uuid[]) as gone (property_id, survivor, revision_id)
    where property.property_id = gone.property_id`);
  await deleteSearchRows(
    db,
    merged.map((one) => one.propertyId),
  );
}

export const selectDocuments = (
  db: Db,
  propertyIds: readonly string[],
): Promise<{ document: PropertyResult }[]> =>
  db.rows(
    sql`select document from property where property_id = any (${propertyIds}::uuid[]) and document is not null`,
  );

/** Serialized properties with the latest last-seen times of their listings, in one read. */
export const selectSerializedDocuments = (
  db: Db,
  propertyIds: readonly string[],
): Promise<{ id: string; written: string; visits: Record<string, string> }[]> =>
  db.rows(sql`
    select property_id as id, document::text as written,
           (select coalesce(json_object_agg(listing_id, last_seen_at), '{}') from listing_visit
            where listing_visit.property_id = property.property_id) as visits
    from property where property_id = any (${propertyIds}::uuid[]) and document is not null`);

/** Without those that were merged into others. */
export const countStoredProperties = async (db: Db): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from property where merged_into is null`,
    )
  )?.count ?? 0;
