import { once } from 'node:events';
import type { Database } from '../db/sql.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import type { OpenedPlaceFile, PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { IndexBuilder } from '../properties/search/memory/index-builder.ts';
import { JobHealth } from '../queue/job-health.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import type { Engine } from '../warehouse/engine.ts';
import { CommandError } from './command.ts';
import { collectOnOneThread } from './engine-flags.ts';
import { createLog } from './logger.ts';
import { openKeyring } from './master-keys.ts';
import { openIndexBuilder } from './open-index-builder.ts';
import { giveFilesToOwner, restrictPermissions } from './private-files.ts';
import { retryWhileBusy } from './retry-busy.ts';
import type { RunningServer, ServeParts } from './serve.ts';
import { serveProbes } from './serve-probes.ts';
import { createServicePlaces, openServicePlaceFile } from './service-places.ts';
import type { Settings } from './settings.ts';
import { type ShutdownRequest, waitForShutdown } from './shutdown.ts';
import { openStorage, type Storage } from './storage.ts';
import { resolveShares, type SessionShares } from './thread-shares.ts';
import { openTracer } from './tracing.ts';
import { createWarehouseEngine } from './warehouse-engine.ts';

export type ProcessRole = 'serve' | 'work';
type OnRunning = (running: RunningServer, storage: Storage) => Promise<void>;

/** The parts that only `npm start` adds. */
export interface ProcessExtras {
  onRunning?: OnRunning;
  jobs?: (parts: { db: Database; places: PlaceService; url: string }) => PeriodicJob[];
  /** Whether the demo pictures are served. */
  demoPictures?: boolean;
}

/** A long-running process: the API, the worker, or both. It ends on SIGTERM or SIGINT. */
export async function runProcess(
  settings: Settings,
  parts: readonly ProcessRole[],
  extras: ProcessExtras = {},
): Promise<void> {
  if (!parts.includes('serve')) collectOnOneThread();
  const log = createLog(settings);
  await restrictPermissions(settings, log);
  const keyring = await openKeyring(settings);
  const stopping = waitForShutdown(log);
  const works = parts.includes('work');
  const shared = parts.includes('serve') ? await resolveShares(settings, works, log) : undefined;
  // Both are read while the database starts.
  const builder = shared && openIndexBuilder(settings);
  const placeFile = openServicePlaceFile(settings);
  const starting = new AbortController();
  const storage = await openStorage(
    { ...settings, DATABASE_SESSIONS: shared?.sessions.coordinator ?? settings.DATABASE_SESSIONS },
    {
      log,
      applicationName: `gable ${parts.join('+')}`,
      onLaunch: () => {
        loadModules(shared, works);
        if (shared?.threads === 1 && placeFile.exists)
          void warmUpWhileStarting(AbortSignal.any([starting.signal, stopping.signal]));
      },
    },
  );
  try {
    await runUntilStopped({
      settings,
      keyring,
      shared,
      works,
      placeFile,
      starting,
      builder,
      storage,
      stopping,
      extras,
      log,
      clock: systemClock,
    });
  } finally {
    await (stopping.shutdownSignal.aborted ? storage.leave() : storage.close());
    await giveFilesToOwner(settings, log);
  }
  if (stopping.shutdownSignal.aborted) process.exit(1);
  log.info({ event: 'process.stopped' }, 'stopped');
  // A command waits for the reader of its output; a service ends, whatever its reader does.
  process.exit(0);
}

interface ProcessContext {
  settings: Settings;
  keyring: Keyring;
  /** Undefined when only probes are served. */
  shared: SessionShares | undefined;
  works: boolean;
  placeFile: OpenedPlaceFile;
  /** Aborted once it runs. */
  starting: AbortController;
  builder: IndexBuilder | undefined;
  storage: Storage;
  stopping: ShutdownRequest;
  extras: ProcessExtras;
  log: Log;
  clock: Clock;
}

/** What is evaluated while the database starts need not be waited for later. */
function loadModules(shared: SessionShares | undefined, works: boolean): void {
  const loading = [
    ...(shared === undefined
      ? []
      : [shared.threads === 1 ? import('./serve.ts') : import('./serving-threads.ts')]),
    ...(works ? [import('./work.ts')] : []),
  ];
  // A failure is that of the import that needs the module.
  for (const one of loading) one.catch(() => undefined);
}

/** Done until requests are accepted. */
async function warmUpWhileStarting(signal: AbortSignal): Promise<void> {
  const serving = await import('./serve.ts').catch(() => undefined);
  await serving?.warmUpModules(signal);
}

