import type { PropertyResult } from '../catalogue/document.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { documentChanges, logChanges } from './change-log.ts';
import { deleteRevisionsWith } from './delete-revisions.ts';
import { deleteHeldPrice } from './listing-rows.ts';
import { record } from './record.ts';
import { deleteSearchRows } from './search/write.ts';
import { lockForRecording, selectProperties, storeDocuments } from './store.ts';

/** What a removal left behind. */
export interface ListingRemoval {
  /** Properties whose history held the listing. */
  propertyIds: string[];
  /** The listings that stay in its property. */
  remaining: string[];
  /** The advertiser, when no other listing names it. */
  publisherId: string | undefined;
}

export interface RemovalRequest {
  listingId: string;
  /** The properties that it has ever belonged to. */
  propertyIds: readonly string[];
  /** A publisher that one of these names stays. */
  otherRegions?: readonly Db[];
}

/**
 * Removes a listing, and every revision of the properties that showed it, in the caller's transaction. Its property is
 * consolidated from the listings that stay, or removed with its last one. It is no news: no alert is raised.
 */
export async function removeListing(
  db: Db,
  { listingId, propertyIds, otherRegions = [] }: RemovalRequest,
  now: Date,
): Promise<ListingRemoval | undefined> {
  await lockForRecording(db, [listingId], []);
  const found = await firstRow<{ propertyId: string; publisherId: string | null }>(
    db,
    sql`
    select property_id as "propertyId", coalesce(publisher_id::text, state ->> 'publisherId') as "publisherId" from listing
    where listing_id = ${listingId}`,
  );
  const concerned = [...new Set([...propertyIds, ...(found === undefined ? [] : [found.propertyId])])];
  await lockForRecording(db, [], concerned);
  await deleteRevisionsWith(db, concerned, listingId);
  if (found === undefined) return { propertyIds: concerned, remaining: [], publisherId: undefined };
  await db.rows(sql`delete from listing where listing_id = ${listingId}`);
  await db.rows(sql`delete from listing_visit where listing_id = ${listingId}`);
  await deleteFromVisitLog(db, listingId);
  await deleteHeldPrice(db, listingId);
  const [property] = await selectProperties(db, [found.propertyId]);
  const remaining = (property?.listingIds ?? []).filter((id) => id !== listingId);
  if (remaining.length === 0) await removeProperty(db, found.propertyId);
  else if (property?.document)
    await reconsolidate(db, { ...property, document: property.document }, now, remaining);
  return {
    propertyIds: concerned,
    remaining,
    publisherId: await findUnusedPublisher([db, ...otherRegions], found.publisherId),
  };
}

/** The log has ids and times of some hours, in arrays. */
const deleteFromVisitLog = (db: Db, listingId: string): Promise<unknown> =>
  db.rows(sql`delete from listing_visit_log where ${listingId} = any (listing_ids)`);

async function removeProperty(db: Db, propertyId: string): Promise<void> {
  await deleteSearchRows(db, [propertyId]);
  await db.rows(sql`delete from property_search_history where property_id = ${propertyId}`);
  await db.rows(sql`delete from property_change where property_id = ${propertyId}`);
  await db.rows(sql`update property set merged_into = null where merged_into = ${propertyId}`);
  await db.rows(sql`delete from property where property_id = ${propertyId}`);
  await logChanges(db, documentChanges([propertyId], 'REMOVED'));
}

/** The former document is emptied first: the new revision must not carry it as the state before. */
async function reconsolidate(
  db: Db,
  {
    propertyId,
    document,
    listingIds,
  }: { propertyId: string; document: PropertyResult; listingIds: string[] },
  now: Date,
  remaining: readonly string[],
): Promise<void> {
  const gone = new Set(listingIds.filter((id) => !remaining.includes(id)));
  const { createdAt, updatedAt, expired, changes } = document.property;
  const emptied = {
    id: propertyId,
    property: {
      createdAt,
      updatedAt,
      expired,
      pictures: [],
      changes: changes.filter((change) => !gone.has(change.listingId ?? '')),
    },
    publishers: [],
    listings: [],
  };
  await storeDocuments(db, [emptied]);
  await db.rows(
    sql`update property set listing_ids = ${remaining}::uuid[] where property_id = ${propertyId}`,
  );
  for (const { revisionId } of await record(db, { reconsolidate: [propertyId] }, now)) {
    await db.rows(sql`
      update property_change set match_due_at = null, before = null, packed_before = null, undo = null
      where property_id = ${propertyId} and revision_id = ${revisionId}`);
    await db.rows(sql`
      update property_change_log set reason = 'LISTING_REMOVED'
      where property_id = ${propertyId} and revision_id = ${revisionId}`);
  }
}

/** Reads listings until one names the advertiser: all of them when none does. */
async function findUnusedPublisher(
  [db, ...otherRegions]: readonly [Db, ...Db[]],
  publisherId: string | null,
): Promise<string | undefined> {
  if (publisherId === null) return undefined;
  for (const region of [db, ...otherRegions]) {
    const other = await region.rows(
      sql`select 1 from listing where publisher_id = ${publisherId}::uuid or state ->> 'publisherId' = ${publisherId}::text limit 1`,
    );
    if (other.length > 0) return undefined;
  }
  await db.rows(sql`delete from publisher_identity where publisher_id = ${publisherId}`);
  await db.rows(sql`delete from publisher where publisher_id = ${publisherId}`);
  return publisherId;
}
