import { type Db, firstRow, sql } from '../db/sql.ts';
import type { Faults } from './fault.ts';

export type ImportKind = 'addresses' | 'certificates' | 'sales';

/** The counts of an import so far. */
export interface BulkImportCounts {
  readonly rows: number;
  /** Addresses, certificates or sales in them. */
  readonly accepted: number;
  /** Of those, the new or different ones. */
  readonly changed: number;
  readonly faults: Faults;
}

export const NO_BULK_IMPORT_COUNTS: BulkImportCounts = { rows: 0, accepted: 0, changed: 0, faults: {} };

export interface ImportKey {
  readonly kind: ImportKind;
  readonly digest: Buffer;
}

export interface ImportProgress {
  readonly position: number;
  readonly line: number;
  readonly counts: BulkImportCounts;
}

export const loadProgress = (db: Db, { kind, digest }: ImportKey): Promise<ImportProgress | undefined> =>
  firstRow<ImportProgress>(
    db,
    sql`select position, line, counts from bulk_import where kind = ${kind} and digest = ${digest}`,
  );

/** False when the stored position differs from this process's: another process imports the same file. */
export async function storeProgress(
  db: Db,
  { kind, digest }: ImportKey,
  { from, to: { position, line, counts }, at }: { from: number; to: ImportProgress; at: Date },
): Promise<boolean> {
  const rows = await db.rows(sql`
    insert into bulk_import (kind, digest, position, line, counts, started_at)
    values (${kind}, ${digest}, ${position}, ${line}, ${JSON.stringify(counts)}, ${at})
    on conflict (kind, digest) do update
      set position = excluded.position, line = excluded.line, counts = excluded.counts
      where bulk_import.position = ${from}
    returning kind`);
  return rows.length === 1;
}

export const deleteProgress = async (db: Db, { kind, digest }: ImportKey): Promise<void> => {
  await db.rows(sql`delete from bulk_import where kind = ${kind} and digest = ${digest}`);
};
