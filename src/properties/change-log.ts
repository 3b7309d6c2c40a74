import { type Db, preparedSql } from '../db/sql.ts';

/**
 * Why a document changed. REVISION: the row of `property_change` says it. VERDICT: a price verdict. CORRECTION: a
 * recomputation of stored facts. LISTING_REMOVED: a listing was removed. REMOVED: the property with its last listing.
 */
export type ChangeReason = 'REVISION' | 'VERDICT' | 'CORRECTION' | 'LISTING_REMOVED' | 'REMOVED';

export interface ChangeLogEntry {
  propertyId: string;
  revisionId: string | undefined;
  reason: ChangeReason;
}

/**
 * The caller holds the lock of each property. A transaction may have got its id before another one that held the
 * lock first: its entry then takes the later id, so that the entries of one property stay in order. A greater id is
 * always safe: readers wait longer for it, never less.
 */
const logStatement = preparedSql(`
  insert into property_change_log (property_id, changed_in, logged_at, revision_id, reason)
  select given.property_id,
         greatest(pg_current_xact_id(),
                  (select last.changed_in from property_change_log as last where last.property_id = given.property_id
                   order by last.changed_in desc limit 1)),
         statement_timestamp(), given.revision_id, given.reason
  from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as given (property_id, revision_id, reason, number)
  order by given.number`);

/** Every write of a property's document is logged here in the same transaction. */
export async function logChanges(db: Db, entries: readonly ChangeLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.rows(
    logStatement(
      entries.map(({ propertyId }) => propertyId),
      entries.map(({ revisionId }) => revisionId ?? null),
      entries.map(({ reason }) => reason),
    ),
  );
}

export const documentChanges = (propertyIds: readonly string[], reason: ChangeReason): ChangeLogEntry[] =>
  propertyIds.map((propertyId) => ({ propertyId, revisionId: undefined, reason }));
