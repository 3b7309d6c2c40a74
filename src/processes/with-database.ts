import type { OpenDatabase } from '../db/pool.ts';
import { type RetryPolicy, withRetries } from '../db/retrying.ts';
import type { Log } from '../lib/log.ts';
import { CommandError } from './command.ts';
import { createCommandLog } from './logger.ts';
import type { Settings } from './settings.ts';
import { openStorage, type Storage } from './storage.ts';

/** Shorter than that of a service: a person waits for the command. */
export const WAIT_TIMEOUT_MS = 30_000;
/** Longer than that of the API: no client waits for a statement of a command. */
const STATEMENT_TIMEOUT_MS = 60_000;
const MAX_TRIES = 5;
/** Long enough for a restart of the server or a failover. */
const MAX_AWAY_MS = 5 * 60_000;

const policy = (log: Log, repeatsStatements: boolean): RetryPolicy => ({
  maxTries: MAX_TRIES,
  maxAwayMs: MAX_AWAY_MS,
  repeatsStatements,
  onRetry: (error, waitMs) =>
    log.warn(
      { event: 'command.statement_retried', reason: error.message, waitMs: Math.round(waitMs) },
      'the database did not answer in time; retrying',
    ),
});

/** Runs a command on the running database, or on one started for it and stopped after it. */
export async function withDatabase(
  settings: Settings,
  run: (db: OpenDatabase, storage: Storage) => Promise<void>,
  { repeatsStatements = false }: Pick<RetryPolicy, 'repeatsStatements'> = {},
): Promise<void> {
  const log = createCommandLog(settings);
  const storage = await openStorage(settings, {
    log,
    applicationName: 'gable command',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    await storage.prepare(AbortSignal.timeout(WAIT_TIMEOUT_MS)).catch((error: Error) => {
      throw error.name === 'TimeoutError' ? new CommandError('the database does not answer') : error;
    });
    await run(withRetries(storage.db, policy(log, repeatsStatements)), storage);
  } finally {
    await storage.close();
  }
}
