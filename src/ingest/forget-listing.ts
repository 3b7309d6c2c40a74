import { type Db, sql } from '../db/sql.ts';
import { forgetFormerRaw } from './former-raw.ts';
import { loadPackedObservations } from './raw.ts';

/**
 * Deletes the stored observations of a listing. Rejected records of the URL, and examples of ignored fields of the source,
 * go too.
 */
export async function forgetRaw(db: Db, listingId: string): Promise<void> {
  const own = await loadPackedObservations(db, listingId);
  const former = await forgetFormerRaw(db, listingId);
  const sources = new Set([...own.map(({ sourceId }) => sourceId), ...former]);
  await db.rows(sql`delete from raw_history where listing_id = ${listingId}`);
  await db.rows(sql`delete from rejected_record where listing_id = ${listingId}`);
  await db.rows(sql`update ignored_field set example = '' where source_id = any (${[...sources]}::uuid[])`);
}
