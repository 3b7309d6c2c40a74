import { createMetrics } from '../api/metrics.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import { createPlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
import type { JobHealth } from '../queue/job-health.ts';
import type { Engine } from '../warehouse/engine.ts';
import { addAlertMetrics } from './alert-metrics.ts';
import { openApiServer } from './api-server.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { addIngestMetrics } from './ingest-metrics.ts';
import { formatListenUrl } from './listen-url.ts';
import { createAccessLog } from './logger.ts';
import { openServiceReplica } from './replica.ts';
import { createMemorySearchService, startMemorySearch } from './search-memory.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';
import { watchEventLoop } from './watch-event-loop.ts';

export interface RunningServer {
  /** The address it listens on, for people. */
  url: string;
  /** Lets calls in, now that the database is there. */
  open?(): Promise<void>;
  stop(): Promise<void>;
  /** Fails when it can serve no longer. */
  failing?: Promise<never>;
}

export interface ServeParts {
  storage: Storage;
  log: Log;
  clock: Clock;
  keyring: Keyring;
  engine: Engine;
  demoPictures: boolean;
  /** Of a process that works too. */
  health?: JobHealth | undefined;
}

/** The API of one process in one thread. */
export async function serve(settings: Settings, parts: ServeParts): Promise<RunningServer> {
  const { storage, log, clock } = parts;
  const { db } = storage;
  const places = createPlaceService(
    db,
    createThrottledWarning(log)('changed divisions could not be read yet'),
  );
  const metrics = createMetrics();
  watchEventLoop(metrics.registry, log);
  const replica = openServiceReplica(settings, {
    db,
    sessions: settings.DATABASE_SESSIONS,
    log,
    clock,
    metrics: metrics.registry,
  });
  const kept = startMemorySearch(settings, storage, { log, clock });
  addDeliveryMetrics(metrics.registry, db, clock);
  addAlertMetrics(metrics.registry, db, clock);
  addIngestMetrics(metrics.registry, db);
  const serving = openApiServer(settings, {
    ...parts,
    db,
    places,
    access: createAccessLog(settings),
    metrics,
    shown: metrics.registry,
    failingJobs: parts.health && (() => parts.health?.failing() ?? []),
    memory:
      kept && createMemorySearchService(kept.memory, { db, places, replica, metrics: metrics.registry, log }),
    replica,
  });
  return {
    url: formatListenUrl(await serving.listen({ port: settings.PORT })),
    async stop() {
      await serving.stop();
      await kept?.stop();
    },
  };
}
