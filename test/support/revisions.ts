import type { ChangeEntry, PropertyResult } from '../../src/catalogue/document.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { readChanges, readListingEvents, type StoredChanges } from '../../src/properties/change-log.ts';
import {
  loadRevisionDocuments,
  revisionColumns,
  type StoredRevision,
} from '../../src/properties/revision-documents.ts';

/** A row of property_change with its documents and changes. */
export interface Revision {
  readonly propertyId: string;
  readonly revisionId: string;
  readonly revisionNumber: number;
  readonly before: PropertyResult | null;
  readonly after: PropertyResult | null;
  readonly changes: readonly ChangeEntry[];
}

/** The revisions of properties in the order in which they were recorded. */
export async function readRevisions(db: Db, propertyIds: readonly string[]): Promise<Revision[]> {
  const rows = await db.rows<StoredRevision & StoredChanges & { listingId: string | null }>(sql`
    select ${revisionColumns}, occurred_at as "occurredAt", listing_id as "listingId", listing_events as "listingEvents", changes
    from property_change where property_id = any (${propertyIds}::uuid[])
    order by property_id, revision_number`);
  const documents = await loadRevisionDocuments(db, rows);
  const parse = (text: string | null | undefined) => (text == null ? null : JSON.parse(text));
  return rows.map((row) => ({
    propertyId: row.propertyId,
    revisionId: row.revisionId,
    revisionNumber: row.revisionNumber,
    before: parse(documents.get(row.revisionId)?.before),
    after: parse(documents.get(row.revisionId)?.after),
    changes: readChanges({ ...row, listingEvents: readListingEvents(row.listingEvents, row.listingId) }),
  }));
}
