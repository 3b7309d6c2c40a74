import { type Db, sql } from '../db/sql.ts';
import { loadRevisionDocuments, revisionColumns, type StoredRevision } from './revision-documents.ts';

interface StoredFacts {
  /** What the row says beside its documents. */
  readonly facts: string;
}

interface RevisionText {
  property_id: string;
  revision_id: string;
  before: string | null;
  after: string | null;
}

/**
 * Deletes the revisions of these properties that mention a listing: documents of the past hold its texts and pictures.
 * Those that stay get both documents in full, as what they were packed with goes.
 */
export async function deleteRevisionsWith(
  db: Db,
  propertyIds: readonly string[],
  listingId: string,
): Promise<void> {
  const rows = await db.rows<StoredRevision & StoredFacts>(sql`
    select ${revisionColumns}, concat(listing_id, listing_events, changes) as facts
    from property_change where property_id = any (${propertyIds}::uuid[])`);
  const documents = await loadRevisionDocuments(db, rows);
  const [gone, remaining]: [string[], RevisionText[]] = [[], []];
  for (const { propertyId, revisionId, facts } of rows) {
    const { before = null, after = null } = documents.get(revisionId) ?? {};
    if ([facts, before, after].some((text) => text?.includes(listingId))) gone.push(revisionId);
    else remaining.push({ property_id: propertyId, revision_id: revisionId, before, after });
  }
  await storeWhole(db, remaining);
  await deleteRevisions(db, propertyIds, gone);
}

const storeWhole = (db: Db, revisions: readonly RevisionText[]): Promise<unknown> =>
  db.rows(sql`
    update property_change set before = given.before::json, after = given.after::json, packed_before = null, packed_after = null, undo = null
    from json_to_recordset(${JSON.stringify(revisions)}::json) as given (property_id uuid, revision_id uuid, before text, after text)
    where property_change.property_id = given.property_id and property_change.revision_id = given.revision_id`);

const deleteRevisions = (
  db: Db,
  propertyIds: readonly string[],
  revisionIds: readonly string[],
): Promise<unknown> =>
  db.rows(sql`
    with gone as (
      delete from property_change where property_id = any (${propertyIds}::uuid[]) and revision_id = any (${revisionIds}::uuid[])
      returning property_id, revision_id
    )
    delete from listing_event_due using gone
    where listing_event_due.property_id = gone.property_id and listing_event_due.revision_id = gone.revision_id`);
