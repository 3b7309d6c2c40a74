import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createApiKey } from '../src/accounts/accounts.ts';
import { createMetrics } from '../src/api/metrics.ts';
import type { RouteCall } from '../src/api/route.ts';
import { geoRoutes } from '../src/api/routes/geo.ts';
import { createChangeStreams } from '../src/changes/changes.ts';
import { joinEmbeddedServer } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../src/db/pool.ts';
import type { Database } from '../src/db/sql.ts';
import { createExportService } from '../src/exports/exports.ts';
import { createFinder } from '../src/geo/autocomplete/finder.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { readDivisions } from '../src/geo/store.ts';
import { systemClock } from '../src/lib/clock.ts';
import { STRICT_POLICY } from '../src/outbound/url.ts';
import { createServicePipeline } from '../src/processes/service-pipeline.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { createSearchContext } from '../src/properties/search.ts';
import { QueryLimiter } from '../src/service/query-limiter.ts';
import { realQueries } from '../test/conformance/geo-queries.ts';
import { testKeyring } from '../test/support/keyring.ts';
import { unusedAnalytics } from '../test/support/warehouse.ts';
import { tryNames, tryTypos } from './autocomplete/communes.ts';
import { measureOverHttp } from './autocomplete/over-http.ts';
import { byTrigrams, prepareTrigrams } from './autocomplete/trigrams.ts';
import { computeSpread, formatPercent, formatSpread, keystrokes } from './autocomplete/typing.ts';

export const title =
  'Autocomplete over all France: latency, requests a second, memory, correctness, beside pg_trgm';

const log = { info() {}, warn() {}, error: console.error };
/** pg_trgm takes tens of milliseconds a query: every tenth is enough to compare. */
const COMPARED = 10;

export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await joinEmbeddedServer({ dataDir, log });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const db = openDatabase(embedded.connection, { log, applicationName: 'gable bench' });
    await loadDivisions(db, systemClock, log, 'FR');
    await measureHandler(db);
    await compareWithTrigrams(db);
    const http = await measureOverHttp(embedded.connection, await benchKey(db), keystrokes());
    console.log(
      `over HTTP: ${http.perSecond.toFixed(0)} requests/s on 16 connections, p99 ${http.p99} ms; ${http.cpuMicros.toFixed(0)} µs of the server's CPU a request, ${(1e6 / http.cpuMicros).toFixed(0)} requests for a second of it`,
    );
    console.log(
      `memory: places ${http.placesMegabytes.toFixed(0)} MB, the whole process ${http.rssMegabytes.toFixed(0)} MB`,
    );
    const divisions = await Array.fromAsync(readDivisions(db));
    const finder = await createFinder(divisions);
    tryNames(finder, divisions);
    tryTypos(finder, divisions);
    await db.end();
  } finally {
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchKey(db: Database): Promise<string> {
  const account = await createAccount(db, systemClock, 'bench');
  return (await createApiKey(db, systemClock, { accountId: account?.accountId ?? '', name: 'bench' })).key;
}

/** The route's own handler with its JSON, without middleware and sockets. */
async function measureHandler(db: OpenDatabase): Promise<void> {
  const [route] = geoRoutes;
  const places = createPlaceService(db, log.error);
  const answer = async (query: string): Promise<string> => {
    const call = {
      db,
      clock: systemClock,
      places,
      reads: db,
      searching: createSearchContext(db, systemClock, places),
      exports: createExportService(db, systemClock, tmpdir()),
      changes: createChangeStreams(db, systemClock, places),
      queries: new QueryLimiter(systemClock, createMetrics().registry),
      pipeline: createServicePipeline(db, systemClock),
      delivery: { keyring: testKeyring, policy: STRICT_POLICY },
      analytics: unusedAnalytics(db),
      accountId: '',
      billedInCredits: false,
      format: 'flat' as const,
      params: {},
      query: { query },
      body: undefined,
    };
    const answered = await route?.run({ ...call, target: { path: '', query: '' } } satisfies RouteCall);
    return JSON.stringify(answered?.document?.('flat'));
  };
  const queries = keystrokes();
  const started = performance.now();
  await answer('paris');
  console.log(
    `first answer, all divisions loaded and indexed: ${(performance.now() - started).toFixed(0)} ms`,
  );
  for (const query of queries) await answer(query);
  const times: number[] = [];
  for (const query of queries) {
    const begun = performance.now();
    await answer(query);
    times.push(performance.now() - begun);
  }
  console.log(`at the handler, ${times.length} keystrokes: ${formatSpread(computeSpread(times))}`);
}

async function compareWithTrigrams(db: OpenDatabase): Promise<void> {
  await prepareTrigrams(db);
  const places = createPlaceService(db, log.error);
  const ours = async (query: string): Promise<string[]> =>
    (await places.autocomplete({ query, limit: 30, page: 1 })).rows.map(
      ({ metadata }) => metadata.uniqueCode,
    );
  const theirs = async (query: string): Promise<string[]> =>
    (await byTrigrams(db, query)).map(({ uniqueCode }) => uniqueCode);
  await ours('paris');
  for (const [name, ask] of Object.entries({ 'in memory': ours, pg_trgm: theirs })) {
    const times: number[] = [];
    for (const query of keystrokes().filter((_, at) => at % COMPARED === 0)) {
      const begun = performance.now();
      await ask(query);
      times.push(performance.now() - begun);
    }
    const ranks: number[] = [];
    for (const { typed, uniqueCode } of realQueries) ranks.push((await ask(typed)).indexOf(uniqueCode));
    const [first, three] = [ranks.filter((at) => at === 0), ranks.filter((at) => at >= 0 && at < 3)];
    console.log(
      `${name}: ${formatSpread(computeSpread(times))}; of ${ranks.length} real queries first ${formatPercent(first.length, ranks.length)}, among three ${formatPercent(three.length, ranks.length)}`,
    );
  }
}
