// A worker of the warehouse that collects, closes, merges and cleans without a pause, until it is killed or has nothing left to do.
import { deleteObsoleteFiles } from '../../src/analytics/clean.ts';
import { closeMonth } from '../../src/analytics/close.ts';
import { collectEvents } from '../../src/analytics/collect.ts';
import { mergeFiles } from '../../src/analytics/merge.ts';
import { selectOpenMonths } from '../../src/analytics/store.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Engine } from '../../src/warehouse/engine.ts';
import { silentLog } from './log.ts';

interface Task {
  connection: Parameters<typeof openDatabase>[0];
  folder: string;
  /** Each worker starts later than the timeout of what the one before may have left behind. */
  laterMs: number;
}

const { connection, folder, laterMs } = JSON.parse(process.argv[2] ?? '{}') as Task;
const db = openDatabase(connection, { log: silentLog, applicationName: 'gable killed' });
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + laterMs) };
const engine = new Engine({ folder, memoryMb: 128, threads: 1 });
const warehouse = { db, clock, engine };
await engine.open();
process.send?.('begun');

for (let done = 1; done > 0; ) {
  await deleteObsoleteFiles(warehouse);
  done = await collectEvents(db, clock);
  for (const { month } of await selectOpenMonths(db)) done += (await closeMonth(warehouse, month)) ?? 0;
  done += await mergeFiles(warehouse);
}
await engine.close();
await db.end();
process.disconnect?.();
