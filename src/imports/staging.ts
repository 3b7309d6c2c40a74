import type { BulkDb } from '../db/sql.ts';

/** A table of one session that holds a block while it is compared with what is known. */
export interface TempTable {
  readonly name: string;
  /** Column and type, in the order of the rows. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A stage with the columns of the table it stands before. */
export interface StagingTable extends TempTable {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: readonly string[];
}

/** Values of the key of some rows, by which it is guessed whether a block is known. */
export type KeySample = readonly (readonly unknown[])[];

/** One row of so many is looked up. */
export const SAMPLE_INTERVAL_ROWS = 250;

/**
 * Copies rows into their table, straight where none of them is known, which takes half the database's time. A few of them are looked up;
 * where those are new and others are not, the copy fails and is undone. Else lays them out in the stage, and answers that there is
 * something to compare.
 */
export async function copyOrStage(
  db: BulkDb,
  stage: StagingTable,
  sample: KeySample,
  rows: Buffer,
): Promise<'put' | 'staged'> {
  if (!(await isAnyKnown(db, stage, sample)) && (await tryCopy(db, stage, rows))) return 'put';
  await stageRows(db, stage, rows);
  return 'staged';
}

const UNIQUE_VIOLATION = '23505';
const BINARY = 'from stdin with (format binary)';

async function isAnyKnown(db: BulkDb, { table, key, columns }: StagingTable, sample: KeySample) {
  const arrays = key.map((name, at) => `$${at + 1}::${columns[name]}[]`);
  const text = `
    select 1 from unnest(${arrays.join(', ')}) as sampled (${key.join(', ')})
    where exists (select from ${table} where ${key.map((name) => `${table}.${name} = sampled.${name}`).join(' and ')}) limit 1`;
  const values = key.map((_, at) => sample.map((row) => row[at]));
  return (await db.rows({ text, values })).length > 0;
}

/** False, with nothing done, when one of the rows is known after all, or another import of the same rows was faster. */
async function tryCopy(db: BulkDb, { table, columns }: StagingTable, rows: Buffer): Promise<boolean> {
  await db.rows({ text: 'savepoint straight', values: [] });
  try {
    await db.copy(`copy ${table} (${Object.keys(columns).join(', ')}) ${BINARY}`, rows);
    await db.rows({ text: 'release savepoint straight', values: [] });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await db.rows({ text: 'rollback to savepoint straight', values: [] });
    return false;
  }
}

/** Lays rows of a binary copy out in the stage, which is empty again when the transaction ends. */
export async function stageRows(db: BulkDb, stage: TempTable, rows: Buffer): Promise<void> {
  await ensureStage(db, stage);
  await db.copy(`copy ${stage.name} ${BINARY}`, rows);
}

/** For what is staged a second time in one transaction. */
export async function emptyStage(db: BulkDb, stage: TempTable): Promise<void> {
  await ensureStage(db, stage);
  await db.rows({ text: `truncate ${stage.name}`, values: [] });
}

async function ensureStage(db: BulkDb, { name, columns }: TempTable): Promise<void> {
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  await db.rows({
    text: `create temp table if not exists ${name} (${typed.join(', ')}) on commit delete rows`,
    values: [],
  });
}

/** Of rows in the stage with the same key the one that comes last, after `first` where given: a file may say a thing twice. */
export function selectLatestSql({ name, key, columns }: StagingTable, first = ''): string {
  const keys = key.join(', ');
  const order = first === '' ? '' : `${first}, `;
  return `select distinct on (${keys}) ${Object.keys(columns).join(', ')} from ${name} order by ${keys}, ${order}ctid desc`;
}
