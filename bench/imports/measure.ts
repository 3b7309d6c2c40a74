import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { type Database, firstRow, sql } from '../../src/db/sql.ts';
import { type BulkKind, bulkImport, type ImportReport } from '../../src/imports/import.ts';
import { systemClock } from '../../src/lib/clock.ts';

const CHUNK_LINES = 5_000;
/** Ticks a second of /proc/PID/stat. */
const TICKS = 100;

/** Writes a file of many lines without holding it. */
export async function writeLines(path: string, header: string, lines: Iterable<string>): Promise<void> {
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

/** Seconds of CPU that the database's one session has used; undefined where the system does not tell. */
async function sessionSeconds(db: Database): Promise<number | undefined> {
  const row = await firstRow<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
  try {
    const fields = readFileSync(`/proc/${row?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return undefined;
  }
}

/** Imports a file and tells its rate: by the clock, and by all the CPU that was used, which is what one core could do. */
export async function measuredImport<Row>(
  db: Database,
  bulk: BulkKind<Row>,
  path: string,
): Promise<ImportReport> {
  const [before, started, used] = [await sessionSeconds(db), performance.now(), process.cpuUsage()];
  const report = await bulkImport(db, systemClock, bulk, { path });
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const session = ((await sessionSeconds(db)) ?? 0) - (before ?? 0);
  const cpu = (user + system) / 1e6 + session;
  const rate = (over: number): string => Math.round(report.rows / over).toLocaleString('en-GB');
  console.log(
    `${bulk.kind}: ${report.rows} rows in ${seconds.toFixed(1)} s (${rate(seconds)}/s); CPU ${cpu.toFixed(1)} s, ${session.toFixed(1)} of it PostgreSQL: ${rate(cpu)} rows/s on one core; ` +
      `memory ${Math.round(process.memoryUsage().rss / 1e6)} MB, load ${loadavg()[0]?.toFixed(1)}`,
  );
  return report;
}

/** The same file into a table of texts, by nothing but `copy`. */
export async function measuredCopy(
  db: Database,
  path: string,
  columns: number,
  delimiter: string,
): Promise<void> {
  const names = Array.from({ length: columns }, (_, at) => `c${at} text`).join(', ');
  await db.rows({ text: `create table plain_copy (${names})`, values: [] });
  const [before, started, used] = [await sessionSeconds(db), performance.now(), process.cpuUsage()];
  await db.transaction((bulk) =>
    bulk.copy(
      `copy plain_copy from stdin with (format csv, delimiter '${delimiter}', header)`,
      readFileSync(path),
    ),
  );
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const cpu = (user + system) / 1e6 + ((await sessionSeconds(db)) ?? 0) - (before ?? 0);
  console.log(`plain copy of the same file: ${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`);
  await db.rows({ text: 'drop table plain_copy', values: [] });
}

/** Bytes a row of some tables with their indexes. */
export async function bytesARow(db: Database, tables: readonly string[], rows: number): Promise<string> {
  const row = await firstRow<{ bytes: number }>(
    db,
    sql`select sum(pg_total_relation_size(name::regclass))::bigint as bytes from unnest(${tables}::text[]) as name`,
  );
  return `${Math.round((row?.bytes ?? 0) / rows)} bytes a row with indexes`;
}

export function percentile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((one, other) => one - other);
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)} ms`;
}

/** `--name 1000` among the arguments. */
export const sizeOf = (args: readonly string[], name: string, usual: number): number =>
  args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : usual;
