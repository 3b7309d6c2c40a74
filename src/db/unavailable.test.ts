import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { emptyDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import type { Connection } from './connection.ts';
import { openDatabase, type PoolOptions } from './pool.ts';
import { identifier, sql } from './sql.ts';
import { isUnavailable } from './unavailable.ts';

const { db, connection } = await emptyDatabase({ after });

type Failing = (pool: ReturnType<typeof openDatabase>) => Promise<unknown>;

/** The error that a caller gets. */
async function failure(to: Connection, options: Partial<PoolOptions>, failing: Failing): Promise<unknown> {
  const pool = openDatabase(to, { log: silentLog, applicationName: 'gable test', ...options });
  try {
    await failing(pool);
  } catch (error) {
    return error;
  } finally {
    await pool.end();
  }
  return assert.fail('nothing failed');
}

const ask: Failing = (pool) => pool.rows(sql`select 1`);
const nobodyAt = (host: string, port: number) => ({ host, port, user: 'gable', database: 'gable' });

async function silentServer() {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { port: address.port, server };
}

const outages: Record<string, () => Promise<unknown>> = {
  'no server at that port': () => failure(nobodyAt('127.0.0.1', 1), {}, ask),
  'no socket in that folder': () => failure(nobodyAt('/nonexistent', 5432), {}, ask),
  'no machine of that name': () => failure(nobodyAt('database.invalid', 5432), {}, ask),
  'a server that never answers the connection': async () => {
    const { port, server } = await silentServer();
    try {
      return await failure(nobodyAt('127.0.0.1', port), { connectTimeoutMs: 100 }, ask);
    } finally {
      server.close();
    }
  },
  'every session taken': () =>
    failure(connection, { max: 1, connectTimeoutMs: 50 }, (pool) =>
      Promise.all([pool.rows(sql`select pg_sleep(0.2)`), pool.rows(sql`select 1`)]),
    ),
  'a statement over its time': () =>
    failure(connection, { statementTimeoutMs: 50 }, (pool) => pool.rows(sql`select pg_sleep(60)`)),
  'a session that the operator ended': () =>
    failure(connection, {}, (pool) => pool.rows(sql`select pg_terminate_backend(pg_backend_pid())`)),
  'a session cut inside a transaction': () =>
    failure(connection, {}, (pool) =>
      pool.transaction(async (tx) => {
        const [self] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await db.rows(sql`select pg_terminate_backend(${self?.pid}, 1000)`);
        await new Promise(setImmediate);
        await tx.rows(sql`select 1`);
      }),
    ),
  'a database that only reads': () =>
    failure(connection, { max: 1 }, async (pool) => {
      await pool.rows(sql`set default_transaction_read_only = on`);
      await pool.rows(sql`create table written ()`);
    }),
  'a pool that is closing': () =>
    failure(connection, {}, async (pool) => {
      await pool.end();
      await ask(pool);
    }),
};

for (const [what, provoke] of Object.entries(outages)) {
  test(`${what} means that the database is unavailable`, async () => {
    const error = await provoke();
    assert.ok(isUnavailable(error), String(error));
  });
}

const faults: Record<string, () => Promise<unknown>> = {
  'a statement that is wrong': () => failure(connection, {}, (pool) => pool.rows(sql`selekt 1`)),
  'a value that is wrong': () => failure(connection, {}, (pool) => pool.rows(sql`select ${'x'}::int`)),
  'a missing file': () => failure(connection, {}, () => readFile('/nonexistent')),
  'a fault of our own': () => failure(connection, {}, async () => assert.equal(1, 2)),
};

for (const [what, provoke] of Object.entries(faults)) {
  test(`${what} is no outage`, async () => {
    assert.equal(isUnavailable(await provoke()), false);
  });
}

test('a value that is no error is no outage', () => {
  assert.equal(isUnavailable('ECONNREFUSED'), false);
  assert.equal(isUnavailable(undefined), false);
});

test('no connection left on the server means that the database is unavailable', async (t) => {
  const [me] = await db.rows<{ limited: boolean; name: string }>(
    sql`select current_setting('is_superuser') = 'off' as limited, current_database() as name`,
  );
  if (!me?.limited) return t.skip('limits do not hold for a superuser, and TEST_DATABASE_URL names one');
  await db.rows(sql`alter database ${identifier(me.name)} connection limit 0`);
  assert.ok(isUnavailable(await failure(connection, {}, ask)));
});
