import { systemClock } from '../lib/clock.ts';
import { createLog } from './logger.ts';
import { type Running, serve } from './serve.ts';
import { serveProbes } from './serve-probes.ts';
import type { Settings } from './settings.ts';
import { untilToldToStop } from './stop.ts';
import { openStorage, type Storage } from './storage.ts';
import { work } from './work.ts';

export type Part = 'serve' | 'work';

/** A long-running process: the API, the work, or both; it ends when it is told to. */
export async function runParts(
  settings: Settings,
  parts: readonly Part[],
  greet: (running: Running, storage: Storage) => Promise<void> = async () => undefined,
): Promise<void> {
  const log = createLog(settings);
  const told = { log, clock: systemClock };
  const stopping = untilToldToStop(log);
  let storage: Storage;
  try {
    storage = await openStorage(settings, {
      log,
      applicationName: `gable ${parts.join('+')}`,
      signal: stopping.signal,
    });
  } catch (error) {
    if (stopping.signal.aborted) return;
    throw error;
  }
  const working = parts.includes('work') ? work(storage, told) : undefined;
  const serving = parts.includes('serve')
    ? await serve(settings, storage, told)
    : await serveProbes({ ...settings, PORT: settings.WORK_PORT }, storage);
  log.info({ address: serving.address, parts }, 'running');
  await greet(serving, storage);
  await stopping.told;
  log.info({}, 'stopping: finishing what was begun');
  await Promise.all([serving.stop(), working?.stop()]);
  await storage.close();
  log.info({}, 'stopped');
}
