import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { asAdministrator } from '../support/database-server.ts';
import { startDebianPostgres, urlTo } from '../support/debian-postgres.ts';
import {
  createCustomers,
  enqueueEvents,
  startDeliveryWorker,
  startDeliveryWorld,
  tallyReceived,
  waitForAllDelivered,
} from '../support/delivery-faults.ts';
import { silentLog } from '../support/log.ts';
import { pgBouncerMissing, startPgBouncer } from '../support/pgbouncer.ts';

const skip = pgBouncerMissing();
const EVENTS_WITHIN_MS = 120_000;

test('two workers behind a pooler send each webhook once', { skip, timeout: 300_000 }, async (t) => {
  const open = async () => {
    const server = await startDebianPostgres();
    t.after(() => server.remove());
    await asAdministrator({ connectionString: server.url }, (client) =>
      client.query('create database hooks'),
    );
    const connection = {
      connectionString: (await startPgBouncer(t, server)).through(urlTo(server.url, 'hooks')),
      prepare: false,
    };
    await migrate(connection, { folder: MIGRATIONS, log: silentLog });
    const db = openDatabase(connection, { log: silentLog, applicationName: 'gable test' });
    t.after(() => db.end());
    return { db, connection };
  };
  const world = await startDeliveryWorld(t, { open });
  await Promise.all([startDeliveryWorker(world), startDeliveryWorker(world)]);
  const sent = await enqueueEvents(world, await createCustomers(world, 5), 200);
  await waitForAllDelivered(world, EVENTS_WITHIN_MS);
  assert.deepEqual(tallyReceived(world, sent), { lost: 0, duplicates: 0 });
});
