import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyDatabase } from '../../test/support/database.ts';
import { silentLog as log } from '../../test/support/log.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { migrate } from './migrate.ts';
import { sql } from './sql.ts';

const first = { '0001_first.sql': 'create table first (id int primary key);\n' };
const second = {
  '0002_second.sql': 'alter table first add column name text;\ninsert into first values (1, null);\n',
};

async function setUp(t: TestContext, files: Record<string, string>) {
  const folder = temporaryDirectory(t);
  const write = (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text);
  };
  write(files);
  const { db, connection } = await emptyDatabase(t);
  const applied = async () =>
    (await db.rows<{ name: string }>(sql`select name from migration order by name`)).map(({ name }) => name);
  return { db, folder, write, applied, run: () => migrate(connection, { folder, log }) };
}

test('migrations are applied in order, once', async (t) => {
  const { run, write, applied, db } = await setUp(t, { ...first, 'schema.sql': 'not a migration' });
  assert.deepEqual(await run(), ['0001_first']);
  write(second);
  assert.deepEqual(await run(), ['0002_second']);
  assert.deepEqual(await run(), []);
  assert.deepEqual(await applied(), ['0001_first', '0002_second']);
  assert.deepEqual(await db.rows(sql`select id from first`), [{ id: 1 }]);
});

test('processes that migrate at the same moment apply each migration once', async (t) => {
  const { run, db } = await setUp(t, { ...first, ...second });
  const results = await Promise.all(Array.from({ length: 6 }, run));
  // Each migration has the lock by itself, so two processes may have applied one each.
  assert.deepEqual(results.flat().toSorted(), ['0001_first', '0002_second']);
  assert.deepEqual(await db.rows(sql`select id from first`), [{ id: 1 }]);
});

test('the role keeps its settings on one PostgreSQL', async (t) => {
  const { run, db } = await setUp(t, first);
  await run();
  const ownSettings = sql`
    select setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`;
  assert.deepEqual(await db.rows(ownSettings), []);
});

test('a failed migration leaves nothing and reports its file and line', async (t) => {
  const broken = { '0002_broken.sql': 'create table half ();\n\nselect nonsense;\n' };
  const { run, applied, db } = await setUp(t, { ...first, ...broken });
  await assert.rejects(run(), { message: 'migration 0002_broken line 3: column "nonsense" does not exist' });
  assert.deepEqual(await applied(), ['0001_first']);
  assert.deepEqual(await db.rows(sql`select to_regclass('half') as half`), [{ half: null }]);
});

test('an applied migration that was edited is refused', async (t) => {
  const { run, write } = await setUp(t, first);
  await run();
  write({ '0001_first.sql': 'create table first (id bigint primary key);\n', ...second });
  await assert.rejects(run(), /0001_first was edited after it was applied/);
});

test('a database newer than the code is refused', async (t) => {
  const { run, folder } = await setUp(t, { ...first, ...second });
  await run();
  rmSync(join(folder, '0002_second.sql'));
  await assert.rejects(
    run(),
    /newer than this code: it has migration 0002_second, the newest known here is 0001_first/,
  );
});

test('a database from before the baseline is refused with what to do', async (t) => {
  const { run, write, folder, applied } = await setUp(t, { '0001_foundation.sql': 'select 1;\n' });
  await run();
  rmSync(join(folder, '0001_foundation.sql'));
  write({ '0001_baseline.sql': 'create table first (id int primary key);\n' });
  await assert.rejects(run(), /made by a version before 2\.0\.0.*no upgrade.*empty database/);
  assert.deepEqual(await applied(), ['0001_foundation'], 'nothing was changed');
});

test('a migration with a lower number than an applied one is refused', async (t) => {
  const { run, write, folder, db } = await setUp(t, { ...first, ...second });
  await run();
  rmSync(join(folder, '0001_first.sql'));
  write({ '0001_earlier.sql': 'select 1;\n' });
  await assert.rejects(run(), /has migration 0001_first, whose file is missing/);
  await db.rows(sql`delete from migration where name = ${'0001_first'}`);
  await assert.rejects(run(), /0001_earlier comes before 0002_second/);
});

test('a number that repeats is refused before anything is applied; a gap is not', async (t) => {
  const gap = await setUp(t, { ...first, '0003_third.sql': 'select 1;' });
  assert.deepEqual(await gap.run(), ['0001_first', '0003_third']);
  const double = await setUp(t, { ...first, '0001_twin.sql': 'select 1;' });
  await assert.rejects(double.run(), /0001_twin\.sql: .*a number of its own/);
});

test('a file marked "no transaction" may build indexes concurrently, also while other processes wait to migrate', async (t) => {
  const concurrent = {
    '0002_indexes.sql': `-- no transaction
-- an index for each column; readers go on
create index concurrently if not exists by_id
  on first (id); -- the key has one too
create index concurrently if not exists by_id_again on first (id);
`,
  };
  const { run, db } = await setUp(t, { ...first, ...concurrent });
  const results = await Promise.all(Array.from({ length: 3 }, run));
  assert.deepEqual(results.flat().sort(), ['0001_first', '0002_indexes']);
  const indexes = await db.rows(sql`select indexrelid::regclass::text as name from pg_index
                                    where indrelid = 'first'::regclass and indisvalid order by name`);
  assert.deepEqual(indexes, [{ name: 'by_id' }, { name: 'by_id_again' }, { name: 'first_pkey' }]);
});

test('an index that an interrupted file left invalid is built again', async (t) => {
  const { run, write, applied, db } = await setUp(t, {
    '0001_first.sql': 'create table first (id int);\ninsert into first values (1), (1);\n',
  });
  await run();
  write({
    '0002_unique.sql':
      '-- no transaction\ncreate unique index concurrently if not exists first_once on first (id);\n',
  });
  await assert.rejects(run(), /0002_unique: could not create unique index/);
  assert.deepEqual(await applied(), ['0001_first']);
  await db.rows(sql`truncate first`);
  assert.deepEqual(await run(), ['0002_unique']);
  const indexes = await db.rows(
    sql`select indexrelid::regclass::text as name from pg_index where indrelid = 'first'::regclass and indisvalid`,
  );
  assert.deepEqual(indexes, [{ name: 'first_once' }]);
});

test('a file is sent statement by statement, with bodies of functions whole', async (t) => {
  const { run, db } = await setUp(t, {
    '0001_function.sql': `create function twice(n int) returns int language plpgsql as $$
begin
  return 2 * n; -- a body has semicolons
end $$;
create table answers (n int default twice(21));
insert into answers default values;
`,
    '0002_broken.sql': 'select 1;\n\nselect ok;\n',
  });
  await assert.rejects(run(), { message: 'migration 0002_broken line 3: column "ok" does not exist' });
  assert.deepEqual(await db.rows(sql`select n from answers`), [{ n: 42 }]);
});

test('a change that cannot get its lock fails instead of blocking readers', {
  timeout: 15_000,
}, async (t) => {
  const { run, write, db } = await setUp(t, first);
  await run();
  write({ '0002_second.sql': `set local lock_timeout = '50ms';\nalter table first add column name text;\n` });
  await db.transaction(async (tx) => {
    await tx.rows(sql`select from first`);
    await assert.rejects(run(), { code: '55P03' });
  });
  assert.deepEqual(await run(), ['0002_second']);
});
