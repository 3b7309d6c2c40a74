import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { matchAll } from '../../src/criteria/tree.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { identifier, sql } from '../../src/db/sql.ts';
import { loadDivisions } from '../../src/geo/load.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { regionSqlEngine } from '../../src/properties/search/service-engine.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { createSearchContext } from '../../src/properties/search.ts';
import { distributeAccounts } from '../../src/regions/distribute-accounts.ts';
import { moveRegion } from '../../src/regions/move-region.ts';
import { selectSchemaNodes } from '../../src/regions/store.ts';
import { World } from '../../src/world/generate.ts';
import { createTestAlert } from '../support/alerts.ts';
import { createCitusDatabases } from '../support/citus.ts';
import { silentLog as log } from '../support/log.ts';
import { createOwner } from '../support/owners.ts';
import { EVERY_RULE, feedRegions, inPlaces, observeWorld } from '../support/region-world.ts';
import { openServiceRegions } from '../support/regions.ts';
import { assertSameOverRegions } from '../support/same-over-regions.ts';
import { testAccounts } from './account-tests.ts';
import {
  testMigration,
  testMoveUnderLoad,
  testNodeSessions,
  testPartitions,
  testRecordedStatements,
} from './cluster-tests.ts';
import { matchAll as matchChanged, readEvents, testCrashes } from './crash-tests.ts';
import { testMemory } from './memory-tests.ts';
import { testNodeFunctions } from './node-function-tests.ts';
import { testPurges } from './purge-tests.ts';
import { testSavedAlerts } from './saved-alert-tests.ts';
import { testSnapshots } from './snapshot-tests.ts';

/** The same homes in a plain database, and in two regions on two workers: the second must answer like the first. */
const url = process.env['CITUS_COORDINATOR_URL'] ?? '';
const { distributed, plain, workers } = await createCitusDatabases({ after }, url);

async function open(connectionString: string): Promise<OpenDatabase> {
  await migrate({ connectionString }, { folder: join(import.meta.dirname, '../../migrations'), log });
  const db = openDatabase(
    { connectionString },
    { log, applicationName: 'gable test', statementTimeoutMs: 60_000 },
  );
  after(() => db.end());
  await loadDivisions(db, systemClock, log, { countryCode: 'FR' });
  return db;
}

const one = await open(plain);
const account = await open(distributed);
const places = createPlaceService(one, () => undefined);
const several = await openServiceRegions(
  { after },
  { db: account, connection: { connectionString: distributed }, places },
  [
    { name: 'paris', countries: [], divisions: ['FR:75'] },
    { name: 'rhone', countries: [], divisions: ['FR:69'] },
  ],
);
await distributeAccounts(account, 8);
const services = [one, several];
const alerts = await Promise.all(
  services.map(
    async (db) =>
      (
        await createTestAlert(db, systemClock, await createOwner(db, systemClock), {
          criteria: null,
          rules: EVERY_RULE,
        })
      ).id,
  ),
);

const observations = observeWorld(new World({ seed: 'citus', properties: 40, days: 10, noise: 0 }));

const readTransaction = async (): Promise<string> =>
  (await account.rows<{ id: string }>(sql`select pg_current_xact_id()::text as id`))[0]?.id ?? '';
const firstTransaction = await readTransaction();

const inMs = (ms: number | undefined): string => `${(ms ?? 0).toFixed(1)} ms`;

test('each region is on a worker, and its statements are one task there', async () => {
  const nodes = await selectSchemaNodes(account);
  const known = workers.map(({ host, port }) => `${host}:${port}`);
  for (const region of ['paris', 'rhone']) assert.ok(known.includes(nodes?.get(region) ?? ''), region);
  for (const { db, name } of servedRegions(several).slice(1)) {
    const plan = await db.rows<Record<string, string>>({
      text: 'explain select count(*) from property join listing using (property_id)',
      values: [],
    });
    assert.match(JSON.stringify(plan), /Task Count: 1\b/, name);
  }
});

test('listings are grouped and recorded on workers as on one PostgreSQL', async () => {
  const times = [];
  for (const db of services) {
    const started = performance.now();
    await feedRegions(db, places, observations);
    times.push(performance.now() - started);
  }
  console.log(
    `ingest: plain ${inMs(times[0])}, regions ${inMs(times[1])} for ${observations.length} observations`,
  );
  await assertSameOverRegions(one, several);
});

