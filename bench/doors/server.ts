// One of the two servers that `npm run bench -- doors` compares, in its own process. Prints its port; answers SIGUSR2 with its CPU time.

import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { fastify } from 'fastify';
import { Type } from 'typebox';
import { createAuthenticator, LastUsedRecorder } from '../../src/accounts/authenticate.ts';
import { RequestRateLimiter } from '../../src/accounts/request-rate.ts';
import { createMetrics } from '../../src/api/metrics.ts';
import { plainResource } from '../../src/api/resource.ts';
import { readOne } from '../../src/api/route.ts';
import { createServer } from '../../src/api/server.ts';
import { createChangeStreams } from '../../src/changes/changes.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { createExportService } from '../../src/exports/exports.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { STRICT_POLICY } from '../../src/outbound/url.ts';
import { disablePretenuring } from '../../src/processes/engine-flags.ts';
import { createAccessLog, createLog } from '../../src/processes/logger.ts';
import { createServicePipeline } from '../../src/processes/service-pipeline.ts';
import { createSearchContext } from '../../src/properties/search.ts';
import { QueryLimiter } from '../../src/service/query-limiter.ts';
import { UsageMeter } from '../../src/usage/meter.ts';
import { testKeyring } from '../../test/support/keyring.ts';
import { unusedAnalytics } from '../../test/support/warehouse.ts';
import { openBenchTracer } from '../tracing/tracer.ts';

const ID = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';
const nothing = plainResource(
  'Nothing',
  '/null',
  Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
);
const nullRoute = readOne({
  path: '/null',
  operationId: 'getNull',
  tag: 'Bench',
  summary: 'Nothing, through all doors',
  routeType: 'other',
  resource: nothing,
  find: async () => ({ id: ID, name: 'nothing' }),
});

const LOUD = { LOG_LEVEL: 'info', LOG_FORMAT: 'json' } as const;

function doors() {
  // As every process of ours; bare Fastify has the flags of Node.
  disablePretenuring();
  const log = createLog(LOUD);
  const connection = JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}');
  const db = openDatabase(connection, { log, applicationName: 'gable bench' });
  const fail = (error: unknown): void => log.error({ err: error }, 'failed');
  const places = createPlaceService(db, fail);
  return createServer({
    db,
    clock: systemClock,
    log,
    access: createAccessLog(LOUD),
    usage: new UsageMeter(db, fail),
    lastUsed: new LastUsedRecorder(db, fail),
    metrics: createMetrics(),
    // One account makes all the load, so its limit must be out of reach; it is counted all the same.
    rate: new RequestRateLimiter(db, { permitted: 1_000_000_000 }),
    pipeline: createServicePipeline(db, systemClock),
    delivery: { keyring: testKeyring, policy: STRICT_POLICY },
    places,
    reads: db,
    searching: createSearchContext(db, systemClock, places),
    exports: createExportService(db, systemClock, tmpdir()),
    changes: createChangeStreams(db, systemClock, places),
    queries: new QueryLimiter(systemClock, createMetrics().registry),
    analytics: unusedAnalytics(db),
    authenticator: createAuthenticator(db),
    routes: [nullRoute],
    pages: [],
    trustedProxies: [],
    tracer: openBenchTracer(log),
  });
}

const asIs = (text: string): string => text;

/** The headers of the answer that the compared server gave, but those that Fastify and Node add. */
function bare() {
  const text = process.env['BENCH_BYTES'] ?? '';
  const head = Object.entries(JSON.parse(process.env['BENCH_HEADERS'] ?? '{}') as Record<string, string>);
  const app = fastify({ logger: false });
  // The same bytes, head and body; async, as every handler that queries a database is.
  app.get('/null', async (_request, reply) => {
    for (const [name, value] of head) reply.header(name, value);
    return reply.serializer(asIs).send(text);
  });
  return app;
}

const app = process.argv[2] === 'doors' ? doors() : bare();
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGINT', () => process.exit());
process.on('message', () => process.send?.(process.cpuUsage()));
process.send?.((app.server.address() as AddressInfo).port);
