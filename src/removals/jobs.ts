import type { PeriodicJob } from '../queue/periodic-job.ts';
import { type EraseContext, eraseRemoved } from './erase.ts';

const ERASE_INTERVAL_MS = 2_000;

export const eraseRemovedJob = (context: EraseContext): PeriodicJob => ({
  name: 'erase removed listings',
  everyMs: ERASE_INTERVAL_MS,
  run: async () => void (await eraseRemoved(context)),
});
