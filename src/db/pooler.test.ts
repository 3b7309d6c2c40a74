import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { debianDatabase } from '../../test/support/debian-postgres.ts';
import { recordingLog, silentLog } from '../../test/support/log.ts';
import { pgBouncerMissing, startPgBouncer } from '../../test/support/pgbouncer.ts';
import type { Connection } from './connection.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './pool.ts';
import { COMMON_SETTINGS } from './session-settings.ts';
import { type Db, firstRow, sql } from './sql.ts';
import { isUnavailable } from './unavailable.ts';
import { waitForDatabase } from './wait.ts';

const skip = pgBouncerMissing();
const MIGRATIONS = `${import.meta.dirname}/../../migrations`;
const { server, url } = skip ? { server: undefined, url: '' } : await debianDatabase({ after });

async function pooled(settings: Record<string, string> = {}): Promise<string> {
  assert.ok(server);
  return (await startPgBouncer({ after }, server, settings)).through(url);
}

async function withPool<Result>(
  connection: Connection,
  use: (pool: OpenDatabase, lines: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const log = recordingLog();
  const pool = openDatabase(connection, { log, applicationName: 'gable test', statementTimeoutMs: 400 });
  try {
    return await use(pool, log.lines);
  } finally {
    await pool.end();
  }
}

const shown = (db: Db) =>
  firstRow(
    db,
    sql`select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
               current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
               current_setting('max_parallel_workers_per_gather') as workers`,
  );
const LIMITS = { statement: '400ms', zone: 'UTC', idle: '15s', jit: 'off', workers: '0' };
const SET_IN_TRANSACTIONS =
  'warn: sessions do not have the settings given with the connection: they are made in each transaction';

test('behind a pooler each statement finds the tables of its region', {
  skip,
}, async () => {
  const shared = { connectionString: await pooled({ default_pool_size: '1' }), prepare: false };
  const path = sql`select replace(current_setting('search_path'), ' ', '') as path`;
  await withPool({ ...shared, region: 'north' }, (north) =>
    withPool({ ...shared, region: 'south' }, async (south) => {
      for (const [pool, name] of [
        [north, 'north'],
        [south, 'south'],
        [north, 'north'],
      ] as const) {
        assert.deepEqual(await pool.rows(path), [{ path: `${name},public` }]);
        assert.deepEqual(await pool.transaction((tx) => tx.rows(path)), [{ path: `${name},public` }]);
      }
    }),
  );
});

test('a pooler that refuses startup parameters is used, with every limit', {
  skip,
}, async () => {
  await withPool({ connectionString: await pooled(), prepare: false }, async (pool, lines) => {
    assert.deepEqual(await shown(pool), LIMITS);
    assert.deepEqual(await pool.transaction(shown), LIMITS);
    const slow = await pool.rows(sql`select pg_sleep(60)`).catch((error) => error);
    assert.equal(slow.code, '57014');
    assert.ok(isUnavailable(slow));
    assert.deepEqual(lines, [SET_IN_TRANSACTIONS]);
  });
});

test('a pooler that drops startup parameters loses no limit either', { skip }, async () => {
  const ignored = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';
  const connectionString = await pooled({ ignore_startup_parameters: ignored });
  await withPool({ connectionString, prepare: false }, async (pool, lines) => {
    assert.deepEqual(await shown(pool), LIMITS);
    assert.deepEqual(await pool.transaction(shown, { isolation: 'repeatable read' }), LIMITS);
    assert.deepEqual(lines, [SET_IN_TRANSACTIONS]);
  });
});

test('limits of the role are detected, and no statement needs a transaction', { skip }, async (t) => {
  const direct = openDatabase({ connectionString: url }, { log: silentLog, applicationName: 'gable test' });
  t.after(async () => {
    await direct.rows(sql`alter role gable reset all`);
    await direct.end();
  });
  for (const [name, value] of [
    ['statement_timeout', '400ms'],
    ['idle_in_transaction_session_timeout', '15s'],
    ...Object.entries(COMMON_SETTINGS),
  ]) {
    await direct.rows({ text: `alter role gable set ${name} = '${value}'`, values: [] });
  }
  await withPool({ connectionString: await pooled(), prepare: false }, async (pool, lines) => {
    assert.deepEqual(await shown(pool), LIMITS);
    const one = await firstRow(pool, sql`select now() = statement_timestamp() as alone`);
    assert.deepEqual(one, { alone: true });
    assert.deepEqual(lines, []);
  });
  await direct.rows(sql`alter role gable reset max_parallel_workers_per_gather`);
  await withPool({ connectionString: await pooled(), prepare: false }, async (pool, lines) => {
    assert.deepEqual(await shown(pool), LIMITS);
    assert.deepEqual(lines, [SET_IN_TRANSACTIONS]);
  });
});

test('two clients on shared sessions never get the result of the other', { skip }, async () => {
  const connectionString = await pooled({ default_pool_size: '2' });
  let warned = 0;
  const ask = (letter: string, question: (pool: OpenDatabase) => Promise<{ letter: string }[]>) =>
    withPool({ connectionString }, async (pool, lines) => {
      const wrong: unknown[] = [];
      for (let count = 0; count < 300; count += 1) {
        const [row] = await question(pool).catch((error) => {
          assert.ok(isUnavailable(error), String(error));
          return [{ letter }];
        });
        if (row?.letter !== letter) wrong.push(row);
      }
      if (lines.some((line) => line.includes('DATABASE_PREPARE=off'))) warned += 1;
      return wrong;
    });
  const answers = await Promise.all([
    ask('a', (pool) => pool.rows(sql`select 'a' as letter where ${1}::int = 1`)),
    ask('a', (pool) => pool.rows(sql`select 'a' as letter where ${1}::int = 1`)),
    ask('b', (pool) => pool.rows(sql`select 'b' as letter where ${1}::int = 1`)),
  ]);
  assert.deepEqual(answers, [[], [], []]);
  assert.ok(warned > 0, 'no statement was mixed up: the pooler did not share its sessions');
});

test('processes that migrate through a pooler all end, and leave no lock', { skip }, async () => {
  const connection = { connectionString: await pooled({ default_pool_size: '3' }) };
  await waitForDatabase(connection, { log: silentLog });
  const run = () => migrate(connection, { folder: MIGRATIONS, log: silentLog });
  assert.deepEqual(await Promise.all([run(), run(), run(), run()]), [[], [], [], []]);
  assert.deepEqual(await run(), []);
  await withPool(connection, async (pool) => {
    assert.deepEqual(await pool.rows(sql`select objid from pg_locks where locktype = 'advisory'`), []);
  });
});
