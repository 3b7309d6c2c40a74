import { type Db, firstRow, fixedSql, sql } from '../db/sql.ts';
import { MAX_CLOCK_SKEW_MS } from '../lib/clock.ts';
import { readChanges, type StoredChanges } from '../properties/change-log.ts';
import {
  isRevisionOf,
  loadRevisionDocuments,
  type RevisionDocuments,
  revisionColumns,
  type StoredRevision,
} from '../properties/revision-documents.ts';
import { readListingEvents, revisionKinds, type StoredListingEvent } from '../properties/stored-events.ts';
import { type DueRows, lockRows, unlockedRows, type WorkQueue } from '../queue/claims.ts';
import type { PropertyChange } from './property-change.ts';

const changeColumns = sql`
  ${revisionColumns}, occurred_at as "occurredAt", recorded_at as "recordedAt", ${revisionKinds} as kinds, listing_id as "listingId", listing_events as "storedEvents", changes,
  traceparent`;

type ChangeRow = Omit<PropertyChange, 'before' | 'after' | 'changes' | 'listingEvents'> &
  StoredRevision &
  Omit<StoredChanges, 'listingEvents'> & { readonly storedEvents: readonly StoredListingEvent[] };

/** With both documents. A change that is removed meanwhile is left out. */
async function withDocuments(db: Db, rows: readonly ChangeRow[]): Promise<PropertyChange[]> {
  const documents = await loadRevisionDocuments(db, rows);
  return rows.flatMap((row) => {
    const found = documents.get(row.revisionId);
    return found === undefined ? [] : [toPropertyChange(row, found)];
  });
}

const toPropertyChange = (
  {
    revisionNumber: _,
    mergedInto: __,
    storedBefore: ___,
    storedAfter: ____,
    undo: _____,
    current: ______,
    storedEvents,
    ...row
  }: ChangeRow,
  { before, after }: RevisionDocuments,
): PropertyChange => {
  const listingEvents = readListingEvents(storedEvents, row.listingId);
  return {
    ...row,
    listingEvents,
    changes: readChanges({ ...row, listingEvents }),
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  };
};

const CHANGE_QUEUE: WorkQueue = { table: 'property_change', key: ['property_id', 'revision_id'] };

const firstDue = (now: Date, limit: number): DueRows => ({
  where: sql`match_due_at <= ${now}`,
  orderBy: sql`match_due_at, recorded_at`,
  limit,
});

/** The oldest changes that are not matched; other workers skip them until this transaction ends. */
export const claimChanges = async (db: Db, now: Date, limit: number): Promise<PropertyChange[]> =>
  withDocuments(
    db,
    await db.rows<ChangeRow>(fixedSql(unlockedRows(CHANGE_QUEUE, firstDue(now, limit), changeColumns))),
  );

export type ChangeKey = Pick<PropertyChange, 'propertyId' | 'revisionId'>;

/** The same, without their documents. */
export const claimChangeKeys = (db: Db, now: Date, limit: number): Promise<ChangeKey[]> =>
  lockRows<ChangeKey>(
    db,
    CHANGE_QUEUE,
    sql`property_id as "propertyId", revision_id as "revisionId"`,
    firstDue(now, limit),
  );

export const changesByKey = async (db: Db, keys: readonly ChangeKey[]): Promise<PropertyChange[]> =>
  withDocuments(
    db,
    await db.rows<ChangeRow>(sql`select ${changeColumns} from property_change where ${isRevisionOf(keys)}`),
  );

export const markMatched = (db: Db, changes: readonly ChangeKey[]): Promise<unknown> =>
  db.rows(fixedSql(sql`update property_change set match_due_at = null where ${isRevisionOf(changes)}`));

export const postponeChange = (db: Db, change: ChangeKey, until: Date): Promise<unknown> =>
  db.rows(sql`update property_change set match_due_at = ${until} where ${isRevisionOf([change])}`);

/**
 * Makes changes due that are postponed for longer than the maximum: they were written while the wall clock was ahead.
 */
export const rebasePostponedChanges = async (db: Db, now: Date, maxWaitMs: number): Promise<number> => {
  const latest = new Date(now.getTime() + maxWaitMs + MAX_CLOCK_SKEW_MS);
  return (
    await db.rows(
      sql`update property_change set match_due_at = ${now} where match_due_at > ${latest} returning 1`,
    )
  ).length;
};

/**
 * Whether a recent change waits to be matched. In the order of the index: without it, a plan for any moment expects to
 * find one soon wherever it begins, and reads the whole table when there is none.
 */
export const hasUnmatchedChanges = async (db: Db, now: Date): Promise<boolean> =>
  (
    await db.rows(
      sql`select 1 from property_change where match_due_at <= ${now} order by match_due_at, recorded_at limit 1`,
    )
  ).length > 0;

/** By an index-only scan of property_change_time. */
export async function countChangesSince(db: Db, from: Date): Promise<number> {
  const query = sql`select count(*)::int as count from property_change where recorded_at >= ${from}`;
  return (await firstRow<{ count: number }>(db, query))?.count ?? 0;
}

/** In the order of recording, for a rehearsal. */
export const selectChangesSince = async (
  db: Db,
  from: Date,
  after: (ChangeKey & Pick<PropertyChange, 'recordedAt'>) | undefined,
  limit: number,
): Promise<PropertyChange[]> =>
  withDocuments(
    db,
    await db.rows<ChangeRow>(sql`
      select ${changeColumns} from property_change
      where recorded_at >= ${from}
        and (recorded_at, property_id, revision_id) > (${after?.recordedAt ?? from}, ${after?.propertyId ?? NIL_UUID}::uuid, ${after?.revisionId ?? NIL_UUID}::uuid)
      order by recorded_at, property_id, revision_id limit ${limit}`),
  );

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
