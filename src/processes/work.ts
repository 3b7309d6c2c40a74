import { forgetQuietAccounts } from '../accounts/request-rate.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type Duty, repeatDuty } from '../queue/duty.ts';
import type { Storage } from './storage.ts';

const HOUR_MS = 3_600_000;

/** What a working process does; every later part of the service adds its duty here. */
const duties = ({ db }: Storage): Duty[] => [
  { name: 'forget quiet accounts', everyMs: HOUR_MS, run: () => forgetQuietAccounts(db) },
];

export function work(
  storage: Storage,
  { log, clock }: { log: Log; clock: Clock },
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const running = duties(storage).map((duty) => repeatDuty(duty, { clock, log }, ending.signal));
  return {
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
