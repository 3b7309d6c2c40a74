import type { Page } from '../api/page.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Duty } from '../queue/duty.ts';
import { warehouseEngine } from './figures.ts';
import { createAccessLog, createLog } from './logger.ts';
import { openMail } from './mail.ts';
import { openKeyring } from './master-keys.ts';
import { type Running, serve } from './serve.ts';
import { serveProbes } from './serve-probes.ts';
import type { Settings } from './settings.ts';
import { type Stopping, untilToldToStop } from './stop.ts';
import { openStorage, type Storage } from './storage.ts';
import { openWayOut } from './way-out.ts';
import { work } from './work.ts';

export type Part = 'serve' | 'work';
type Greet = (running: Running, storage: Storage) => Promise<void>;

/** What `npm start` adds to a process. */
export interface Extras {
  greet?: Greet;
  duties?: (storage: Storage, running: Running) => Duty[];
  pages?: Page[];
}

/** A long-running process: the API, the work, or both; it ends when it is told to. */
export async function runParts(
  settings: Settings,
  parts: readonly Part[],
  extras: Extras = {},
): Promise<void> {
  const log = createLog(settings);
  const keyring = await openKeyring(settings);
  const stopping = untilToldToStop(log);
  const storage = await openStorage(settings, { log, applicationName: `gable ${parts.join('+')}` });
  try {
    await live({ settings, keyring, parts, storage, stopping, extras, log, clock: systemClock });
  } finally {
    await storage.close();
  }
  if (stopping.hurry.aborted) process.exit(1);
  log.info({}, 'stopped');
}

interface Life {
  settings: Settings;
  keyring: Keyring;
  parts: readonly Part[];
  storage: Storage;
  stopping: Stopping;
  extras: Extras;
  log: Log;
  clock: Clock;
}

/** Probes are answered from the first moment; calls and work begin when the database is there. */
async function live({
  settings,
  keyring,
  parts,
  storage,
  stopping,
  extras,
  log,
  clock,
}: Life): Promise<void> {
  const engine = warehouseEngine(settings);
  const serving = parts.includes('serve')
    ? await serve(settings, storage, {
        log,
        access: createAccessLog(settings),
        clock,
        keyring,
        engine,
        pages: extras.pages,
      })
    : await serveProbes({ ...settings, PORT: settings.WORK_PORT }, storage);
  log.info({ address: serving.address }, 'listening');
  const outbound = openWayOut(settings, log);
  let working: { stop(): Promise<void> } | undefined;
  try {
    await storage.prepare(stopping.signal);
    if (parts.includes('work')) {
      const mail = openMail(settings, serving.address, { clock, keyring });
      working = work(
        storage,
        { log, clock, outbound, keyring, mail, engine, hurry: stopping.hurry },
        extras.duties?.(storage, serving),
      );
    }
    log.info({ address: serving.address, parts }, 'running');
    engine.warm().catch((error) => log.error({ err: error }, 'figures cannot be worked out'));
    await extras.greet?.(serving, storage);
    await stopping.told;
    log.info({}, 'stopping: finishing what was begun');
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await Promise.all([serving.stop(), working?.stop()]);
    await outbound.close();
    await engine.close();
  }
}
