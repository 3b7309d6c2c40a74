import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDataDirectory } from '../../src/db/embedded/data-directory.ts';
import { findPostmaster } from '../../src/db/embedded/postmaster.ts';
import { joinEmbeddedServer } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { type Sql, sql } from '../../src/db/sql.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { until } from '../faults/until.ts';
import type { TestDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import {
  countCharged,
  createCustomer,
  createCustomers,
  type DeliveryWorld,
  enqueueEvents,
  LONG_TIMEOUT_MS,
  startDeliveryWorker,
  startDeliveryWorld,
  startSending,
  tallyReceived,
  waitForAllDelivered,
  waitForEvent,
  waitForReceived,
} from '../support/delivery-faults.ts';
import { silentLog } from '../support/log.ts';
import { setReadOnly } from '../support/read-only.ts';

test('an outage of the database loses no event, and none is sent twice', {
  timeout: 300_000,
}, async (t) => {
  const [count, outages] = LONG_TIMEOUT_MS ? [5_000, 5] : [300, 2];
  const world = await startDeliveryWorld(t);
  const customers = await createCustomers(world, 10);
  const ids = await enqueueEvents(world, customers, count);
  const { target, through } = startDatabaseProxy(world.connection);
  const proxy = await startFaultProxy({ target });
  world.stops.push(() => proxy.close());
  const db = openDatabase(through(proxy), { log: silentLog, applicationName: 'gable test' });
  world.stops.push(() => db.end());
  const faults = startSending(world, db);
  for (let outage = 1; outage <= outages; outage++) {
    await waitForReceived(world, (count * outage) / (outages + 1));
    proxy.refuse();
    proxy.reset();
    await pause(200);
    await proxy.heal();
  }
  await waitForAllDelivered(world, 30_000);
  assert.ok(faults.length >= outages, 'the outages were felt');
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A server that the test may stop: its users start it again, as in production. */
async function ownServer(t: TestContext): Promise<TestDatabase & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-faults-'));
  const { connection, leave } = await joinEmbeddedServer({ dataDir, log: silentLog });
  const db = openDatabase(connection, { log: silentLog, applicationName: 'gable test' });
  t.after(async () => {
    await db.end();
    await leave();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await migrate(connection, { folder: MIGRATIONS, log: silentLog });
  /** Resolves when it is down, so that nothing later is answered by the server that stops. */
  const stop = async () => {
    const { pid } = findPostmaster(openDataDirectory(dataDir, true)) ?? assert.fail('no server runs');
    process.kill(pid, 'SIGQUIT');
    await until(() => !isRunning(pid), { within: 60_000, what: () => `the server ${pid} still runs` });
  };
  return { db, connection, stop };
}

/** Repeats what fails while the server starts: it may end a session that was opened while it stopped. */
async function afterOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      await pause(20);
    }
  }
}

/** Resolves when the database accepts statements again. */
const answers = ({ db }: DeliveryWorld) => afterOutage(() => db.rows(sql`select 1`));

const enqueueAfterOutage = (world: DeliveryWorld, path: string): Promise<string[]> =>
  afterOutage(async () => enqueueEvents(world, [await createCustomer(world, path)], 1));

test('after an immediate stop and a start of PostgreSQL the worker continues and nothing is lost', {
  skip: LONG_TIMEOUT_MS ? false : 'it takes a minute; npm run test:faults',
  timeout: 300_000,
}, async (t) => {
  const [count, stops] = [5_000, 5];
  const server = await ownServer(t);
  const world = await startDeliveryWorld(t, { open: async () => server });
  const customers = await createCustomers(world, 10);
  const ids = await enqueueEvents(world, customers, count);
  const worker = await startDeliveryWorker(world);
  const resumed: number[] = [];
  for (let stop = 1; stop <= stops; stop++) {
    await waitForReceived(world, (count * stop) / (stops + 1));
    await server.stop();
    await answers(world);
    // An event of its own: a fast worker may have sent all others before the server stopped.
    const began = performance.now();
    const [fresh = ''] = await enqueueAfterOutage(world, `/after-${stop}`);
    await waitForEvent(world, fresh, 60_000);
    resumed.push(Math.round(performance.now() - began));
    ids.push(fresh);
  }
  await waitForAllDelivered(world, 90_000);
  assert.deepEqual(await countCharged(world), []);
  assert.equal(worker.exitCode, null, 'the worker never exited');
  const { lost, duplicates } = tallyReceived(world, ids);
  t.diagnostic(
    `${count} events, ${stops} stops: ${lost} lost, ${duplicates} twice, resumed ${resumed} ms after the database`,
  );
  assert.deepEqual({ lost, duplicates }, { lost: 0, duplicates: 0 });
  assert.ok(Math.max(...resumed) <= 10_000, `resumed after ${resumed} ms`);
});

test('sessions terminated repeatedly by the server lose no event', { timeout: 200_000 }, async (t) => {
  const [count, seconds] = LONG_TIMEOUT_MS ? [5_000, 20] : [300, 3];
  const world = await startDeliveryWorld(t);
  const ids = await enqueueEvents(world, await createCustomers(world, 10), count);
  const db = openDatabase(world.connection, { log: silentLog, applicationName: 'gable test cut' });
  world.stops.push(() => db.end());
  const faults = startSending(world, db);
  for (let cut = 0; cut < seconds * 5; cut++) {
    await endSessions(world);
    await pause(200);
  }
  const calm = performance.now();
  const [last] = await enqueueEvents(world, [await createCustomer(world, '/last')], 1);
  await waitForAllDelivered(world, 90_000);
  t.diagnostic(
    `${faults.length} faults in ${seconds} s; over ${Math.round(performance.now() - calm)} ms after`,
  );
  assert.ok(faults.length > 0, 'the cuts were felt');
  assert.deepEqual(tallyReceived(world, [...ids, last ?? '']), { lost: 0, duplicates: 0 });
});

test('with two sessions left on the server deliveries continue', { timeout: 200_000 }, async (t) => {
  const world = await startDeliveryWorld(t);
  const ids = await enqueueEvents(world, await createCustomers(world, 10), LONG_TIMEOUT_MS ? 2_000 : 200);
  const few = openDatabase(world.connection, { log: silentLog, applicationName: 'gable test few' });
  world.stops.push(() => few.end());
  await world.db.rows(sql`
    do $$ begin
      execute format('alter database %I connection limit %s', current_database(),
        (select count(*) + 2 from pg_stat_activity where datname = current_database()));
    end $$`);
  const faults = startSending(world, few);
  await waitForAllDelivered(world, 90_000);
  t.diagnostic(`${faults.length} faults`);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
});

test('a connection that goes silent is abandoned, and loses no event', {
  skip: LONG_TIMEOUT_MS ? false : 'it takes half a minute; npm run test:faults',
  timeout: 200_000,
}, async (t) => {
  const world = await startDeliveryWorld(t);
  const ids = await enqueueEvents(world, await createCustomers(world, 10), 2_000);
  const { target, through } = startDatabaseProxy(world.connection);
  const proxy = await startFaultProxy({ target });
  world.stops.push(() => proxy.close());
  const db = openDatabase(through(proxy), { log: silentLog, applicationName: 'gable test' });
  world.stops.push(() => db.end());
  const faults = startSending(world, db);
  await waitForReceived(world, 500);
  proxy.halfOpen();
  await until(() => faults.length > 0, { within: 60_000, what: () => 'a statement without an answer' });
  await proxy.heal();
  const began = performance.now();
  await waitForReceived(world, world.receiver.requests.length + 1);
  t.diagnostic(`resumed ${Math.round(performance.now() - began)} ms after the connection was restored`);
  await waitForAllDelivered(world, 90_000);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
});

test('a worker waits for a database that is read-only, as a demoted primary is', async (t) => {
  const world = await startDeliveryWorld(t);
  const ids = await enqueueEvents(world, await createCustomers(world, 10), 200);
  const db = openDatabase(world.connection, { log: silentLog, applicationName: 'gable test cut' });
  world.stops.push(() => db.end());
  const faults = startSending(world, db);
  await waitForReceived(world, 50);
  await setReadOnly(world.db, 'on');
  // A test that fails before must be able to end.
  world.stops.push(() => setReadOnly(world.db, 'off'));
  await endSessions(world);
  await until(() => faults.some((error) => String(error).includes('read-only')), { within: 30_000 });
  const [before, began] = [faults.length, performance.now()];
  // Claims and records back off on their own: two errors in a row say nothing about the rate.
  await until(() => faults.length >= before + 6, { within: 30_000, what: () => 'six more tries' });
  const perSecond = (faults.length - before) / ((performance.now() - began) / 1_000);
  assert.ok(perSecond < 20, `${perSecond} errors in a second`);
  // Its sessions are read-only and stay open: nobody ends them now.
  await setReadOnly(world.db, 'off');
  await waitForAllDelivered(world, 60_000);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
});

/** Ends the sessions of the sender: the next ones are as the database is then. */
const endSessions = ({ db }: DeliveryWorld): Promise<unknown> =>
  db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'gable test cut' and datname = current_database()`);

test('claims whose result is lost are released before their lease ends', async (t) => {
  const world = await startDeliveryWorld(t);
  const customers = await createCustomers(world, 5);
  const ids = await enqueueEvents(world, customers, 20);
  let lost = 0;
  const db: OpenDatabase = {
    ...world.db,
    rows: async <Row>(statement: Sql) => {
      const rows = await world.db.rows<Row>(statement);
      if (!statement.text.includes('claim_notifications') || lost === 3) return rows;
      lost += 1;
      throw new Error('Connection terminated unexpectedly');
    },
  };
  startSending(world, db);
  await waitForAllDelivered(world, 20_000);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
  const attempts = await world.db.rows(sql`select distinct attempt_number as n from event_notification`);
  assert.deepEqual(attempts, [{ n: 1 }], 'a claim of which nothing was begun is no attempt');
});
