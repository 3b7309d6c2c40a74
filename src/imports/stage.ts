import type { BulkDb } from '../db/sql.ts';
import { type CopyValue, copyLine } from './copy-text.ts';

/** A table of one session that holds a block while it is compared with what is known. */
export interface Stage {
  readonly name: string;
  /** Column and type, in the order of the rows. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A stage with the columns of the table it stands before; the first one is that table's key. */
export interface Antechamber extends Stage {
  readonly table: string;
}

type Rows = Iterable<readonly CopyValue[]>;

/** Lays rows out in the stage, which is empty again when the transaction ends. */
export const stageRows = (db: BulkDb, stage: Stage, rows: Rows): Promise<void> =>
  stageText(db, stage, textOf(rows));

/**
 * Copies rows into their table, straight where none of them is known, which takes a fifth off the database's time. Lays them out in the
 * stage otherwise, and answers that there is something to compare.
 */
export async function putNewOrStage(
  db: BulkDb,
  stage: Antechamber,
  keys: readonly string[],
  rows: Rows,
): Promise<'put' | 'staged'> {
  const text = textOf(rows);
  if (!(await isAnyKnown(db, stage, keys)) && (await isCopied(db, stage, text))) return 'put';
  await stageText(db, stage, text);
  return 'staged';
}

const UNIQUE_VIOLATION = '23505';

async function isAnyKnown(db: BulkDb, { table, columns }: Antechamber, keys: readonly string[]) {
  const [[key, type] = ['', '']] = Object.entries(columns);
  const text = `select 1 from ${table} where ${key} = any ($1::${type}[]) limit 1`;
  return (await db.rows({ text, values: [keys] })).length > 0;
}

/** False, with nothing done, when another import of the same rows was faster. */
async function isCopied(db: BulkDb, { table, columns }: Antechamber, text: Buffer): Promise<boolean> {
  await db.rows({ text: 'savepoint straight', values: [] });
  try {
    await db.copy(`copy ${table} (${Object.keys(columns).join(', ')}) from stdin`, text);
    await db.rows({ text: 'release savepoint straight', values: [] });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await db.rows({ text: 'rollback to savepoint straight', values: [] });
    return false;
  }
}

async function stageText(db: BulkDb, { name, columns }: Stage, text: Buffer): Promise<void> {
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  await db.rows({
    text: `create temp table if not exists ${name} (${typed.join(', ')}) on commit delete rows`,
    values: [],
  });
  await db.copy(`copy ${name} from stdin`, text);
}

function textOf(rows: Rows): Buffer {
  let lines = '';
  for (const row of rows) lines += copyLine(row);
  return Buffer.from(lines);
}
