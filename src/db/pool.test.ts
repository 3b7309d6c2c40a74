import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../test/faults/until.ts';
import { emptyDatabase } from '../../test/support/database.ts';
import { recordingLog } from '../../test/support/log.ts';
import { setReadOnly } from '../../test/support/read-only.ts';
import { type OpenDatabase, openDatabase } from './pool.ts';
import { type Db, firstRow, sql } from './sql.ts';

const log = recordingLog();
const { db, connection } = await emptyDatabase({ after }, { log });
await db.rows(sql`create table counter (name text primary key, value int not null)`);

const backend = async (on: Db) =>
  (await firstRow<{ pid: number }>(on, sql`select pg_backend_pid() as pid`))?.pid;
const countOf = async (name: string) =>
  (await firstRow<{ value: number }>(db, sql`select value from counter where name = ${name}`))?.value;

async function withPool(
  { prepare = true, ...options }: { max?: number; prepare?: boolean },
  use: (pool: OpenDatabase) => Promise<void>,
) {
  const pool = openDatabase({ ...connection, prepare }, { log, applicationName: 'gable test', ...options });
  try {
    await use(pool);
  } finally {
    await pool.end();
  }
}

test('column types arrive as the code expects them', async () => {
  const row = await firstRow(
    db,
    sql`select ${'9007199254740991'}::int8 as safe, ${'9007199254740993'}::int8 as unsafe, 12.50::numeric as money,
               array[1, null, 9007199254740993]::int8[] as many, '2024-03-31'::date as day,
               array['2024-03-31'::date] as days, timestamp '2024-03-31 02:30' as local,
               timestamptz '2024-03-31 02:30+02' as moment, '{"a": [1]}'::jsonb as document, count(*) as counted`,
  );
  assert.deepEqual(row, {
    safe: 9007199254740991,
    unsafe: 9007199254740993n,
    money: 12.5,
    many: [1, null, 9007199254740993n],
    day: '2024-03-31',
    days: ['2024-03-31'],
    local: '2024-03-31 02:30:00',
    moment: new Date('2024-03-31T00:30:00Z'),
    document: { a: [1] },
    counted: 1,
  });
});

test('a session uses UTC in any time zone of the machine or the server', async () => {
  assert.deepEqual(await db.rows(sql`select to_jsonb(timestamptz '2024-07-01 00:00+02') as moment`), [
    { moment: '2024-06-30T22:00:00+00:00' },
  ]);
});

test('work that returns is committed, work that throws is not', async () => {
  await db.transaction((tx) => tx.rows(sql`insert into counter (name, value) values (${'kept'}, 1)`));
  const lost = db.transaction(async (tx) => {
    await tx.rows(sql`insert into counter (name, value) values (${'lost'}, 1)`);
    throw new RangeError('no such listing');
  });
  await assert.rejects(lost, RangeError);
  assert.equal(await countOf('kept'), 1);
  assert.equal(await countOf('lost'), undefined);
});

test('neither an ordinary SQL error nor a domain error costs the session', async () => {
  await withPool({ max: 1 }, async (pool) => {
    const before = await backend(pool);
    await assert.rejects(pool.rows(sql`select ${'x'}::int`), { code: '22P02' });
    await assert.rejects(
      pool.transaction((tx) => tx.rows(sql`select 1 / ${0}::int`)),
      { code: '22012' },
    );
    await assert.rejects(
      pool.transaction(() => Promise.reject(new RangeError('no such listing'))),
      RangeError,
    );
    assert.equal(await backend(pool), before);
  });
});

test('work that continues after a failed statement gets an error: nothing was committed', async () => {
  const careless = db.transaction(async (tx) => {
    await tx.rows(sql`insert into counter (name, value) values (${'careless'}, 1)`);
    await tx.rows(sql`select ${'x'}::int`).catch(() => {});
  });
  await assert.rejects(careless, /nothing was committed/);
  assert.equal(await countOf('careless'), undefined);
});

test('concurrent statements of one transaction run one after another', async () => {
  const answers = await db.transaction((tx) =>
    Promise.all(
      [1, 2, 3].map((number) => firstRow<{ number: number }>(tx, sql`select ${number}::int as number`)),
    ),
  );
  assert.deepEqual(
    answers.map((answer) => answer?.number),
    [1, 2, 3],
  );
});

