import type { OpenDatabase } from '../db/pool.ts';
import { CommandFault } from './command.ts';
import { createLog } from './logger.ts';
import type { Settings } from './settings.ts';
import { openStorage } from './storage.ts';

/** A person waits at the keyboard: a command does not wait for its database as long as a service would. */
const PATIENCE_MS = 10_000;

/** Runs a short command on the database: the running one, or one started for it and stopped after it. */
export async function withDatabase(
  settings: Settings,
  run: (db: OpenDatabase) => Promise<void>,
): Promise<void> {
  const log = createLog({
    ...settings,
    LOG_LEVEL: settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL,
  });
  const storage = await openStorage(settings, { log, applicationName: 'gable command' });
  try {
    await storage.prepare(AbortSignal.timeout(PATIENCE_MS)).catch((error: Error) => {
      throw error.name === 'TimeoutError' ? new CommandFault('the database does not answer') : error;
    });
    await run(storage.db);
  } finally {
    await storage.close();
  }
}
