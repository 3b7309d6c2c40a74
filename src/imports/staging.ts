import type { BulkDb } from '../db/sql.ts';

/** A session table for a block of rows while it is compared with the stored ones. */
export interface TempTable {
  readonly name: string;
  /** Column and type, in the order of the rows. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A staging table with the columns of its target. */
export interface StagingTable extends TempTable {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: readonly string[];
}

/** Keys of some rows, by which a block is classified as known or new. */
export type KeySample = readonly (readonly unknown[])[];

/** One row of so many is sampled. */
export const SAMPLE_INTERVAL_ROWS = 250;

/**
 * Copies rows directly into their table where none of them is known, which halves the database's time. A sample is
 * looked up first; where the sample is new and other rows are not, the copy fails and is rolled back. Otherwise the
 * rows are staged to be compared.
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

/** False, with nothing changed, when one of the rows is known after all, or a concurrent import was faster. */
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

/** Copies rows into the staging table, which is emptied at commit. */
export async function stageRows(db: BulkDb, stage: TempTable, rows: Buffer): Promise<void> {
  await ensureStage(db, stage);
  await db.copy(`copy ${stage.name} ${BINARY}`, rows);
}

/** For a second use of the stage in one transaction. */
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

/** Of staged rows with the same key the last, ordered by `first` where given: a file may repeat a row. */
export function selectLatestSql({ name, key, columns }: StagingTable, first = ''): string {
  const keys = key.join(', ');
  const order = first === '' ? '' : `${first}, `;
  return `select distinct on (${keys}) ${Object.keys(columns).join(', ')} from ${name} order by ${keys}, ${order}ctid desc`;
}
