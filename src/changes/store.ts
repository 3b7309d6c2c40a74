import type { ChangeEntry } from '../catalogue/document.ts';
import { changeLogReader, type Horizon, isBelowHorizon } from '../db/horizon.ts';
import { type Db, firstRow, preparedSql, sql } from '../db/sql.ts';
import type { ChangeReason } from '../properties/change-log.ts';
import type { RevisionKind } from '../properties/revise.ts';
import {
  formerId,
  isRevisionOf,
  loadRevisionDocuments,
  revisionColumns,
  type StoredRevision,
} from '../properties/revision-documents.ts';
import { revisionKinds, type StoredListingEvent } from '../properties/stored-events.ts';
import type { LogPosition } from './cursor.ts';

/** A row of the log with its revision, if it has one. */
export interface LoggedChange {
  readonly changedIn: string;
  readonly position: number;
  readonly loggedAt: string;
  readonly propertyId: string;
  readonly revisionId: string | null;
  readonly reason: ChangeReason;
  readonly occurredAt: string | null;
  readonly kinds: readonly RevisionKind[] | null;
  readonly listingId: string | null;
  readonly mergedInto: string | null;
  readonly listingEvents: readonly StoredListingEvent[] | null;
  /** As stored: see `readChanges`. */
  readonly changes: readonly ChangeEntry[] | null;
  /** The property that the document before belongs to. */
  readonly formerId: string | null;
}

const entriesBelow = (condition: string): string => `
  select json_agg(entry order by entry.number) from (
    select log.changed_in::text as "changedIn", log.position, log.logged_at as "loggedAt", log.property_id as "propertyId",
           log.revision_id as "revisionId", log.reason, made.occurred_at as "occurredAt", ${revisionKinds.text} as kinds, made.listing_id as "listingId",
           made.merged_into as "mergedInto", made.listing_events as "listingEvents", made.changes, ${formerId('made')} as "formerId",
           row_number() over (order by log.changed_in, log.position) as number
    from (
      select * from property_change_log
      where (changed_in, position) > ($1::xid8, $2::bigint) and ${condition}
      order by changed_in, position limit $3
    ) as log
    left join property_change as made on made.property_id = log.property_id and made.revision_id = log.revision_id
  ) as entry`;

/**
 * Only entries below the horizon, in the order of transaction and position: an entry that commits later has a
 * greater transaction, so what follows a cursor never changes behind it.
 */
export const readLog = changeLogReader<LoggedChange>(entriesBelow(isBelowHorizon('changed_in')));

const entriesBefore = preparedSql(
  `select coalesce((${entriesBelow('changed_in < $4::xid8')}), '[]'::json) as entries`,
);

/** The same up to a horizon that was read elsewhere. */
export const readLogBefore = async (
  db: Db,
  { from, horizon, limit }: { from: LogPosition; horizon: Horizon; limit: number },
): Promise<readonly LoggedChange[]> =>
  (
    await firstRow<{ entries: readonly LoggedChange[] }>(
      db,
      entriesBefore(from.changedIn, from.position, limit, horizon),
    )
  )?.entries ?? [];

/** The documents before these revisions, serialized. */
export async function selectFormerDocuments(
  db: Db,
  changes: readonly LoggedChange[],
): Promise<{ revisionId: string; document: string }[]> {
  const keys = changes.flatMap(({ propertyId, revisionId }) =>
    revisionId === null ? [] : [{ propertyId, revisionId }],
  );
  const rows = await db.rows<StoredRevision>(sql`
    select ${revisionColumns} from property_change
    where (before is not null or packed_before is not null or undo is not null) and ${isRevisionOf(keys)}`);
  const documents = await loadRevisionDocuments(db, rows);
  return [...documents].flatMap(([revisionId, { before }]) =>
    before === null ? [] : [{ revisionId, document: before }],
  );
}

/** The last complete entry: while it stays the same, there is nothing to read. */
export const readLastEntry = async (db: Db): Promise<string | undefined> =>
  (await firstRow<{ last: string }>(db, lastEntry()))?.last;

export const readLastEntryBefore = async (db: Db, horizon: Horizon): Promise<string | undefined> =>
  (await firstRow<{ last: string }>(db, lastEntryBefore(horizon)))?.last;

const lastBelow = (condition: string): string => `
  select changed_in::text || ' ' || position as last from property_change_log where ${condition}
  order by changed_in desc, position desc limit 1`;
const lastEntry = preparedSql(lastBelow(isBelowHorizon('changed_in')));
const lastEntryBefore = preparedSql(lastBelow('changed_in < $1::xid8'));

export const readFirstTransaction = async (db: Db): Promise<string | undefined> =>
  (
    await firstRow<{ first: string }>(
      db,
      sql`select changed_in::text as first from property_change_log order by changed_in, position limit 1`,
    )
  )?.first;

/** The first entry of this transaction or a later one. */
export const readFirstLoggedAt = async (db: Db, changedIn: string): Promise<Date | undefined> =>
  (
    await firstRow<{ loggedAt: Date }>(
      db,
      sql`select logged_at as "loggedAt" from property_change_log where changed_in >= ${changedIn}::xid8
          order by changed_in, position limit 1`,
    )
  )?.loggedAt;

const DELETE_ROWS = 10_000;

/** Deletes entries in small batches; true when there may be more. */
export async function deleteLoggedBefore(db: Db, moment: Date): Promise<boolean> {
  const deleted = await db.rows(sql`
    delete from property_change_log where (property_id, changed_in, position) in (
      select property_id, changed_in, position from (
        select * from property_change_log order by changed_in, position limit ${DELETE_ROWS}) as oldest
      where logged_at < ${moment})
    returning 1`);
  return deleted.length === DELETE_ROWS;
}
