import type { ChangeEntry, PropertyResult } from '../../catalogue/document.ts';
import { type Db, firstRow, sql } from '../../db/sql.ts';
import {
  documentChanges,
  logChanges,
  readChanges,
  type StoredChanges,
  toStoredChanges,
} from '../change-log.ts';
import type { ListingEvent } from '../revise.ts';
import { writeSearchRows } from '../search/write.ts';
import { preserveRevisions, storeDocuments } from '../store.ts';
import { readListingEvents, type StoredListingEvent } from '../stored-events.ts';

/** The rules by which `changes` is recorded now; the column default of the schema must be the same number. */
export const CHANGES_RULES_VERSION = 2;

export const countOutdated = async (db: Db): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from property where changes_version < ${CHANGES_RULES_VERSION}
          and (packed is not null or document is not null)`,
    )
  )?.count ?? 0;

/** Properties recorded by older rules, in order of id. */
export const selectOutdatedAfter = (db: Db, after: string, limit: number): Promise<{ id: string }[]> =>
  db.rows(sql`
    select property_id as id from property
    where property_id > ${after}::uuid and changes_version < ${CHANGES_RULES_VERSION}
      and (packed is not null or document is not null)
    order by property_id limit ${limit}`);

/** A revision as recorded: its document and the events of its listings. */
export interface RecordedRevision {
  propertyId: string;
  revisionId: string;
  occurredAt: Date;
  changes: readonly ChangeEntry[];
  listingEvents: readonly ListingEvent[];
}

interface StoredRow extends Omit<RecordedRevision, 'changes' | 'listingEvents'> {
  changes: StoredChanges['changes'];
  listingId: string | null;
  storedEvents: readonly StoredListingEvent[];
}

export const selectRevisions = async (
  db: Db,
  propertyIds: readonly string[],
): Promise<RecordedRevision[]> => {
  const rows = await db.rows<StoredRow>(sql`
    select property_id as "propertyId", revision_id as "revisionId", occurred_at as "occurredAt", changes,
           listing_id as "listingId", listing_events as "storedEvents"
    from property_change where property_id = any (${propertyIds}::uuid[])
    order by property_id, recorded_at, revision_id`);
  return rows.map(({ listingId, storedEvents, changes, ...row }) => {
    const revision = { ...row, listingEvents: readListingEvents(storedEvents, listingId) };
    return { ...revision, changes: readChanges({ ...revision, changes }) };
  });
};

/** Records no change, so that no alert is raised. */
export async function storeRecomputed(
  db: Db,
  documents: readonly PropertyResult[],
  revisions: readonly RecordedRevision[],
): Promise<void> {
  await preserveRevisions(
    db,
    documents.map(({ id }) => id),
  );
  await storeDocuments(db, documents);
  await db.rows(sql`
    update property set updated_at = given.updated_at, changes_version = ${CHANGES_RULES_VERSION}
    from unnest(${documents.map(({ id }) => id)}::uuid[],
                ${documents.map(({ property }) => property.updatedAt)}::timestamptz[]) as given (property_id, updated_at)
    where property.property_id = given.property_id`);
  await writeSearchRows(db, documents);
  await logChanges(
    db,
    documentChanges(
      documents.map(({ id }) => id),
      'CORRECTION',
    ),
  );
  if (revisions.length === 0) return;
  const changed = revisions.map((revision) => ({
    property_id: revision.propertyId,
    revision_id: revision.revisionId,
    changes: toStoredChanges(revision),
  }));
  await db.rows(sql`
    update property_change set changes = given.changes
    from json_to_recordset(${JSON.stringify(changed)}::json) as given (property_id uuid, revision_id uuid, changes json)
    where property_change.property_id = given.property_id and property_change.revision_id = given.revision_id`);
}
