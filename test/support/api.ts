import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator, LastUsedRecorder } from '../../src/accounts/authenticate.ts';
import { type RateSettings, RequestRateLimiter } from '../../src/accounts/request-rate.ts';
import { Analytics } from '../../src/analytics/analytics.ts';
import { consolePages } from '../../src/api/console/files.ts';
import type { HomeBudget } from '../../src/api/console/home-budget.ts';
import { type ConsoleSettings, consoleParts, createBrowserSessions } from '../../src/api/console/parts.ts';
import { readingRoutes } from '../../src/api/console/reading-routes.ts';
import { consoleApiPages, consoleRoutes } from '../../src/api/console/table.ts';
import { createMetrics, type Metrics } from '../../src/api/metrics.ts';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import type { Route } from '../../src/api/route.ts';
import { servicePages } from '../../src/api/routes/pages.ts';
import { routes } from '../../src/api/routes/table.ts';
import { createServer } from '../../src/api/server.ts';
import { createChangeStreams } from '../../src/changes/changes.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import type { Database } from '../../src/db/sql.ts';
import { createExportService, type ExportService } from '../../src/exports/exports.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import type { Access } from '../../src/lib/log.ts';
import { type OutboundPolicy, STRICT_POLICY } from '../../src/outbound/url.ts';
import { checkReadiness } from '../../src/processes/readiness.ts';
import { createServiceMcp } from '../../src/processes/service-mcp.ts';
import { createServicePipeline } from '../../src/processes/service-pipeline.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { createSearchContext } from '../../src/properties/search.ts';
import { QueryLimiter } from '../../src/service/query-limiter.ts';
import { UsageMeter } from '../../src/usage/meter.ts';
import type { Engine } from '../../src/warehouse/engine.ts';
import { checkedCall, type TestRequest } from './checked-call.ts';
import { frenchDatabase, freshDatabase } from './database.ts';
import { frenchTemplateName } from './database-server.ts';
import { openFrenchPlaces } from './french-places.ts';
import { testKeyring } from './keyring.ts';
import { createMemoryLog, type LogLine } from './memory-log.ts';
import { OpenApiValidator } from './openapi-referee.ts';
import { createOwner, type Owner } from './owners.ts';
import type { TestResponse } from './test-response.ts';
import type { TestScope } from './test-scope.ts';
import { createTestEngine } from './warehouse.ts';

/** So high that only tests of the limits reach them. */
const UNLIMITED = 1_000_000_000;

const ONE_CLICK: ConsoleSettings = {
  baseUrl: undefined,
  providers: [],
  operators: [],
  localAccount: 'demo',
};

export interface ApiOptions {
  /** A migrated database of the test; a fresh one by default. */
  db?: OpenDatabase;
  /** The fresh database has the divisions of France. */
  france?: boolean;
  /** A database that may lag behind; the database itself by default. */
  reads?: Database;
  clock?: Clock;
  /** The clock of the authenticator's cache. */
  monotonic?: () => number;
  rate?: Partial<RateSettings>;
  unauthenticatedPerMinute?: number;
  trustedProxies?: string[];
  /** Sites whose pages may call the API. */
  corsOrigins?: string[];
  metricsToken?: string;
  /** Hosts that webhooks may call; only public IP addresses by default. */
  policy?: OutboundPolicy;
  /** The search engine; SQL by default. */
  engine?: SearchEngine;
  /** Routes in addition to the real ones. */
  routes?: Route[];
  /** How people sign in to the console; with one click by default. */
  console?: Partial<ConsoleSettings>;
  /** What a person may look at without a key. */
  homeBudget?: HomeBudget;
  /** The directory of the built console. */
  consoleFiles?: string;
}

export interface TestApi {
  app: FastifyInstance;
  db: OpenDatabase;
  clock: Clock;
  metrics: Metrics;
  usage: UsageMeter;
  lastUsed: LastUsedRecorder;
  exports: ExportService;
  referee: OpenApiValidator;
  /** The account of the key that a call sends by default. */
  owner: Owner;
  log: readonly LogLine[];
  call(asking: TestRequest): Promise<TestResponse>;
  /** Listens on this machine and returns the port. */
  listen(): Promise<number>;
}

