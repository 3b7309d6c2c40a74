import type { BulkDb } from '../db/sql.ts';
import { type CopyValue, copyLine } from './copy-text.ts';

/** A table of one session that holds a block while it is compared with what is known. */
export interface Stage {
  readonly name: string;
  /** Column and type, in the order of the rows. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Lays rows out in the stage, which is empty again when the transaction ends. */
export async function stageRows(
  db: BulkDb,
  { name, columns }: Stage,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const text = `create temp table if not exists ${name} (${typed.join(', ')}) on commit delete rows`;
  await db.rows({ text, values: [] });
  let lines = '';
  for (const row of rows) lines += copyLine(row);
  await db.copy(`copy ${name} from stdin`, Buffer.from(lines));
}
