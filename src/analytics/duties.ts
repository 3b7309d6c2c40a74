import type { Duty } from '../queue/duty.ts';
import { cleanFiles } from './clean.ts';
import { closeMonths } from './close.ts';
import { collectEvents } from './collect.ts';
import { mergeFiles } from './merge.ts';
import type { Workshop } from './write.ts';

/** With the few seconds an answer may be old, news counts well within the promised minute. */
const COLLECT_MS = 2_000;
const MERGE_MS = 60_000;
const CLEAN_MS = 600_000;

/** What a working process does for the warehouse. Any number of processes may do it at once over one folder. */
export const warehouseDuties = (workshop: Workshop): Duty[] => [
  {
    name: 'collect listing events',
    everyMs: COLLECT_MS,
    async run(signal) {
      do {
        await closeMonths(workshop, signal);
      } while ((await collectEvents(workshop.db, workshop.clock, signal)) > 0 && !signal.aborted);
    },
  },
  {
    name: 'merge files of the warehouse',
    everyMs: MERGE_MS,
    async run(signal) {
      while (!signal.aborted && (await mergeFiles(workshop, signal)) > 0);
    },
  },
  {
    name: 'clean the warehouse',
    everyMs: CLEAN_MS,
    run: async () => void (await cleanFiles(workshop)),
  },
];
