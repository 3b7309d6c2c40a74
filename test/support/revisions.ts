import type { ChangeEntry, PropertyResult } from '../../src/catalogue/document.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { readChanges, type StoredChanges } from '../../src/properties/change-log.ts';
import type { ListingEvent } from '../../src/properties/revise.ts';
import {
  loadRevisionDocuments,
  revisionColumns,
  type StoredRevision,
} from '../../src/properties/revision-documents.ts';
import {
  readListingEvents,
  revisionKinds,
  type StoredListingEvent,
} from '../../src/properties/stored-events.ts';

/** A row of property_change with its documents and changes. */
export interface Revision {
  readonly propertyId: string;
  readonly revisionId: string;
  readonly revisionNumber: number;
  readonly before: PropertyResult | null;
  readonly after: PropertyResult | null;
  readonly changes: readonly ChangeEntry[];
  readonly kinds: readonly string[];
  readonly listingId: string | null;
  readonly events: readonly ListingEvent[];
}

interface RevisionRow extends StoredRevision, Omit<StoredChanges, 'listingEvents'> {
  readonly kinds: readonly string[];
  readonly listingId: string | null;
  readonly storedEvents: readonly StoredListingEvent[];
}

/** The revisions of properties in the order in which they were recorded. */
export async function readRevisions(db: Db, propertyIds: readonly string[]): Promise<Revision[]> {
  const rows = await db.rows<RevisionRow>(sql`
    select ${revisionColumns}, occurred_at as "occurredAt", listing_id as "listingId", listing_events as "storedEvents", changes,
           ${revisionKinds} as kinds
    from property_change where property_id = any (${propertyIds}::uuid[])
    order by property_id, revision_number`);
  const documents = await loadRevisionDocuments(db, rows);
  const parse = (text: string | null | undefined) => (text == null ? null : JSON.parse(text));
  return rows.map((row) => {
    const events = readListingEvents(row.storedEvents, row.listingId);
    return {
      propertyId: row.propertyId,
      revisionId: row.revisionId,
      revisionNumber: row.revisionNumber,
      before: parse(documents.get(row.revisionId)?.before),
      after: parse(documents.get(row.revisionId)?.after),
      changes: readChanges({ ...row, listingEvents: events }),
      kinds: row.kinds,
      listingId: row.listingId,
      events,
    };
  });
}
