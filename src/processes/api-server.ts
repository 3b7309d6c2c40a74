import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator, LastUsedRecorder } from '../accounts/authenticate.ts';
import { RequestRateLimiter } from '../accounts/request-rate.ts';
import { Analytics } from '../analytics/analytics.ts';
import { consolePages } from '../api/console/files.ts';
import { consoleParts, createBrowserSessions } from '../api/console/parts.ts';
import { readingRoutes } from '../api/console/reading-routes.ts';
import { consoleApiPages, consoleRoutes } from '../api/console/table.ts';
import type { Metrics } from '../api/metrics.ts';
import type { IpRateLimiter } from '../api/middleware/ip-rate-limit.ts';
import { addReference } from '../api/reference.ts';
import { servicePages } from '../api/routes/pages.ts';
import type { ProbeParts } from '../api/routes/probe-pages.ts';
import { routes } from '../api/routes/table.ts';
import { createServer } from '../api/server.ts';
import { createChangeStreams } from '../changes/changes.ts';
import type { OpenDatabase } from '../db/pool.ts';
import type { Replica } from '../db/replica.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import { createExportService } from '../exports/exports.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccessLog, Log } from '../lib/log.ts';
import { createThrottledWarning } from '../lib/throttled-warning.ts';
import type { PendingElicitations } from '../mcp/pending-elicitations.ts';
import { serviceEngine } from '../properties/search/service-engine.ts';
import { sqlEngine } from '../properties/search/sql-engine.ts';
import { createSearchContext } from '../properties/search.ts';
import { QueryLimiter } from '../service/query-limiter.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { UsageMeter } from '../usage/meter.ts';
import type { EngineSessions } from '../warehouse/engine.ts';
import { CONSOLE_FILES, resolveConsoleSettings, type SignInSettings } from './console-settings.ts';
import { servePicture } from './demo-pictures.ts';
import { MasterKeyCheck } from './master-key-check.ts';
import { createOutboundPolicy } from './outbound-client.ts';
import { checkReadiness, type ReadinessParts } from './readiness.ts';
import type { MemorySearchService } from './search-memory.ts';
import { createServiceMcp } from './service-mcp.ts';
import { createServicePipeline } from './service-pipeline.ts';
import type { Settings } from './settings.ts';
import { warmUpServer } from './warm-up-server.ts';

/** How long a stop waits for open requests; the process ends within 35 s of SIGTERM. */
const GRACE_PERIOD_MS = 30_000;
const IDLE_SWEEP_MS = 100;

export type ApiServerSettings = Pick<
  Settings,
  'HOST' | 'TRUSTED_PROXIES' | 'CORS_ORIGINS' | 'METRICS_TOKEN' | 'OUTBOUND_LOOPBACK'
> &
  SignInSettings;

export interface ApiServerParts {
  db: OpenDatabase;
  log: Log;
  access: AccessLog;
  clock: Clock;
  keyring: Keyring;
  engine: EngineSessions;
  places: PlaceService;
  metrics: Metrics;
  /** What /metrics renders. */
  shown: ProbeParts['metrics'];
  memory: MemorySearchService | undefined;
  replica: Replica | undefined;
  /** Present in a process that also runs jobs. */
  failingJobs?: ReadinessParts['failingJobs'];
  demoPictures: boolean;
  tracer?: Tracer | undefined;
  /** State that the threads of a process share. */
  shared?: { ipRate: IpRateLimiter; elicitations: PendingElicitations };
}

export interface ApiServer {
  /** Resolves with the address it listens on. */
  listen(at: { port: number; reusePort?: boolean }): Promise<AddressInfo>;
  /** Does what the first requests would wait for, while nothing else runs. */
  warmUp(): Promise<void>;
  /** Finishes open requests, and writes the usage counted so far. */
  stop(): Promise<void>;
}

/** The services that answer with properties, some of them from a replica. */
function createReadingParts({ db, clock, places, memory, replica, engine }: ApiServerParts) {
  const reads = replica?.reads ?? db;
  const searchEngine = serviceEngine(db, places, {
    single: memory?.engine ?? sqlEngine(db, places, replica),
    engineOf: memory?.engineOf,
  });
  return {
    reads,
    analytics: new Analytics(reads, engine),
    searching: createSearchContext(db, clock, places, searchEngine),
    changes: createChangeStreams(db, clock, places),
    exports: createExportService(db, clock, engine.folder),
  };
}

function createRecorders(db: ApiServerParts['db'], log: ApiServerParts['log']) {
  const warn = createThrottledWarning(log);
  return {
    usage: new UsageMeter(db, warn('usage.write_failed', 'usage could not be written yet')),
    lastUsed: new LastUsedRecorder(db, warn('keys.write_failed', 'last use could not be written')),
    rate: new RequestRateLimiter(db),
  };
}

/** The API with all its middleware over an open database: that of a process, or of one thread. */
export function openApiServer(settings: ApiServerSettings, parts: ApiServerParts): ApiServer {
  const { db, log, clock, keyring, places, memory, replica, shared } = parts;
  const { usage, lastUsed, rate } = createRecorders(db, log);
  const signingIn = consoleParts({ db, clock, log }, resolveConsoleSettings(settings));
  const services = {
    db,
    ...createReadingParts(parts),
    clock,
    log,
    pipeline: createServicePipeline(db, clock, places),
    delivery: { keyring, policy: createOutboundPolicy(settings) },
    places,
    queries: new QueryLimiter(clock, parts.metrics.registry),
  };
  const masterKey = new MasterKeyCheck({ db, keyring, clock, log });
  const app = createServer({
    ...services,
    access: parts.access,
    usage,
    lastUsed,
    metrics: parts.metrics,
    tracer: parts.tracer,
    rate,
    mounts: [createServiceMcp({ ...services, questions: shared?.elicitations }, settings)],
    authenticator: createAuthenticator(db),
    routes: [...routes, ...consoleRoutes(signingIn), ...readingRoutes()],
    pages: [
      ...servicePages({
        exports: services.exports,
        db,
        clock,
        keyring,
        readiness: () =>
          checkReadiness({
            db,
            failingJobs: parts.failingJobs,
            masterKeyFault: () => masterKey.fault(),
            more: memory?.checks(),
          }),
        metrics: parts.shown,
        metricsToken: settings.METRICS_TOKEN,
        baseUrl: settings.BASE_URL,
      }),
      ...consoleApiPages(signingIn),
      ...consolePages(CONSOLE_FILES),
      ...(parts.demoPictures ? [servePicture] : []),
    ],
    browsers: createBrowserSessions(signingIn),
    trustedProxies: settings.TRUSTED_PROXIES,
    corsOrigins: settings.CORS_ORIGINS,
    ipRate: shared?.ipRate,
  });
  addReference(app);
  const ending = new AbortController();
  return {
    warmUp: () => warmUpServer({ server: app.server, services, memory }, ending.signal),
    async listen(at) {
      await app.listen({ host: settings.HOST, ...at });
      return app.server.address() as AddressInfo;
    },
    async stop() {
      ending.abort();
      await closeServer(app);
      await Promise.all([usage.flush(), lastUsed.flush(), rate.close(), replica?.end()]);
    },
  };
}

/** Finishes open requests. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), GRACE_PERIOD_MS);
  // A connection that was busy when closing began is kept alive by its client; once answered it is idle.
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
  await app.close();
  clearTimeout(deadline);
  clearInterval(sweep);
}
