import { type Db, firstRow, sql } from '../db/sql.ts';
import type { Faults } from './fault.ts';

export type ImportKind = 'addresses' | 'certificates' | 'sales';

/** What an import has done so far. */
export interface Counts {
  /** Rows of the file. */
  readonly rows: number;
  /** Addresses, certificates or sales told by them. */
  readonly told: number;
  /** Of those, the ones that were new or different. */
  readonly changed: number;
  readonly faults: Faults;
}

export const NOTHING: Counts = { rows: 0, told: 0, changed: 0, faults: {} };

export interface ImportKey {
  readonly kind: ImportKind;
  readonly digest: Buffer;
}

export interface Standing {
  readonly position: number;
  readonly line: number;
  readonly counts: Counts;
}

export const standingOf = (db: Db, { kind, digest }: ImportKey): Promise<Standing | undefined> =>
  firstRow<Standing>(
    db,
    sql`select position, line, counts from bulk_import where kind = ${kind} and digest = ${digest}`,
  );

/** False when the import no longer stands where this process left it: another one is at the same file. */
export async function putStanding(
  db: Db,
  { kind, digest }: ImportKey,
  { from, to: { position, line, counts }, at }: { from: number; to: Standing; at: Date },
): Promise<boolean> {
  const rows = await db.rows(sql`
    insert into bulk_import (kind, digest, position, line, counts, started_at)
    select ${kind}, ${digest}, ${position}, ${line}, ${JSON.stringify(counts)}::jsonb, ${at}
    on conflict (kind, digest) do update
      set position = excluded.position, line = excluded.line, counts = excluded.counts
      where bulk_import.position = ${from}
    returning kind`);
  return rows.length === 1;
}

export const forgetStanding = async (db: Db, { kind, digest }: ImportKey): Promise<void> => {
  await db.rows(sql`delete from bulk_import where kind = ${kind} and digest = ${digest}`);
};
