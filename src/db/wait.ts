import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '../lib/backoff.ts';
import type { Log } from '../lib/log.ts';
import { type Connection, clientConfig } from './connection.ts';
import { isUnavailable } from './unavailable.ts';

const MIN_POSTGRES_VERSION = 15;
/** The cap ensures a start within 5 s of the database. */
const BACKOFF = { firstMs: 100, capMs: 3_000 };

interface WaitOptions {
  readonly log: Log;
  readonly signal?: AbortSignal;
}

/**
 * Resolves once the database accepts writes. It waits for a server that is absent, starting or a standby; a wrong
 * password, a missing database or an unsupported version is thrown at once, since waiting would not resolve it.
 */
export async function waitForDatabase(connection: Connection, { log, signal }: WaitOptions): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const obstacle = await findObstacle(connection);
    if (obstacle === undefined) {
      if (attempt > 0) log.info({ event: 'database.up' }, 'the database is up');
      return;
    }
    if (attempt === 0) log.warn({ event: 'database.waiting', reason: obstacle }, 'waiting for the database');
    await pause(backoffMs(attempt, BACKOFF), undefined, signal === undefined ? {} : { signal });
  }
}

async function findObstacle(connection: Connection): Promise<string | undefined> {
  const client = new pg.Client({ ...clientConfig(connection, 'gable wait'), query_timeout: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('server_version') as version,
              current_setting('server_version_num')::int / 10000 as major,
              pg_is_in_recovery() as standby`,
    );
    const { version, major, standby } = rows[0] as { version: string; major: number; standby: boolean };
    requireMinVersion(major, version);
    return standby ? 'it is a read-only standby' : undefined;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return (error as Error).message;
  } finally {
    void client.end().catch(() => {});
  }
}

export function requireMinVersion(major: number, version: string): void {
  if (major >= MIN_POSTGRES_VERSION) return;
  throw new Error(
    `the database is PostgreSQL ${version}; Gable needs PostgreSQL ${MIN_POSTGRES_VERSION} or newer`,
  );
}
