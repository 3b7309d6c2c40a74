import type { PeriodicJob } from '../queue/periodic-job.ts';
import { deleteObsoleteFiles } from './clean.ts';
import { closeMonths } from './close.ts';
import { collectEvents } from './collect.ts';
import { mergeFiles } from './merge.ts';
import type { WarehouseContext } from './write.ts';

/** With the few seconds an answer may be old, a new event counts well within the promised minute. */
const COLLECT_INTERVAL_MS = 2_000;
const MERGE_INTERVAL_MS = 60_000;
const CLEAN_INTERVAL_MS = 600_000;

/** The warehouse jobs of a worker. Any number of processes may run them at once over one directory. */
export const warehouseJobs = (warehouse: WarehouseContext): PeriodicJob[] => [
  {
    name: 'collect listing events',
    everyMs: COLLECT_INTERVAL_MS,
    async run(signal) {
      do {
        await closeMonths(warehouse, signal);
      } while ((await collectEvents(warehouse.db, warehouse.clock, signal)) > 0 && !signal.aborted);
    },
  },
  {
    name: 'merge files of the warehouse',
    everyMs: MERGE_INTERVAL_MS,
    async run(signal) {
      while (!signal.aborted && (await mergeFiles(warehouse, signal)) > 0);
    },
  },
  {
    name: 'clean the warehouse',
    everyMs: CLEAN_INTERVAL_MS,
    run: async () => void (await deleteObsoleteFiles(warehouse)),
  },
];
