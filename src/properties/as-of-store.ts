import { type Db, fixedSql, sql } from '../db/sql.ts';
import { loadRevisionDocuments, revisionColumns, type StoredRevision } from './revision-documents.ts';

/** A property after the last change that was recorded up to a moment. */
export interface PropertyStateRow {
  id: string;
  /** The document as JSON; null when the property was gone. */
  written: string | null;
  mergedInto: string | null;
}

export async function selectStateAt(db: Db, id: string, moment: Date): Promise<PropertyStateRow | undefined> {
  return (await selectStatesAt(db, [id], moment))[0];
}

export async function selectStatesAt(
  db: Db,
  ids: readonly string[],
  moment: Date,
): Promise<PropertyStateRow[]> {
  const rows = await db.rows<StoredRevision>(
    fixedSql(sql`
    select distinct on (property_id) ${revisionColumns} from property_change
    where property_id = any (${ids}::uuid[]) and recorded_at <= ${moment}
    order by property_id, recorded_at desc, revision_id desc`),
  );
  const documents = await loadRevisionDocuments(db, rows);
  return rows.map(({ propertyId, revisionId, mergedInto }) => ({
    id: propertyId,
    written: documents.get(revisionId)?.after ?? null,
    mergedInto,
  }));
}

/** Properties of one read: their documents are some 4 KB each. */
const SCAN_BATCH_ROWS = 500;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Every property that there was at a moment, by id, in batches. */
export async function* scanStatesAt(db: Db, moment: Date): AsyncGenerator<PropertyStateRow[]> {
  for (let last = LOWEST_ID; ; ) {
    // The ids first: the primary key gives them without reading documents.
    const ids = await db.rows<{ id: string }>(sql`
      select distinct property_id as id from property_change where property_id > ${last}
      order by property_id limit ${SCAN_BATCH_ROWS}`);
    const end = ids.at(-1);
    if (end === undefined) return;
    yield (
      await selectStatesAt(
        db,
        ids.map(({ id }) => id),
        moment,
      )
    ).filter(({ written }) => written !== null);
    last = end.id;
  }
}
