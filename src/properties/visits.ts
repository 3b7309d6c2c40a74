import { type Db, sql } from '../db/sql.ts';
import { newId } from '../lib/ids.ts';
import { formatTimestamp } from '../lib/timestamp.ts';

/** What an observation is compared with to find out whether it is new. */
export interface VisitedListing {
  listingId: string;
  propertyId: string;
  payloadHash: Buffer | null;
  live: boolean;
  lastSeenAt: Date;
}

export async function findVisitedListings(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, VisitedListing>> {
  const rows = await db.rows<VisitedListing>(sql`
    select listing.listing_id as "listingId", listing.property_id as "propertyId", payload_hash as "payloadHash",
           expired_at is null as live, last_seen_at as "lastSeenAt"
    from listing
    join listing_visit on listing_visit.property_id = listing.property_id and listing_visit.listing_id = listing.listing_id
    where listing.listing_id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.listingId, row]));
}

export interface ListingVisit {
  propertyId: string;
  listingId: string;
  at: Date;
}

/**
 * Stores last-seen times of unchanged listings: most of a crawler's traffic. Written in key order, so that two
 * batches do not deadlock. A listing that moved to another property meanwhile was observed by that recording. Each
 * batch is also logged as one row, for documents cached elsewhere.
 */
export async function recordVisits(db: Db, visits: readonly ListingVisit[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.toSorted((one, other) =>
    one.propertyId + one.listingId < other.propertyId + other.listingId ? -1 : 1,
  );
  // A repetition after a lost connection finds its batch, and has nothing to add.
  await db.rows(sql`
    with noted as (
      insert into listing_visit_log (batch_id, changed_in, recorded_at, property_ids, listing_ids, seen_at)
      values (${newId(new Date())}, pg_current_xact_id(), statement_timestamp(),
              ${rows.map(({ propertyId }) => propertyId)}::uuid[], ${rows.map(({ listingId }) => listingId)}::uuid[],
              ${rows.map(({ at }) => at)}::timestamptz[])
      on conflict (batch_id) do nothing
      returning property_ids, listing_ids, seen_at
    )
    update listing_visit set last_seen_at = visit.at
    from noted, unnest(property_ids, listing_ids, seen_at) as visit (property_id, listing_id, at)
    where listing_visit.property_id = visit.property_id and listing_visit.listing_id = visit.listing_id
      and listing_visit.last_seen_at < visit.at`);
}

/** Log rows that no index needs any more. */
export const deleteVisitLog = (db: Db, olderThanMs: number): Promise<unknown> =>
  db.rows(sql`
    delete from listing_visit_log where recorded_at < statement_timestamp() - make_interval(secs => ${olderThanMs / 1000})`);

/** The live listings of a source, one page in order of id. */
export const selectLiveListings = (
  db: Db,
  sourceId: string,
  after: string | undefined,
  count: number,
): Promise<{ listingId: string; url: string }[]> =>
  db.rows(sql`
    select listing_id as "listingId", url from listing
    where source_id = ${sourceId} and expired_at is null
      and listing_id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
    order by listing_id limit ${count}`);

export interface LiveVisit {
  listingId: string;
  url: string;
  lastSeenAt: Date;
  /** It was seen unchanged at least once since its content changed. */
  revisited: boolean;
}

/** The live listings of a source with their last-seen times. */
export const selectLiveVisits = (
  db: Db,
  sourceId: string,
  after: string | undefined,
  count: number,
): Promise<LiveVisit[]> =>
  db.rows(sql`
    select listing.listing_id as "listingId", url, last_seen_at as "lastSeenAt",
           last_seen_at > coalesce(updated_at, (state ->> 'updatedAt')::timestamptz) as revisited
    from listing
    join listing_visit on listing_visit.property_id = listing.property_id and listing_visit.listing_id = listing.listing_id
    where listing.source_id = ${sourceId} and expired_at is null
      and listing.listing_id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
    order by listing.listing_id limit ${count}`);

/** All listings of a source, live or not, one page in order of id. */
export const selectListings = (
  db: Db,
  sourceId: string,
  after: string | undefined,
  count: number,
): Promise<{ listingId: string }[]> =>
  db.rows(sql`
    select listing_id as "listingId" from listing
    where source_id = ${sourceId} and listing_id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
    order by listing_id limit ${count}`);

/** Last-seen times in milliseconds, by listing id. */
export type LastSeenTimes = ReadonlyMap<string, number>;

/** As the table `listing_visit` has them. */
export const parseLastSeenTimes = (visits: Readonly<Record<string, string>>): LastSeenTimes =>
  new Map(Object.entries(visits).map(([listingId, seen]) => [listingId, Date.parse(seen)]));

const LAST_SEEN_MEMBER = '"lastSeenAt":"';

/**
 * A serialized flat document with newer last-seen times of its listings. It edits the text: parsing and
 * serializing takes twenty times as long. Text of an advertiser cannot look like a member, because its quotes are
 * escaped.
 */
export function patchLastSeen(document: string, seen: LastSeenTimes): string {
  let text = document;
  for (const [listingId, moment] of seen) {
    const listing = text.indexOf(`{"id":"${listingId}"`);
    const member = listing < 0 ? -1 : text.indexOf(LAST_SEEN_MEMBER, listing);
    if (member < 0) continue;
    const start = member + LAST_SEEN_MEMBER.length;
    const end = text.indexOf('"', start);
    if (Date.parse(text.slice(start, end)) < moment)
      text = text.slice(0, start) + formatTimestamp(new Date(moment)) + text.slice(end);
  }
  return text;
}