/** The real server over its own database, for one test, or for a file with `{ after }` of node:test. */
export async function startApi(t: TestScope, options: ApiOptions = {}): Promise<TestApi> {
  const cleanups: (() => Promise<void>)[] = [];
  const open = options.france ? frenchDatabase : freshDatabase;
  const db = options.db ?? (await open({ after: (end: () => Promise<void>) => cleanups.push(end) })).db;
  const parts = createApiParts(
    db,
    options,
    createTestEngine({ after: (end: () => Promise<void>) => cleanups.push(end) }),
  );
  const app = createServer({ ...parts, routes: [...parts.routes, ...parts.readingRoutes] });
  t.after(async () => {
    await app.close();
    await Promise.allSettled([parts.usage.flush(), parts.lastUsed.flush(), parts.rate.close()]);
    for (const end of cleanups) await end();
  });
  const referee = refereeFor(options, parts);
  const owner = await createOwner(db, parts.clock);
  return {
    ...parts,
    db,
    app,
    get referee() {
      return referee();
    },
    owner,
    log: parts.log.kept,
    call: (asking) => checkedCall(app, referee(), asking, owner.key),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
  };
}

const sharedReferees = new Map<string, OpenApiValidator>();

/**
 * Made for the first answer that is checked: that takes 0.5 s of CPU, its compiled schemas a second more. Servers of the same
 * paths share it, unless a test brings routes of its own.
 */
function refereeFor(
  options: ApiOptions,
  { routes: served, pages }: Pick<ReturnType<typeof createApiParts>, 'routes' | 'pages'>,
): () => OpenApiValidator {
  const described = pages.filter(({ path }) => !path.endsWith('*'));
  const build = () => new OpenApiValidator(openApiDocument(served, described));
  let referee: OpenApiValidator | undefined;
  if (options.routes !== undefined) return () => (referee ??= build());
  const paths = [...served, ...described].map(({ method, path }) => `${method} ${path}`).join();
  return () => {
    referee ??= sharedReferees.get(paths) ?? build();
    sharedReferees.set(paths, referee);
    return referee;
  };
}

function createApiParts(db: OpenDatabase, options: ApiOptions, engine: Engine) {
  const { clock = systemClock, unauthenticatedPerMinute = UNLIMITED, trustedProxies = [] } = options;
  const log = createMemoryLog();
  const failing = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const metrics = createMetrics();
  const file = options.france ? openFrenchPlaces(frenchTemplateName()) : undefined;
  const places = createPlaceService(db, failing('changed divisions could not be read yet'), { file });
  const signingIn = consoleParts({ db, clock, log }, { ...ONE_CLICK, ...options.console });
  const services = {
    db,
    reads: options.reads ?? db,
    clock,
    log,
    places,
    pipeline: createServicePipeline(db, clock, places),
    delivery: { keyring: testKeyring, policy: options.policy ?? STRICT_POLICY },
    analytics: new Analytics(db, engine, 0),
    searching: createSearchContext(db, clock, places, options.engine),
    changes: createChangeStreams(db, clock, places),
    exports: createExportService(db, clock, engine.folder),
    queries: new QueryLimiter(clock, metrics.registry),
  };
  return {
    ...services,
    mounts: [createServiceMcp(services, { BASE_URL: 'https://api.gable.example' })],
    access: (access: Access) => log.info(access, 'request'),
    metrics,
    usage: new UsageMeter(db, failing('usage could not be written yet')),
    lastUsed: new LastUsedRecorder(db, failing('times of last use could not be written')),
    rate: new RequestRateLimiter(db, { permitted: UNLIMITED, ...options.rate }),
    authenticator: createAuthenticator(db, options.monotonic),
    browsers: createBrowserSessions(signingIn),
    routes: [...routes, ...consoleRoutes(signingIn), ...(options.routes ?? [])],
    readingRoutes: readingRoutes(options.homeBudget),
    pages: [
      ...consoleApiPages(signingIn),
      ...consolePages(options.consoleFiles ?? ''),
      ...servicePages({
        exports: services.exports,
        db,
        clock,
        keyring: testKeyring,
        readiness: () => checkReadiness({ db }),
        metrics: metrics.registry,
        metricsToken: options.metricsToken,
      }),
    ],
    trustedProxies,
    corsOrigins: options.corsOrigins,
    unauthenticatedPerMinute,
  };
}