test('logs have the transactions of the coordinator, whose horizon they are read by', async () => {
  const last = await readTransaction();
  for (const { db, name } of servedRegions(several).slice(1))
    for (const log of ['property_change_log', 'property_search']) {
      const [row] = await db.rows<{ all: number; others: number }>(sql`
        select count(*)::int as all, count(*) filter (
          where changed_in < ${firstTransaction}::text::xid8 or changed_in > ${last}::text::xid8)::int as others
        from ${identifier(log)}`);
      assert.equal(row?.others, 0, `${name}: ${log}`);
      assert.ok(row.all > 0, `${name}: ${log}`);
    }
});

testNodeFunctions(account, several, distributed);

const searchAll = async (): Promise<string[][]> =>
  Promise.all(
    services.map(async (db) => {
      const { engine } = createSearchContext(db, systemClock, places);
      const page = await engine.queryPage({ criteria: matchAll, order: NEWEST_FIRST, offset: 0, limit: 100 });
      const scan = await engine.queryCursor({
        criteria: matchAll,
        order: NEWEST_FIRST,
        limit: 100,
        from: undefined,
      });
      assert.deepEqual(
        scan.positions.map(({ id }) => id),
        page.ids,
      );
      return page.ids;
    }),
  );

test('a search over workers is that of one PostgreSQL', async () => {
  const [wanted, found] = await searchAll();
  assert.deepEqual(found, wanted);
  assert.ok((wanted?.length ?? 0) > 20);
});

test('a page is read on the node of its region, as the coordinator reads it', async () => {
  const region = several.regions?.all.find(({ name }) => name === 'paris');
  assert.ok(region?.direct);
  const search = { criteria: inPlaces('75'), order: NEWEST_FIRST, offset: 0, limit: 20 };
  const wanted = await sqlEngine(region.db, places).queryPage(search);
  const until = performance.now() + 10_000;
  while (region.direct.current() === undefined && performance.now() < until) await sleep(50);
  const { source, ...found } = await regionSqlEngine(region, places).queryPage(search);
  assert.ok(source !== undefined && source !== region.db, 'the coordinator answered');
  const { source: _, ...rest } = wanted;
  assert.deepEqual(found, rest);
  assert.ok(found.ids.length > 0);
});

const TIMED_SEARCHES = 200;

test('the time of a search in one region on a worker, beside that on one PostgreSQL', async () => {
  const times: number[][] = [[], []];
  const engines = services.map((db) => createSearchContext(db, systemClock, places).engine);
  for (let asked = 0; asked < TIMED_SEARCHES; asked += 1)
    for (const [at, engine] of engines.entries()) {
      const started = performance.now();
      await engine.queryPage({ criteria: inPlaces('75'), order: NEWEST_FIRST, offset: 0, limit: 20 });
      times[at]?.push(performance.now() - started);
    }
  const [plain, region] = times.map((list) => list.toSorted((one, other) => one - other));
  for (const [name, share] of Object.entries({ p50: 0.5, p95: 0.95 })) {
    const at = Math.floor(TIMED_SEARCHES * share);
    console.log(`search in a region ${name}: plain ${inMs(plain?.[at])}, worker ${inMs(region?.[at])}`);
  }
});

test('alerts raise the events that they raise on one PostgreSQL', async () => {
  const raised = await Promise.all(
    services.map(async (db, at) => {
      await matchChanged(db, places);
      return readEvents(db, alerts[at]);
    }),
  );
  assert.deepEqual(raised[1], raised[0]);
  assert.ok((raised[0]?.length ?? 0) > 20, `${raised[0]?.length} events`);
});

test('a region that is moved to another worker has the same homes', async () => {
  const before = (await selectSchemaNodes(account))?.get('paris');
  const target = workers.find(({ host, port }) => `${host}:${port}` !== before);
  assert.ok(target);
  await moveRegion(account, 'paris', target);
  assert.equal((await selectSchemaNodes(account))?.get('paris'), `${target.host}:${target.port}`);
  const [wanted, found] = await searchAll();
  assert.deepEqual(found, wanted);
});

const world = { url: distributed, one, several, places, observations, alerts };
testAccounts(world);
testNodeSessions(world);
testPartitions(world);
testPurges(world);
testMemory(world);
testMoveUnderLoad(world, workers);
testMigration(world);
testRecordedStatements(world);
testSnapshots(world);
testCrashes(world);
testSavedAlerts(world);