test('a transaction that has ended refuses statements', async () => {
  let kept: Db | undefined;
  await db.transaction(async (tx) => {
    kept = tx;
  });
  await assert.rejects(async () => kept?.rows(sql`select 1`), /has ended/);
});

test('a conflict is retried only on request', async () => {
  await db.rows(sql`insert into counter (name, value) values (${'contended'}, 0)`);
  let [reading, together] = [0, 2];
  const increment = async (tx: Db) => {
    const value = (
      await firstRow<{ value: number }>(tx, sql`select value from counter where name = ${'contended'}`)
    )?.value;
    // No writer starts before all have read; a retry sees their writes.
    reading += 1;
    await until(() => reading >= together);
    await tx.rows(sql`update counter set value = ${Number(value) + 1} where name = ${'contended'}`);
  };
  const once = await Promise.allSettled(
    [1, 2].map(() => db.transaction(increment, { isolation: 'serializable' })),
  );
  assert.deepEqual(once.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  [reading, together] = [0, 3];
  await Promise.all(
    [1, 2, 3].map(() => db.transaction(increment, { isolation: 'serializable', retries: 20 })),
  );
  assert.equal(await countOf('contended'), 4);
});

test('a fixed statement is planned once for a session, and never behind a pooler', async () => {
  const planned = sql`select count(*) as plans from pg_prepared_statements where name like ${'gable\\_%'}`;
  await withPool({ max: 1 }, async (pool) => {
    for (const id of [1, 2, 3]) await pool.rows(sql`select ${id}::int`);
    assert.deepEqual(await pool.rows(planned), [{ plans: 2 }]);
  });
  await withPool({ max: 1, prepare: false }, async (pool) => {
    for (const id of [1, 2, 3]) await pool.rows(sql`select ${id}::int`);
    assert.deepEqual(await pool.rows(planned), [{ plans: 0 }]);
  });
});

test('a statement planned before a column changed its type works, in a new session', async () => {
  await db.rows(sql`create table changing as select 1 as value`);
  const read = (on: Db) => on.rows(sql`select value from changing where value::int = ${1}`);
  await withPool({ max: 1 }, async (pool) => {
    assert.deepEqual(await read(pool), [{ value: 1 }]);
    const before = await backend(pool);
    await db.rows(sql`alter table changing alter column value type text`);
    assert.deepEqual(await read(pool), [{ value: '1' }]);
    assert.notEqual(await backend(pool), before);
  });
});

test('sessions cut while idle or inside a transaction are replaced, and logged in one line', async () => {
  log.lines.length = 0;
  await withPool({ max: 4 }, async (pool) => {
    await Promise.all(Array.from({ length: 4 }, () => pool.rows(sql`select pg_sleep(0.05)`)));
    const cut = pool.transaction(async (tx) => {
      await db.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity
                        where datname = current_database() and pid <> pg_backend_pid()`);
      await pause(50);
      await tx.rows(sql`select 1`);
    });
    await assert.rejects(cut);
    assert.deepEqual(await pool.rows(sql`select 1 as one`), [{ one: 1 }]);
  });
  assert.ok(log.lines.length >= 1 && log.lines.length <= 2, log.lines.join('\n'));
});

test('a session opened while the database was read-only is not kept once it was refused', async () => {
  await setReadOnly(db, 'on');
  await withPool({ max: 1 }, async (pool) => {
    const write = () => pool.rows(sql`insert into counter (name, value) values (${'after'}, 1)`);
    await assert.rejects(write(), { code: '25006' });
    await assert.rejects(
      pool.transaction((tx) => tx.rows(sql`insert into counter (name, value) values (${'after'}, 1)`)),
      { code: '25006' },
    );
    await setReadOnly(db, 'off');
    await write();
    assert.equal(await countOf('after'), 1);
  });
});

test('the counts show sessions in use', async () => {
  await withPool({ max: 1 }, async (pool) => {
    const slow = pool.rows(sql`select pg_sleep(0.1)`);
    const waiting = pool.rows(sql`select 1`);
    assert.deepEqual(pool.counts(), { total: 1, idle: 0, waiting: 1 });
    await Promise.all([slow, waiting]);
    assert.deepEqual(pool.counts(), { total: 1, idle: 1, waiting: 0 });
  });
});
