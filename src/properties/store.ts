import type { PropertyResult } from '../catalogue/document.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import type { Revision } from './revise.ts';

/** Follows merges to the property that answers for this id today. Merges are few, so the walk is one or two steps. */
export const survivorOf = async (db: Db, propertyId: string): Promise<string | undefined> => {
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

/** These properties, and those that they were merged into, step by step. */
export async function withSurvivors(db: Db, propertyIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ mergedInto: string }>(sql`
    with recursive line as (
      select merged_into from property where property_id = any (${propertyIds}::uuid[]) and merged_into is not null
      union
      select survivor.merged_into from property as survivor join line on survivor.property_id = line.merged_into
      where survivor.merged_into is not null
    )
    select merged_into as "mergedInto" from line`);
  return [...new Set([...propertyIds, ...rows.map(({ mergedInto }) => mergedInto)])];
}

export interface PropertyRow {
  propertyId: string;
  mergedInto: string | null;
  createdAt: Date;
  listingIds: string[];
  document: PropertyResult | null;
}

export const propertyRows = (db: Db, ids: readonly string[]): Promise<PropertyRow[]> =>
  db.rows<PropertyRow>(sql`
    select property_id as "propertyId", merged_into as "mergedInto", created_at as "createdAt", listing_ids as "listingIds", document
    from property where property_id = any (${ids}::uuid[])`);

/**
 * Makes whoever records these listings, or these properties, take turns. Advisory, as one that is just being born has no row to lock.
 * Listings are locked before properties and each kind in one order, so that two recorders do not wait for each other.
 */
export const lockListings = (db: Db, ids: readonly string[]): Promise<void> => lock(db, 'listing', ids);
export const lockProperties = (db: Db, ids: readonly string[]): Promise<void> => lock(db, 'property', ids);

async function lock(db: Db, what: string, ids: readonly string[]): Promise<void> {
  await db.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${what}::text || id, 0)) from unnest(${ids.toSorted()}::text[]) as id`);
}

/** The property each of these listings belongs to. */
export const placesOf = (
  db: Db,
  listingIds: readonly string[],
): Promise<{ listingId: string; propertyId: string }[]> =>
  db.rows(sql`
    select listing_id as "listingId", property_id as "propertyId" from listing where listing_id = any (${listingIds}::uuid[])`);

export async function putProperties(db: Db, revisions: readonly Revision[], now: Date): Promise<void> {
  if (revisions.length === 0) return;
  const rows = revisions.map(({ revisionId, result }) => ({
    property_id: result.id,
    revision_id: revisionId,
    expired: result.property.expired,
    updated_at: result.property.updatedAt,
    listing_ids: result.listings.map(({ id }) => id),
    document: result,
  }));
  await db.rows(sql`
    insert into property (property_id, created_at, revision_id, expired, updated_at, listing_ids, document)
    select property_id, ${now}, revision_id, expired, updated_at, listing_ids, document
    from json_to_recordset(${JSON.stringify(rows)}::json) as kept (
      property_id uuid, revision_id uuid, expired boolean, updated_at timestamptz, listing_ids uuid[], document json)
    on conflict (property_id) do update set
      merged_into = null, revision_id = excluded.revision_id, expired = excluded.expired, updated_at = excluded.updated_at,
      listing_ids = excluded.listing_ids, document = excluded.document`);
}

/** The same revision, with other verdicts on its listings. */
export async function putDocuments(db: Db, documents: readonly PropertyResult[]): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map((document) => ({ property_id: document.id, document }));
  await db.rows(sql`
    update property set document = judged.document
    from json_to_recordset(${JSON.stringify(rows)}::json) as judged (property_id uuid, document json)
    where property.property_id = judged.property_id`);
}

export interface Merged {
  propertyId: string;
  into: string;
  revisionId: string;
  before: PropertyResult | undefined;
}

/** What was merged away keeps its id and nothing else. */
export async function putMerged(db: Db, merged: readonly Merged[], now: Date): Promise<void> {
  if (merged.length === 0) return;
  await db.rows(sql`
    update property set merged_into = gone.survivor, document = null, listing_ids = '{}', revision_id = gone.revision_id, updated_at = ${now}
    from unnest(${merged.map((one) => one.propertyId)}::uuid[], ${merged.map((one) => one.into)}::uuid[],
                ${merged.map((one) => one.revisionId)}::uuid[]) as gone (property_id, survivor, revision_id)
    where property.property_id = gone.property_id`);
}

export interface ChangeRow {
  property_id: string;
  revision_id: string;
  occurred_at: Date;
  kinds: readonly string[];
  listing_id: string | undefined;
  merged_into: string | undefined;
  listing_events: readonly object[];
  changes: readonly object[];
  before: PropertyResult | undefined;
  after: PropertyResult | undefined;
}

export async function addChanges(db: Db, changes: readonly ChangeRow[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  await db.rows(sql`
    insert into property_change
      (property_id, revision_id, occurred_at, recorded_at, kinds, listing_id, merged_into, listing_events, changes, before, after)
    select property_id, revision_id, occurred_at, ${now}, kinds, listing_id, merged_into, listing_events, changes, before, after
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (
      property_id uuid, revision_id uuid, occurred_at timestamptz, kinds text[], listing_id uuid, merged_into uuid,
      listing_events json, changes json, before json, after json)`);
}

/** A property with the newest visits of its listings, in one read. */
export const documentOf = (
  db: Db,
  propertyId: string,
): Promise<{ document: PropertyResult; visits: Record<string, string> } | undefined> =>
  firstRow(
    db,
    sql`
    select document,
           (select coalesce(json_object_agg(listing_id, last_seen_at), '{}') from listing_visit
            where listing_visit.property_id = property.property_id) as visits
    from property where property_id = ${propertyId} and document is not null`,
  );
