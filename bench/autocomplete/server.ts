// The server that `npm run bench -- autocomplete` calls over HTTP, in its own process. Sends its port; answers a message with
// its CPU time and memory.

import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createAuthenticator, LastUsedRecorder } from '../../src/accounts/authenticate.ts';
import { RequestRateLimiter } from '../../src/accounts/request-rate.ts';
import { createMetrics } from '../../src/api/metrics.ts';
import { geoRoutes } from '../../src/api/routes/geo.ts';
import { createServer } from '../../src/api/server.ts';
import { createChangeStreams } from '../../src/changes/changes.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { createExportService } from '../../src/exports/exports.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { STRICT_POLICY } from '../../src/outbound/url.ts';
import { createAccessLog, createLog } from '../../src/processes/logger.ts';
import { createServicePipeline } from '../../src/processes/service-pipeline.ts';
import { createSearchContext } from '../../src/properties/search.ts';
import { QueryLimiter } from '../../src/service/query-limiter.ts';
import { UsageMeter } from '../../src/usage/meter.ts';
import { testKeyring } from '../../test/support/keyring.ts';
import { unusedAnalytics } from '../../test/support/warehouse.ts';

const LOUD = { LOG_LEVEL: 'info', LOG_FORMAT: 'json' } as const;
const log = createLog(LOUD);
const db = openDatabase(JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}'), {
  log,
  applicationName: 'gable bench',
});
const fail = (error: unknown): void => log.error({ err: error }, 'failed');

const places = createPlaceService(db, fail);

const app = createServer({
  db,
  clock: systemClock,
  log,
  access: createAccessLog(LOUD),
  usage: new UsageMeter(db, fail),
  lastUsed: new LastUsedRecorder(db, fail),
  metrics: createMetrics(),
  // One account makes all the load, so its limit must be out of reach; it is counted all the same.
  rate: new RequestRateLimiter(db, { permitted: 1_000_000_000 }),
  places,
  reads: db,
  searching: createSearchContext(db, systemClock, places),
  exports: createExportService(db, systemClock, tmpdir()),
  changes: createChangeStreams(db, systemClock, places),
  queries: new QueryLimiter(systemClock, createMetrics().registry),
  pipeline: createServicePipeline(db, systemClock),
  delivery: { keyring: testKeyring, policy: STRICT_POLICY },
  analytics: unusedAnalytics(db),
  authenticator: createAuthenticator(db),
  routes: geoRoutes,
  pages: [],
  trustedProxies: [],
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGINT', () => process.exit());
process.on('message', () => {
  global.gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  process.send?.({ cpu: process.cpuUsage(), rss, kept: heapUsed + arrayBuffers });
});
process.send?.((app.server.address() as AddressInfo).port);
