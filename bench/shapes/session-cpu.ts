import { readFileSync } from 'node:fs';
import { type Db, firstRow, sql } from '../../src/db/sql.ts';

/** So short a statement is repeated, and the mean counts. */
const MIN_MEASURED_MS = 30;
const MAX_REPETITIONS = 20;

/**
 * CPU milliseconds of the one session of a pool for one of several repetitions: a busy machine does not stretch it. By
 * the clock where the system does not count it.
 */
export async function timeSession(session: Db, work: () => Promise<unknown>): Promise<number> {
  const row = await firstRow<{ pid: number }>(session, sql`select pg_backend_pid() as pid`);
  const pid = row?.pid ?? 0;
  const began = readCpuMs(pid);
  for (let times = 1; ; times += 1) {
    await work();
    const spent = readCpuMs(pid) - began;
    if (spent >= MIN_MEASURED_MS || times === MAX_REPETITIONS) return spent / times;
  }
}

/** The first figure of `schedstat` is the time on a core, in nanoseconds. */
function readCpuMs(pid: number): number {
  if (process.platform !== 'linux') return performance.now();
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
