import { type Database, type Db, preparedSql, sql } from '../db/sql.ts';
import { packDocumentHex } from './packed-document.ts';
import { lockForRecording } from './store.ts';

/** Some 20 ms of work under the locks of recording. */
const BATCH_ROWS = 100;
const MAX_RETRIES = 5;

/**
 * Packs the documents that older releases stored as JSON; returns their number. It can be interrupted and restarted at
 * any time without repeating work, and runs beside recording.
 */
export async function packDocuments(db: Database, signal?: AbortSignal): Promise<number> {
  for (let packed = 0; ; ) {
    if (signal?.aborted) return packed;
    const ids = await selectUnpacked(db);
    if (ids.length === 0) return packed;
    packed += await db.transaction((tx) => packRows(tx, ids), { retries: MAX_RETRIES });
  }
}

const selectUnpacked = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select property_id as id from property where document is not null order by property_id limit ${BATCH_ROWS}`)
  ).map(({ id }) => id);

const unpackedById = preparedSql(`
  select property_id as id, document::text as text from property
  where property_id = any ($1::uuid[]) and document is not null`);

/** Under the locks of recording, so that no change is lost between read and write. */
async function packRows(db: Db, ids: readonly string[]): Promise<number> {
  await lockForRecording(db, [], ids);
  const rows = await db.rows<{ id: string; text: string }>(unpackedById(ids));
  await db.rows(sql`
    update property set packed = decode(given.packed, 'hex'), document = null
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ text }) => packDocumentHex(text))}::text[])
      as given (property_id, packed)
    where property.property_id = given.property_id`);
  return rows.length;
}
