import type { PropertyResult } from '../../src/catalogue/document.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import {
  loadRevisionDocuments,
  revisionColumns,
  type StoredRevision,
} from '../../src/properties/revision-documents.ts';

/** A row of property_change with its documents. */
export interface Revision {
  readonly propertyId: string;
  readonly revisionId: string;
  readonly revisionNumber: number;
  readonly before: PropertyResult | null;
  readonly after: PropertyResult | null;
}

/** The revisions of properties in the order in which they were recorded. */
export async function readRevisions(db: Db, propertyIds: readonly string[]): Promise<Revision[]> {
  const rows = await db.rows<StoredRevision>(sql`
    select ${revisionColumns} from property_change where property_id = any (${propertyIds}::uuid[])
    order by property_id, revision_number`);
  const documents = await loadRevisionDocuments(db, rows);
  const parse = (text: string | null | undefined) => (text == null ? null : JSON.parse(text));
  return rows.map(({ propertyId, revisionId, revisionNumber }) => ({
    ...{ propertyId, revisionId, revisionNumber },
    before: parse(documents.get(revisionId)?.before),
    after: parse(documents.get(revisionId)?.after),
  }));
}
