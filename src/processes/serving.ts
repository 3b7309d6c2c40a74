import type { AddressInfo } from 'node:net';
import { createAuthenticator } from '../accounts/authenticate.ts';
import { LastUsed } from '../accounts/last-used.ts';
import { RequestRate } from '../accounts/request-rate.ts';
import { Analytics } from '../analytics/analytics.ts';
import { consolePages } from '../api/console/files.ts';
import { browsersOf, consoleParts } from '../api/console/parts.ts';
import { consoleApiPages, consoleRoutes } from '../api/console/table.ts';
import type { AddressRate } from '../api/doors/address-rate.ts';
import type { Metrics } from '../api/metrics.ts';
import { QueryGate } from '../api/query-gate.ts';
import { addReference } from '../api/reference.ts';
import { servicePages } from '../api/routes/pages.ts';
import type { ProbeParts } from '../api/routes/probe-pages.ts';
import { routes } from '../api/routes/table.ts';
import { createServer } from '../api/server.ts';
import type { OpenDatabase } from '../db/pool.ts';
import type { Replica } from '../db/replica.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import type { Places } from '../geo/places.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccessLog, Log } from '../lib/log.ts';
import { onceAMinute } from '../lib/once.ts';
import type { Questions } from '../mcp/questions.ts';
import { sqlEngine } from '../properties/search/sql-engine.ts';
import { createSearching } from '../properties/search.ts';
import { UsageMeter } from '../usage/meter.ts';
import type { Lender } from '../warehouse/engine.ts';
import { serviceMcp } from './assistants.ts';
import { CONSOLE_FILES, consoleSettings, type SignInSettings } from './console-settings.ts';
import { picturePage } from './demo-pictures.ts';
import { servicePipeline } from './ingesting.ts';
import { MasterKeyCheck } from './master-key-check.ts';
import { type ReadinessParts, readiness } from './readiness.ts';
import type { AnsweringMemory } from './search-memory.ts';
import type { Settings } from './settings.ts';
import { outboundPolicy } from './way-out.ts';

/** The longest a stop waits for requests that are being answered; the process is gone within 35 s of SIGTERM. */
const FINISH_MS = 30_000;
const IDLE_SWEEP_MS = 100;

export type ServingSettings = Pick<
  Settings,
  'HOST' | 'TRUSTED_PROXIES' | 'METRICS_TOKEN' | 'OUTBOUND_LOOPBACK'
> &
  SignInSettings;

export interface ServingParts {
  db: OpenDatabase;
  log: Log;
  access: AccessLog;
  clock: Clock;
  keyring: Keyring;
  engine: Lender;
  places: Places;
  metrics: Metrics;
  /** What /metrics shows. */
  shown: ProbeParts['metrics'];
  memory: AnsweringMemory | undefined;
  replica: Replica | undefined;
  /** Of a process that works too. */
  failingJobs?: ReadinessParts['failingJobs'];
  demoPictures: boolean;
  /** What several threads of a process must know of each other. */
  together?: { addresses: AddressRate; questions: Questions };
}

export interface Serving {
  /** Answers where it listens. */
  listen(at: { port: number; reusePort?: boolean }): Promise<AddressInfo>;
  /** Finishes what was begun, and writes what was counted. */
  stop(): Promise<void>;
}

/** What may be answered by a replica. */
function readingParts({ db, clock, places, memory, replica, engine }: ServingParts) {
  const reads = replica?.reads ?? db;
  const searchEngine = memory?.engine ?? sqlEngine(db, places, replica);
  return {
    reads,
    analytics: new Analytics(reads, engine),
    searching: createSearching(db, clock, places, searchEngine),
  };
}

/** The API with every door, over an open database: all of a process, or one of its threads. */
export function openServing(settings: ServingSettings, parts: ServingParts): Serving {
  const { db, log, clock, keyring, places, memory, replica, together } = parts;
  const failing = onceAMinute(log);
  const usage = new UsageMeter(db, failing('usage could not be written yet'));
  const lastUsed = new LastUsed(db, failing('times of last use could not be written'));
  const rate = new RequestRate(db);
  const signingIn = consoleParts({ db, clock, log }, consoleSettings(settings));
  const services = {
    db,
    ...readingParts(parts),
    clock,
    log,
    pipeline: servicePipeline(db, clock, places),
    delivery: { keyring, policy: outboundPolicy(settings) },
    places,
    queries: new QueryGate(clock, parts.metrics.registry),
  };
  const masterKey = new MasterKeyCheck({ db, keyring, clock, log });
  const app = createServer({
    ...services,
    access: parts.access,
    usage,
    lastUsed,
    metrics: parts.metrics,
    rate,
    mounts: [serviceMcp({ ...services, questions: together?.questions }, settings)],
    authenticator: createAuthenticator(db),
    routes: [...routes, ...consoleRoutes(signingIn)],
    pages: [
      ...servicePages({
        db,
        clock,
        keyring,
        readiness: () =>
          readiness({
            db,
            failingJobs: parts.failingJobs,
            masterKeyFault: () => masterKey.fault(),
            more: memory?.checks(),
          }),
        metrics: parts.shown,
        metricsToken: settings.METRICS_TOKEN,
      }),
      ...consoleApiPages(signingIn),
      ...consolePages(CONSOLE_FILES),
      ...(parts.demoPictures ? [picturePage] : []),
    ],
    browsers: browsersOf(signingIn),
    trustedProxies: settings.TRUSTED_PROXIES,
    addresses: together?.addresses,
  });
  addReference(app);
  return {
    async listen(at) {
      await app.listen({ host: settings.HOST, ...at });
      return app.server.address() as AddressInfo;
    },
    async stop() {
      const deadline = setTimeout(() => app.server.closeAllConnections(), FINISH_MS);
      // A connection that was busy when closing began is kept alive by its client: it is idle once it has its answer.
      const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
      await app.close();
      clearTimeout(deadline);
      clearInterval(sweep);
      await Promise.all([usage.flush(), lastUsed.flush(), rate.close(), replica?.end()]);
    },
  };
}
