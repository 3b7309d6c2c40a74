import { readdirSync, readFileSync } from 'node:fs';
import type { Connection } from '../../src/db/connection.ts';

const nameOf = (connection: Connection): string =>
  'connectionString' in connection
    ? new URL(connection.connectionString).pathname.slice(1)
    : connection.database;

/** CPU milliseconds of each session of a database on this machine: of all nodes, as they have it by the same name. */
function readSessions(database: string): Map<string, number> {
  const sessions = new Map<string, number>();
  if (process.platform !== 'linux') return sessions;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!title.startsWith('postgres: ') || !title.split(/[\s\0]/).includes(database)) continue;
      const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
      sessions.set(pid, Number(nanoseconds) / 1e6);
    } catch {
      // It ended between the listing and the read.
    }
  return sessions;
}

/**
 * CPU milliseconds of this process and of the sessions of a database for some work: neighbours do not stretch it.
 * A session that ends meanwhile is left out.
 */
export async function measureDatabaseCpu(
  connection: Connection | undefined,
  work: () => Promise<unknown>,
): Promise<{ client: number; server: number }> {
  if (connection === undefined) return { client: Number.NaN, server: Number.NaN };
  const database = nameOf(connection);
  const [before, began] = [readSessions(database), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(began);
  let server = 0;
  for (const [pid, ms] of readSessions(database)) server += ms - (before.get(pid) ?? 0);
  return { client: (user + system) / 1_000, server };
}
