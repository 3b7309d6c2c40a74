import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { selectLiveFiles } from '../../src/analytics/manifest.ts';
import { type Database, firstRow, sql } from '../../src/db/sql.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { quoteLiteral } from '../../src/warehouse/engine.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import type { TestWarehouse } from './warehouse.ts';

const WORKER = join(import.meta.dirname, 'warehouse-worker.ts');
/** Longer than the wait for a dead writer, and the retention of a merged file. */
const CLOCK_OFFSET_MS = 2 * HOUR_MS;
const POLL_INTERVAL_MS = 5;

export interface WorkerKillOptions {
  kills: number;
  /** Changes recorded before each worker starts. */
  changes: number;
  /** How long after its start, or its first write, a worker is killed. */
  killAfterMs(round: number): number;
}

export interface WorkerKillResult {
  recorded: number;
  /** Events in closed files and in the tail, and how many distinct ones. */
  events: number;
  distinctEvents: number;
  /** At each kill: files being written, changes still due. */
  moments: string[];
  strays: number;
}

/** Records changes, starts a worker, kills it, repeatedly; then lets one finish, and counts what the warehouse contains. */
export async function killWorkers(
  warehouse: TestWarehouse,
  { kills, changes, killAfterMs }: WorkerKillOptions,
): Promise<WorkerKillResult> {
  const moments: string[] = [];
  for (let round = 0; round < kills; round++) {
    for (let at = 0; at < changes; at++) {
      await recordTogether(warehouse.db, [madeListing({ propertyType: 'FLAT' })], day(1 + (at % 60)));
    }
    const worker = await startWorker(warehouse, round);
    // Every other one as soon as it writes a file, to close a month or to merge.
    while (round % 2 === 1 && worker.exitCode === null && !(await isWriting(warehouse.db)))
      await systemClock.sleep(POLL_INTERVAL_MS);
    await systemClock.sleep(killAfterMs(round));
    worker.kill('SIGKILL');
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
    moments.push(await describeMoment(warehouse.db));
  }
  for (const round of [kills, kills + 1]) {
    const last = await startWorker(warehouse, round);
    const [code] = await once(last, 'exit');
    if (code !== 0) throw new Error(`the last worker ended with ${code}`);
  }
  return { recorded: kills * changes, ...(await countHeldEvents(warehouse)), moments };
}

async function startWorker({ connection, engine }: TestWarehouse, round: number) {
  const task = { connection, folder: engine.folder, laterMs: (round + 1) * CLOCK_OFFSET_MS };
  const worker = fork(WORKER, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(worker, 'message');
  return worker;
}

/** A dead worker's row is removed before its successor starts. */
const isWriting = async (db: Database): Promise<boolean> =>
  (
    await db.rows(sql`
    select from warehouse_file where closed_at is null
      and exists (select from pg_stat_activity where application_name = 'gable killed' and datname = current_database())`)
  ).length > 0;

async function describeMoment(db: Database): Promise<string> {
  const row = await firstRow<{ writing: number; due: number; waiting: number }>(
    db,
    sql`
    select (select count(*)::int from warehouse_file where closed_at is null) as writing,
           (select count(*)::int from listing_event_due) as due, (select count(*)::int from listing_event) as waiting`,
  );
  return `${row?.writing} writing, ${row?.due} due, ${row?.waiting} waiting`;
}

/** Read from the files directly, not through the code that answers queries. */
async function countHeldEvents({
  db,
  engine,
}: TestWarehouse): Promise<Omit<WorkerKillResult, 'recorded' | 'moments'>> {
  const live = (await selectLiveFiles(db)).map(({ fileId }) => fileId);
  const onDisk = globSync('**/*.parquet', { cwd: engine.folder });
  const paths = onDisk.filter((path) => live.some((fileId) => path.includes(fileId)));
  const list = paths.map((path) => quoteLiteral(join(engine.folder, path))).join(', ');
  const counted = { events: 0, different: 0 };
  await engine.use(async (session) => {
    const rows = session.rows<{ events: number; different: number }>(
      `select count(*)::double as events, count(distinct (listing_id, revision_id))::double as different from read_parquet([${list}])`,
    );
    for await (const [row] of rows) Object.assign(counted, row);
  });
  const waiting = await db.rows(sql`select from listing_event`);
  return {
    events: counted.events + waiting.length,
    distinctEvents: counted.different + waiting.length,
    strays: onDisk.length - live.length,
  };
}
