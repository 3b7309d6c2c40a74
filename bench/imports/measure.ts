import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Database, firstRow, sql } from '../../src/db/sql.ts';
import { type BulkImportKind, type BulkImportReport, bulkImport } from '../../src/imports/import.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { currentLoad } from '../support/database.ts';
import { sessionClock } from '../support/session-cpu.ts';

const CHUNK_LINES = 5_000;

/** Writes a file of many lines without holding it in memory. */
export async function writeLinesFile(path: string, header: string, lines: Iterable<string>): Promise<void> {
  const file: FileHandle = await open(path, 'w');
  try {
    let [held, count] = [`${header}\n`, 0];
    for (const line of lines) {
      held += `${line}\n`;
      count += 1;
      if (count % CHUNK_LINES !== 0) continue;
      await file.write(held);
      held = '';
    }
    await file.write(held);
  } finally {
    await file.close();
  }
}

/** Wall seconds, and CPU seconds here and in the database's session: the time of one core. */
export interface ResourceUse {
  readonly seconds: number;
  readonly cpu: number;
  readonly session: number;
}

export async function measureUse(db: Database, work: () => Promise<unknown>): Promise<ResourceUse> {
  const clock = await sessionClock(db);
  const [before, started, used] = [clock(), performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const session = (clock() - before) / 1_000;
  return { seconds, session, cpu: (user + system) / 1e6 + session };
}

const formatUse = ({ seconds, cpu, session }: ResourceUse, rows: number): string => {
  const rate = (over: number): string => Math.round(rows / over).toLocaleString('en-GB');
  return (
    `${seconds.toFixed(1)} s (${rate(seconds)}/s); CPU ${cpu.toFixed(1)} s, ${session.toFixed(1)} of it PostgreSQL: ` +
    `${rate(cpu)} rows/s on one core; load ${currentLoad()}`
  );
};

export interface MeasuredImport {
  readonly report: BulkImportReport;
  readonly took: ResourceUse;
}

export async function measureImport<Row>(
  db: Database,
  bulk: BulkImportKind<Row>,
  path: string,
): Promise<MeasuredImport> {
  let report: BulkImportReport | undefined;
  const measured = await measureUse(db, async () => {
    report = await bulkImport(db, systemClock, bulk, { path });
  });
  if (report === undefined) throw new Error('nothing was imported');
  console.log(`${bulk.kind}: ${report.rows} rows in ${formatUse(measured, report.rows)}`);
  return { report, took: measured };
}

/** The same file into a table of texts, with plain `copy`. */
export async function measureCopy(
  db: Database,
  path: string,
  { header, delimiter, imported }: { header: string; delimiter: string; imported: MeasuredImport },
): Promise<void> {
  const names = header.split(delimiter).map((_, at) => `c${at} text`);
  await db.rows({ text: `create table plain_copy (${names.join(', ')})`, values: [] });
  const options = `with (format csv, delimiter '${delimiter}', header)`;
  const plain = await measureUse(db, () =>
    db.transaction((bulk) => bulk.copy(`copy plain_copy from stdin ${options}`, readFileSync(path))),
  );
  console.log(`  plain copy of the same file: ${formatUse(plain, imported.report.rows)}`);
  const times = (one: number, other: number): string => (one / other).toFixed(1);
  const { seconds, cpu } = imported.took;
  console.log(`  import / copy: clock ${times(seconds, plain.seconds)}, CPU ${times(cpu, plain.cpu)} times`);
  await db.rows({ text: 'drop table plain_copy', values: [] });
}

const GIGABYTE = 1e9;

/** Bytes a row of some tables with their indexes, and the size of a whole country. */
export async function printBytes(
  db: Database,
  tables: readonly string[],
  { rows, country }: { rows: number; country: number },
): Promise<void> {
  for (const name of tables) await db.rows({ text: `vacuum analyze ${name}`, values: [] });
  const row = await firstRow<{ bytes: number; heap: number }>(
    db,
    sql`
    select sum(pg_total_relation_size(name::regclass))::bigint as bytes, sum(pg_table_size(name::regclass))::bigint as heap
    from unnest(${tables}::text[]) as name`,
  );
  const each = (row?.bytes ?? 0) / rows;
  console.log(
    `  ${tables.join(' and ')}: ${Math.round(each)} bytes a row, ${Math.round(each - (row?.heap ?? 0) / rows)} of them indexes; ` +
      `${country / 1e6} million rows: ${((each * country) / GIGABYTE).toFixed(1)} GB`,
  );
}
