import type { Keyring } from '../delivery/keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { JobHealth } from '../queue/job-health.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { startJobs } from './jobs.ts';
import { createLog } from './logger.ts';
import { openMail } from './mail.ts';
import { openKeyring } from './master-keys.ts';
import { openOutboundClient } from './outbound-client.ts';
import { restrictPermissions } from './private-files.ts';
import { retryWhileBusy } from './retry-busy.ts';
import type { RunningServer, ServeParts } from './serve.ts';
import { serveProbes } from './serve-probes.ts';
import type { Settings } from './settings.ts';
import { type ShutdownRequest, waitForShutdown } from './shutdown.ts';
import { openStorage, type Storage } from './storage.ts';
import { resolveShares, type SessionShares } from './thread-shares.ts';
import { createWarehouseEngine } from './warehouse-engine.ts';

export type ProcessRole = 'serve' | 'work';
type OnRunning = (running: RunningServer, storage: Storage) => Promise<void>;

/** What `npm start` adds to a process. */
export interface ProcessExtras {
  onRunning?: OnRunning;
  jobs?: (storage: Storage, running: RunningServer) => PeriodicJob[];
  /** Whether the photos of the demo world are drawn. */
  demoPictures?: boolean;
}

/** A long-running process: the API, the work, or both; it ends when it is told to. */
export async function runProcess(
  settings: Settings,
  parts: readonly ProcessRole[],
  extras: ProcessExtras = {},
): Promise<void> {
  const log = createLog(settings);
  await restrictPermissions(settings, log);
  const keyring = await openKeyring(settings);
  const stopping = waitForShutdown(log);
  const works = parts.includes('work');
  const shared = parts.includes('serve') ? await resolveShares(settings, works, log) : undefined;
  const storage = await openStorage(
    { ...settings, DATABASE_SESSIONS: shared?.sessions.keeper ?? settings.DATABASE_SESSIONS },
    { log, applicationName: `gable ${parts.join('+')}` },
  );
  try {
    await runUntilStopped({
      settings,
      keyring,
      shared,
      works,
      storage,
      stopping,
      extras,
      log,
      clock: systemClock,
    });
  } finally {
    await storage.close();
  }
  if (stopping.shutdownSignal.aborted) process.exit(1);
  log.info({}, 'stopped');
}

interface ProcessContext {
  settings: Settings;
  keyring: Keyring;
  /** None where nothing is served but probes. */
  shared: SessionShares | undefined;
  works: boolean;
  storage: Storage;
  stopping: ShutdownRequest;
  extras: ProcessExtras;
  log: Log;
  clock: Clock;
}

/** A process of several threads keeps in this one nothing of the API: it is loaded where it serves. */
async function startServing(
  settings: Settings,
  parts: ServeParts,
  shared: SessionShares | undefined,
): Promise<RunningServer> {
  if (shared === undefined) return serveProbes({ ...settings, PORT: settings.WORK_PORT }, parts);
  if (shared.threads === 1) return (await import('./serve.ts')).serve(settings, parts);
  return (await import('./serving-threads.ts')).serveInThreads(settings, parts, shared);
}

/** Probes are answered from the first moment; calls and work begin when the database is there. */
async function runUntilStopped(life: ProcessContext): Promise<void> {
  const { settings, keyring, storage, stopping, log, clock } = life;
  const engine = createWarehouseEngine(settings);
  const demoPictures = life.extras.demoPictures === true;
  const health = life.works ? new JobHealth(clock) : undefined;
  const parts = { storage, log, clock, keyring, engine, demoPictures, health };
  const serving = await startServing(settings, parts, life.shared);
  log.info({ address: serving.url }, 'listening');
  const outbound = openOutboundClient(settings, log);
  let working: { stop(): Promise<void> } | undefined;
  const running = async (): Promise<void> => {
    await storage.prepare(stopping.signal);
    const patience = { log, signal: stopping.signal };
    await retryWhileBusy(async () => serving.open?.(), patience);
    if (health !== undefined) {
      const mail = openMail(settings, serving.url, { clock, keyring });
      working = startJobs(
        storage,
        { log, clock, outbound, keyring, mail, engine, shutdownSignal: stopping.shutdownSignal, health },
        life.extras.jobs?.(storage, serving),
      );
    }
    log.info({ address: serving.url, parts: processRoles(life) }, 'running');
    engine.open().catch((error) => log.error({ err: error }, 'figures cannot be worked out'));
    await retryWhileBusy(async () => life.extras.onRunning?.(serving, storage), patience);
    await stopping.requested;
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

const processRoles = ({ shared, works }: ProcessContext): ProcessRole[] => [
  ...(shared === undefined ? [] : (['serve'] as const)),
  ...(works ? (['work'] as const) : []),
];