/** With several threads the modules of the API are loaded in the serving threads only. */
async function startServing(
  settings: Settings,
  parts: ServeParts,
  shared: SessionShares | undefined,
): Promise<RunningServer> {
  if (shared === undefined) return serveProbes({ ...settings, PORT: settings.WORK_PORT }, parts);
  if (shared.threads === 1) return (await import('./serve.ts')).serve(settings, parts);
  return (await import('./serving-threads.ts')).serveInThreads(settings, parts, shared);
}

/** To load the engine holds the event loop for 0.1 s, which the first requests would wait for. */
const ENGINE_DELAY_MS = 12_000;

function openEngine(engine: Engine, log: Log): void {
  engine
    .open()
    .catch((error) => log.error({ event: 'warehouse.open_failed', err: error }, 'analytics are unavailable'));
}

/** Probes are answered from the start; requests and jobs begin once the database is ready. */
async function runUntilStopped(context: ProcessContext): Promise<void> {
  const { settings, keyring, storage, builder, stopping, log, clock } = context;
  const engine = createWarehouseEngine(settings);
  const demoPictures = context.extras.demoPictures === true;
  const health = context.works ? new JobHealth(clock) : undefined;
  const tracer = openTracer(settings, { log, clock });
  // One for requests and jobs: the places of France are 1.6 s of CPU.
  const places = createServicePlaces(storage.db, { file: context.placeFile, log });
  const parts = { storage, log, clock, keyring, engine, demoPictures, health, tracer, places, builder };
  const serving = await startServing(settings, parts, context.shared);
  log.info({ event: 'process.listening', url: serving.url }, 'listening');
  let working: { stop(): Promise<void> } | undefined;
  let opening: NodeJS.Timeout | undefined;
  const running = async (): Promise<void> => {
    await storage.prepare(stopping.signal);
    requireRegionSettings(context);
    const retrying = { log, signal: stopping.signal };
    await retryWhileBusy(async () => serving.open?.(), retrying);
    if (health !== undefined) {
      const { shutdownSignal } = stopping;
      // Loaded where it is needed: a process that only serves has 170 modules less.
      const { startWork } = await import('./work.ts');
      working = startWork(
        settings,
        {
          ...{ storage, log, clock, keyring, engine, health, tracer, places, shutdownSignal },
          listenUrl: serving.url,
        },
        context.extras.jobs?.({ db: storage.db, places, url: serving.url }),
      );
    }
    log.info({ event: 'process.running', url: serving.url, parts: processRoles(context) }, 'running');
    // Jobs that need it do not wait for an answer.
    if (context.shared !== undefined) opening = setTimeout(openEngine, ENGINE_DELAY_MS, engine, log).unref();
    context.starting.abort();
    // A process without stored places is started for the first time, or by a test: its requests find little to wait for.
    if (context.placeFile.exists) void serving.warmUp?.();
    await retryWhileBusy(async () => context.extras.onRunning?.(serving, storage), retrying);
    await stopping.requested;
    log.info({ event: 'process.stopping' }, 'stopping: finishing open requests and jobs');
  };
  try {
    await Promise.race([running(), ...(serving.failing === undefined ? [] : [serving.failing])]);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    clearTimeout(opening);
    const released = working?.stop();
    const finish = async (): Promise<void> => {
      await Promise.all([serving.stop(), released]);
      await tracer?.close();
      await engine.close();
    };
    await finishUnlessForced(finish, async () => released, stopping.shutdownSignal);
  }
}

/** A forced stop waits for the release of claims alone: neither for open requests nor for their statements. */
async function finishUnlessForced(
  finish: () => Promise<void>,
  release: () => Promise<void>,
  forced: AbortSignal,
): Promise<void> {
  const finished = finish();
  const cut = forced.aborted ? Promise.resolve() : once(forced, 'abort');
  finished.catch(() => undefined); // the race below reports it, unless the stop is forced
  await Promise.race([finished, cut.then(release)]);
}

/** What is not divided by region yet is refused at the start, and never answers for one region alone. */
function requireRegionSettings({ settings, shared, storage }: ProcessContext): void {
  if (storage.db.regions === undefined) return;
  if ((shared?.threads ?? 1) > 1)
    throw new CommandError('with several regions a process serves in one thread: set SERVE_THREADS=1');
  if (settings.DATABASE_REPLICA_URL !== undefined)
    throw new CommandError('with several regions there is no replica yet: unset DATABASE_REPLICA_URL');
}

const processRoles = ({ shared, works }: ProcessContext): ProcessRole[] => [
  ...(shared === undefined ? [] : (['serve'] as const)),
  ...(works ? (['work'] as const) : []),
];
