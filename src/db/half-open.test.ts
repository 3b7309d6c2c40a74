import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultProxy } from '../../test/faults/fault-proxy.ts';
import { until } from '../../test/faults/until.ts';
import { emptyDatabase } from '../../test/support/database.ts';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { recordingLog, silentLog } from '../../test/support/log.ts';
import { openDatabase } from './pool.ts';
import { sql } from './sql.ts';
import { isUnavailable } from './unavailable.ts';

const { connection } = await emptyDatabase({ after });

async function poolBehindProxy(t: { after(end: () => Promise<void>): void }) {
  const { target, through } = startDatabaseProxy(connection);
  const proxy = await startFaultProxy({ target });
  const options = { log: silentLog, applicationName: 'gable test', max: 3, connectTimeoutMs: 5_000 };
  const pool = openDatabase(through(proxy), { ...options, statementTimeoutMs: 700 });
  t.after(async () => {
    await pool.end();
    await proxy.close();
  });
  await Promise.all([1, 2, 3].map(() => pool.rows(sql`select pg_sleep(0.05)`)));
  assert.equal(pool.counts().idle, 3);
  return { pool, proxy };
}

test('a silent connection costs one caller its timeout, and none once it is back', async (t) => {
  const { pool, proxy } = await poolBehindProxy(t);
  proxy.halfOpen();
  const error = await pool.rows(sql`select 1`).catch((reason) => reason);
  assert.ok(isUnavailable(error), String(error));
  await proxy.heal();
  const answers = await Promise.all([1, 2, 3].map(() => pool.rows(sql`select 1 as one`)));
  assert.deepEqual(answers.flat(), [{ one: 1 }, { one: 1 }, { one: 1 }]);
});

test('a connection that goes silent inside a transaction ends it, and the session is not used again', async (t) => {
  const { pool, proxy } = await poolBehindProxy(t);
  const cut = pool.transaction(async (tx) => {
    await tx.rows(sql`create table half_done ()`);
    proxy.halfOpen();
    await tx.rows(sql`select 1`);
  });
  assert.ok(isUnavailable(await cut.catch((reason) => reason)));
  await proxy.heal();
  const [row] = await pool.rows<{ exists: boolean }>(
    sql`select to_regclass('half_done') is not null as exists`,
  );
  assert.equal(row?.exists, false);
});

test('connections reset under a statement fail that statement and are replaced', async (t) => {
  const { pool, proxy } = await poolBehindProxy(t);
  const slow = pool.rows(sql`select pg_sleep(0.15)`).catch((reason) => reason);
  await new Promise((resolve) => setTimeout(resolve, 30));
  proxy.reset();
  assert.ok(isUnavailable(await slow));
  await until(() => pool.counts().total === 0);
  assert.deepEqual(await pool.rows(sql`select 1 as one`), [{ one: 1 }]);
});

test('a session that the server ends while the pool ends it is not called lost', async (t) => {
  const { db, connection: own } = await emptyDatabase(t);
  const { target, through } = startDatabaseProxy(own);
  const proxy = await startFaultProxy({ target });
  t.after(() => proxy.close());
  const log = recordingLog();
  const pool = openDatabase(through(proxy), { log, applicationName: 'gable goodbye' });
  await pool.rows(sql`select 1`);
  proxy.fault({ drop: true }, 'toTarget');
  const sent = proxy.counts.toClient.passed;
  const ended = pool.end();
  await db.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gable goodbye'`,
  );
  await until(() => proxy.counts.toClient.passed > sent);
  await pause(100);
  await ended;
  assert.deepEqual(log.lines, []);
});
