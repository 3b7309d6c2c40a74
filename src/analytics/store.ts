import { type Db, firstRow, sql } from '../db/sql.ts';
import {
  loadRevisionDocuments,
  revisionColumns,
  type StoredRevision,
} from '../properties/revision-documents.ts';
import { readListingEvents, type StoredListingEvent } from '../properties/stored-events.ts';
import type { RecordedChange } from './facts.ts';

/** One collector at a time in a region, so that the events of one listing stay in order. */
export async function tryLockCollector(db: Db): Promise<boolean> {
  const row = await firstRow<{ mine: boolean }>(
    db,
    sql`
    select pg_try_advisory_xact_lock(
      hashtextextended(concat(nullif(current_schema(), 'public'), 'collect listing events'), 0)) as mine`,
  );
  return row?.mine === true;
}

interface StoredRow extends StoredRevision {
  readonly occurredAt: Date;
  readonly listingId: string | null;
  readonly storedEvents: readonly StoredListingEvent[];
}

/** Removes the oldest changes from the due list. They are back on it if the transaction fails. */
export async function claimDueChanges(db: Db, atMost: number): Promise<RecordedChange[]> {
  const rows = await db.rows<StoredRow>(sql`
    with due as (
      delete from listing_event_due
      where (property_id, revision_id) in (
        select property_id, revision_id from listing_event_due order by position limit ${atMost})
      returning property_id, revision_id, position
    )
    select ${revisionColumns}, occurred_at as "occurredAt", listing_id as "listingId", listing_events as "storedEvents"
    from due join property_change using (property_id, revision_id)
    order by position`);
  const documents = await loadRevisionDocuments(db, rows);
  return rows.map(({ propertyId, revisionId, occurredAt, listingId, storedEvents }) => {
    const after = documents.get(revisionId)?.after ?? null;
    return {
      propertyId,
      revisionId,
      occurredAt,
      listingEvents: readListingEvents(storedEvents, listingId),
      after: after === null ? null : JSON.parse(after),
    };
  });
}

export async function selectLastEvents(db: Db, listingIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db.rows<{ listingId: string; eventAt: Date }>(sql`
    select listing_id as "listingId", event_at as "eventAt" from listing_last_event
    where listing_id = any (${listingIds}::uuid[])`);
  return new Map(rows.map(({ listingId, eventAt }) => [listingId, eventAt]));
}

export async function upsertLastEvents(db: Db, last: ReadonlyMap<string, Date>): Promise<void> {
  await db.rows(sql`
    insert into listing_last_event (listing_id, event_at)
    select * from unnest(${[...last.keys()]}::uuid[], ${[...last.values()]}::timestamptz[])
    on conflict (listing_id) do update set event_at = excluded.event_at`);
}

export interface EventRow {
  listing_id: string;
  revision_id: string;
  month: string;
  event: object;
}

export async function insertTailEvents(db: Db, rows: readonly EventRow[], now: Date): Promise<void> {
  await db.rows(sql`
    insert into listing_event (listing_id, revision_id, month, collected_at, event)
    select listing_id, revision_id, month, ${now}, event
    from json_to_recordset(${JSON.stringify(rows)}::json) as input (listing_id uuid, revision_id uuid, month date, event json)`);
}

export interface OpenMonth {
  month: string;
  events: number;
  oldest: Date;
}

/** The events that wait for a file, by month. The tail is short, so counting it is cheap. */
export const selectOpenMonths = (db: Db): Promise<OpenMonth[]> =>
  db.rows(sql`
    select month::text as month, count(*)::int as events, min(collected_at) as oldest
    from listing_event group by month order by month`);

export interface TailPart {
  /** The events as one JSON text, which only the engine parses. */
  events: string;
  listingIds: string[];
  revisionIds: string[];
}

/** Events of the tail in key order, after the given one; of one month, or of all. */
export async function selectTailAfter(
  db: Db,
  range: { month?: string; after?: { listingId: string; revisionId: string }; atMost: number },
): Promise<TailPart | undefined> {
  const { after, atMost, month } = range;
  const row = await firstRow<TailPart>(
    db,
    sql`
    select json_agg(event)::text as events, array_agg(listing_id) as "listingIds", array_agg(revision_id) as "revisionIds"
    from (
      select listing_id, revision_id, event from listing_event
      where ${month === undefined ? sql`true` : sql`month = ${month}::date`}
        and ${after === undefined ? sql`true` : sql`(listing_id, revision_id) > (${after.listingId}::uuid, ${after.revisionId}::uuid)`}
      order by listing_id, revision_id
      limit ${atMost}
    ) as part
    having count(*) > 0`,
  );
  return row;
}

/** Returns how many were deleted: fewer than expected means that another process has put them in a file. */
export async function deleteTailEvents(
  db: Db,
  listingIds: readonly string[],
  revisionIds: readonly string[],
): Promise<number> {
  const row = await firstRow<{ dropped: number }>(
    db,
    sql`
    with dropped as (
      delete from listing_event using unnest(${listingIds}::uuid[], ${revisionIds}::uuid[]) as gone (listing_id, revision_id)
      where listing_event.listing_id = gone.listing_id and listing_event.revision_id = gone.revision_id
      returning 1
    )
    select count(*)::int as dropped from dropped`,
  );
  return row?.dropped ?? 0;
}
