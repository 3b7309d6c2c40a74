import { createMetrics } from '../api/metrics.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { IndexBuilder } from '../properties/search/memory/index-builder.ts';
import type { JobHealth } from '../queue/job-health.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Engine } from '../warehouse/engine.ts';
import { addAlertMetrics } from './alert-metrics.ts';
import { openApiServer } from './api-server.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { addIngestMetrics } from './ingest-metrics.ts';
import { formatListenUrl } from './listen-url.ts';
import { createAccessLog } from './logger.ts';
import { openServiceReplica } from './replica.ts';
import {
  createMemorySearchService,
  createRegionMemory,
  expectStoredIndex,
  startMemorySearch,
} from './search-memory.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';
import { addTracingMetrics } from './tracing-metrics.ts';
import { watchEventLoop } from './watch-event-loop.ts';

export { warmUpModules } from './warm-up-server.ts';

export interface RunningServer {
  /** Where it listens, as a browser on this machine opens it. */
  url: string;
  /** Accepts requests, once the database is ready. */
  open?(): Promise<void>;
  /** Does what the first requests would wait for. */
  warmUp?(): Promise<void>;
  stop(): Promise<void>;
  /** Rejects when it can no longer serve. */
  failing?: Promise<never>;
}

export interface ServeParts {
  storage: Storage;
  log: Log;
  clock: Clock;
  keyring: Keyring;
  engine: Engine;
  demoPictures: boolean;
  places: PlaceService;
  /** Opened before the database was known. */
  builder?: IndexBuilder | undefined;
  /** Present in a process that also runs jobs. */
  health?: JobHealth | undefined;
  tracer?: Tracer | undefined;
}

/** The API in one thread. */
export async function serve(settings: Settings, parts: ServeParts): Promise<RunningServer> {
  const { storage, log, clock, places } = parts;
  const { db } = storage;
  const metrics = createMetrics();
  watchEventLoop(metrics.registry, log);
  const replica = openServiceReplica(settings, {
    db,
    sessions: settings.DATABASE_SESSIONS,
    log,
    clock,
    metrics: metrics.registry,
  });
  const isOpening = expectStoredIndex(settings);
  const memorySearch = startMemorySearch(settings, storage, { log, clock, builder: parts.builder });
  const regionMemory = createRegionMemory(settings, storage, { log, clock, places });
  addDeliveryMetrics(metrics.registry, db, clock);
  addAlertMetrics(metrics.registry, db, clock);
  addIngestMetrics(metrics.registry, db);
  addTracingMetrics(metrics.registry, parts.tracer);
  const serving = openApiServer(settings, {
    ...parts,
    db,
    access: createAccessLog(settings),
    metrics,
    shown: metrics.registry,
    failingJobs: parts.health && (() => parts.health?.failing() ?? []),
    memory:
      memorySearch &&
      createMemorySearchService(memorySearch.memory, {
        db: storage.defaultDb,
        places,
        replica,
        metrics: metrics.registry,
        log,
        isOpening,
        regionMemory,
      }),
    replica,
  });
  return {
    url: formatListenUrl(await serving.listen({ port: settings.PORT })),
    async open() {
      void places.preloadAtStart();
      await regionMemory.open();
    },
    warmUp: () => serving.warmUp(),
    async stop() {
      await serving.stop();
      await Promise.all([memorySearch?.stop(), regionMemory.stop()]);
    },
  };
}
