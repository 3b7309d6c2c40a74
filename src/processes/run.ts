import type { Keyring } from '../delivery/keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Duty } from '../queue/duty.ts';
import { JobHealth } from '../queue/job-health.ts';
import { warehouseEngine } from './figures.ts';
import { createLog } from './logger.ts';
import { openMail } from './mail.ts';
import { openKeyring } from './master-keys.ts';
import { closeToOthers } from './private-files.ts';
import { retryWhileBusy } from './retry-busy.ts';
import type { Running, ServeParts } from './serve.ts';
import { serveProbes } from './serve-probes.ts';
import type { Settings } from './settings.ts';
import { type Stopping, untilToldToStop } from './stop.ts';
import { openStorage, type Storage } from './storage.ts';
import { type Shares, shares } from './thread-shares.ts';
import { openWayOut } from './way-out.ts';
import { work } from './work.ts';

export type Part = 'serve' | 'work';
type Greet = (running: Running, storage: Storage) => Promise<void>;

/** What `npm start` adds to a process. */
export interface Extras {
  greet?: Greet;
  duties?: (storage: Storage, running: Running) => Duty[];
  /** Whether the photos of the demo world are drawn. */
  demoPictures?: boolean;
}

/** A long-running process: the API, the work, or both; it ends when it is told to. */
export async function runParts(
  settings: Settings,
  parts: readonly Part[],
  extras: Extras = {},
): Promise<void> {
  const log = createLog(settings);
  await closeToOthers(settings, log);
  const keyring = await openKeyring(settings);
  const stopping = untilToldToStop(log);
  const works = parts.includes('work');
  const shared = parts.includes('serve') ? await shares(settings, works, log) : undefined;
  const storage = await openStorage(
    { ...settings, DATABASE_SESSIONS: shared?.sessions.keeper ?? settings.DATABASE_SESSIONS },
    { log, applicationName: `gable ${parts.join('+')}` },
  );
  try {
    await live({ settings, keyring, shared, works, storage, stopping, extras, log, clock: systemClock });
  } finally {
    await storage.close();
  }
  if (stopping.hurry.aborted) process.exit(1);
  log.info({}, 'stopped');
}

interface Life {
  settings: Settings;
  keyring: Keyring;
  /** None where nothing is served but probes. */
  shared: Shares | undefined;
  works: boolean;
  storage: Storage;
  stopping: Stopping;
  extras: Extras;
  log: Log;
  clock: Clock;
}

/** A process of several threads keeps in this one nothing of the API: it is loaded where it serves. */
async function served(settings: Settings, parts: ServeParts, shared: Shares | undefined): Promise<Running> {
  if (shared === undefined) return serveProbes({ ...settings, PORT: settings.WORK_PORT }, parts);
  if (shared.threads === 1) return (await import('./serve.ts')).serve(settings, parts);
  return (await import('./serving-threads.ts')).serveInThreads(settings, parts, shared);
}

/** Probes are answered from the first moment; calls and work begin when the database is there. */
async function live(life: Life): Promise<void> {
  const { settings, keyring, storage, stopping, log, clock } = life;
  const engine = warehouseEngine(settings);
  const demoPictures = life.extras.demoPictures === true;
  const health = life.works ? new JobHealth(clock) : undefined;
  const parts = { storage, log, clock, keyring, engine, demoPictures, health };
  const serving = await served(settings, parts, life.shared);
  log.info({ address: serving.address }, 'listening');
  const outbound = openWayOut(settings, log);
  let working: { stop(): Promise<void> } | undefined;
  const running = async (): Promise<void> => {
    await storage.prepare(stopping.signal);
    const patience = { log, signal: stopping.signal };
    await retryWhileBusy(async () => serving.open?.(), patience);
    if (health !== undefined) {
      const mail = openMail(settings, serving.address, { clock, keyring });
      working = work(
        storage,
        { log, clock, outbound, keyring, mail, engine, hurry: stopping.hurry, health },
        life.extras.duties?.(storage, serving),
      );
    }
    log.info({ address: serving.address, parts: partsOf(life) }, 'running');
    engine.warm().catch((error) => log.error({ err: error }, 'figures cannot be worked out'));
    await retryWhileBusy(async () => life.extras.greet?.(serving, storage), patience);
    await stopping.told;
    log.info({}, 'stopping: finishing what was begun');
  };
  try {
    await Promise.race([running(), ...(serving.failing === undefined ? [] : [serving.failing])]);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await Promise.all([serving.stop(), working?.stop()]);
    await outbound.close();
    await engine.close();
  }
}

const partsOf = ({ shared, works }: Life): Part[] => [
  ...(shared === undefined ? [] : (['serve'] as const)),
  ...(works ? (['work'] as const) : []),
];
