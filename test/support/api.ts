import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator } from '../../src/accounts/authenticate.ts';
import { LastUsed } from '../../src/accounts/last-used.ts';
import { type RateSettings, RequestRate } from '../../src/accounts/request-rate.ts';
import { Analytics } from '../../src/analytics/analytics.ts';
import { consolePages } from '../../src/api/console/files.ts';
import { browsersOf, type ConsoleSettings, consoleParts } from '../../src/api/console/parts.ts';
import { consoleApiPages, consoleRoutes } from '../../src/api/console/table.ts';
import { createMetrics, type Metrics } from '../../src/api/metrics.ts';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { QueryGate } from '../../src/api/query-gate.ts';
import type { Route } from '../../src/api/route.ts';
import { servicePages } from '../../src/api/routes/pages.ts';
import { routes } from '../../src/api/routes/table.ts';
import { createServer } from '../../src/api/server.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import type { Database } from '../../src/db/sql.ts';
import { createPlaces } from '../../src/geo/places.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import type { Access } from '../../src/lib/log.ts';
import { type OutboundPolicy, STRICT } from '../../src/outbound/policy.ts';
import { serviceMcp } from '../../src/processes/assistants.ts';
import { servicePipeline } from '../../src/processes/ingesting.ts';
import { readiness } from '../../src/processes/readiness.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { createSearching } from '../../src/properties/search.ts';
import { UsageMeter } from '../../src/usage/meter.ts';
import type { Engine } from '../../src/warehouse/engine.ts';
import type { Answered } from './answered.ts';
import { frenchDatabase, freshDatabase } from './database.ts';
import { type Asking, judgedCall } from './judged-call.ts';
import { keptLog, type Line } from './kept-log.ts';
import { testKeyring } from './keyring.ts';
import { OpenApiReferee } from './openapi-referee.ts';
import { newOwner, type Owner } from './owners.ts';
import { newEngine } from './warehouse.ts';

/** Out of reach, so that only tests of the limits meet them. */
const UNLIMITED = 1_000_000_000;

const ONE_CLICK: ConsoleSettings = {
  address: undefined,
  providers: [],
  operators: [],
  localAccount: 'demo',
};

export interface ApiOptions {
  /** A database of the test's own making, migrated; a fresh one when left out. */
  db?: OpenDatabase;
  /** The fresh database has the divisions of France. */
  france?: boolean;
  /** What may be a little behind it; the database itself when left out. */
  reads?: Database;
  clock?: Clock;
  /** What the authenticator reckons its trust by. */
  monotonic?: () => number;
  rate?: Partial<RateSettings>;
  unauthenticatedPerMinute?: number;
  trustedProxies?: string[];
  metricsToken?: string;
  /** Whom webhooks may go to; only public addresses when left out. */
  policy?: OutboundPolicy;
  /** What answers searches; SQL when left out. */
  engine?: SearchEngine;
  /** Routes beside the real ones. */
  routes?: Route[];
  /** How people sign in to the console; with one click when left out. */
  console?: Partial<ConsoleSettings>;
  /** The folder of the built console. */
  consoleFiles?: string;
}

export interface TestApi {
  app: FastifyInstance;
  db: OpenDatabase;
  clock: Clock;
  metrics: Metrics;
  usage: UsageMeter;
  lastUsed: LastUsed;
  referee: OpenApiReferee;
  /** The account whose key a call bears unless it names another. */
  owner: Owner;
  log: readonly Line[];
  call(asking: Asking): Promise<Answered>;
  /** Really listens on this machine; answers the port. */
  listen(): Promise<number>;
}

interface Ending {
  after(end: () => Promise<void>): void;
}

/** The real server over a database of its own, for the length of a test, or of a file with `{ after }` of node:test. */
export async function startApi(t: Ending, options: ApiOptions = {}): Promise<TestApi> {
  const endings: (() => Promise<void>)[] = [];
  const open = options.france ? frenchDatabase : freshDatabase;
  const db = options.db ?? (await open({ after: (end: () => Promise<void>) => endings.push(end) })).db;
  const parts = openParts(db, options, newEngine({ after: (end: () => Promise<void>) => endings.push(end) }));
  const app = createServer(parts);
  t.after(async () => {
    await app.close();
    await Promise.allSettled([parts.usage.flush(), parts.lastUsed.flush(), parts.rate.close()]);
    for (const end of endings) await end();
  });
  const described = parts.pages.filter(({ path }) => !path.endsWith('*'));
  const referee = new OpenApiReferee(openApiDocument(parts.routes, described));
  const owner = await newOwner(db, parts.clock);
  return {
    ...parts,
    db,
    app,
    referee,
    owner,
    log: parts.log.kept,
    call: (asking) => judgedCall(app, referee, asking, owner.key),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
  };
}

function openParts(db: OpenDatabase, options: ApiOptions, engine: Engine) {
  const { clock = systemClock, unauthenticatedPerMinute = UNLIMITED, trustedProxies = [] } = options;
  const log = keptLog();
  const failing = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const metrics = createMetrics();
  const places = createPlaces(db, failing('changed divisions could not be read yet'));
  const signingIn = consoleParts({ db, clock, log }, { ...ONE_CLICK, ...options.console });
  const services = {
    db,
    reads: options.reads ?? db,
    clock,
    log,
    places,
    pipeline: servicePipeline(db, clock),
    delivery: { keyring: testKeyring, policy: options.policy ?? STRICT },
    analytics: new Analytics(db, engine, 0),
    searching: createSearching(db, clock, places, options.engine),
    queries: new QueryGate(clock, metrics.registry),
  };
  return {
    ...services,
    mounts: [serviceMcp(services, { BASE_URL: 'https://api.gable.example' })],
    access: (access: Access) => log.info(access, 'request'),
    metrics,
    usage: new UsageMeter(db, failing('usage could not be written yet')),
    lastUsed: new LastUsed(db, failing('times of last use could not be written')),
    rate: new RequestRate(db, { permitted: UNLIMITED, ...options.rate }),
    authenticator: createAuthenticator(db, options.monotonic),
    browsers: browsersOf(signingIn),
    routes: [...routes, ...consoleRoutes(signingIn), ...(options.routes ?? [])],
    pages: [
      ...consoleApiPages(signingIn),
      ...consolePages(options.consoleFiles ?? ''),
      ...servicePages({
        db,
        clock,
        keyring: testKeyring,
        readiness: () => readiness({ db }),
        metrics: metrics.registry,
        metricsToken: options.metricsToken,
      }),
    ],
    trustedProxies,
    unauthenticatedPerMinute,
  };
}
