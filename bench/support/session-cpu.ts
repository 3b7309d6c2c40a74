import { readFileSync } from 'node:fs';
import { type Db, firstRow, sql } from '../../src/db/sql.ts';

/**
 * Reads the CPU milliseconds of the one session of a pool: a busy machine does not stretch them. By the clock where the
 * system does not count them. The first figure of `schedstat` is the time on a core, in nanoseconds.
 */
export async function sessionClock(session: Db): Promise<() => number> {
  if (process.platform !== 'linux') return () => performance.now();
  const row = await firstRow<{ pid: number }>(session, sql`select pg_backend_pid() as pid`);
  return () => Number(readFileSync(`/proc/${row?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
