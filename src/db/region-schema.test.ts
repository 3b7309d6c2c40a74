import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { emptyDatabase, freshDatabase } from '../../test/support/database.ts';
import { silentLog as log } from '../../test/support/log.ts';
import { openRegion } from '../../test/support/regions.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { isRegionName } from './connection.ts';
import { migrate } from './migrate.ts';
import { TABLES_OF_PLANE } from './planes.ts';
import { openDatabase } from './pool.ts';
import { dumpSchema } from './schema-text.ts';
import { type Db, sql } from './sql.ts';

const { db, connection } = await freshDatabase({ after });
const north = await openRegion({ after }, connection, 'north');
const south = await openRegion({ after }, connection, 'south');

/** The definitions of the tables of the region plane, by table, wherever they are. */
async function describeRegion(db: Db, schema: string): Promise<string[]> {
  const text = (await dumpSchema(db)).replaceAll(`${schema}.`, '').replaceAll('public.', '');
  return text
    .split('\n\n')
    .filter((part) => TABLES_OF_PLANE.region.some((table) => part.startsWith(`CREATE TABLE ${table} (`)));
}

test('the schema of a region has the tables of the region plane, as they are in the default region', async () => {
  const own = await describeRegion(north, 'north');
  assert.equal(own.length, TABLES_OF_PLANE.region.length);
  assert.deepEqual(own, await describeRegion(db, 'public'));
  const tables = await north.rows<{ name: string }>(
    sql`
    select relname as name from pg_class
    where relnamespace = 'north'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname collate "C"`,
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    [...TABLES_OF_PLANE.region, 'migration'].sort(),
  );
});

test('a region has rows of its own, and shares the account plane', async () => {
  const id = '0198c0de-0000-7000-8000-000000000000';
  await north.transaction((tx) =>
    tx.rows(
      sql`insert into property_search_log (property_id, changed_in) values (${id}, pg_current_xact_id())`,
    ),
  );
  await db.rows(sql`insert into account (account_id, name, created_at) values (${id}, 'Shared', now())`);
  const count = async (from: Db): Promise<number[]> =>
    (
      await from.rows<{ logged: number; accounts: number }>(sql`
        select (select count(*)::int from property_search_log) as logged, (select count(*)::int from account) as accounts`)
    ).flatMap(({ logged, accounts }) => [logged, accounts]);
  assert.deepEqual(await Promise.all([north, south, db].map(count)), [
    [1, 1],
    [0, 1],
    [0, 1],
  ]);
});

test('a migration is applied to a region once, without the statements of the account plane', async (t) => {
  const folder = temporaryDirectory(t);
  const empty = await emptyDatabase(t);
  const region = { ...empty.connection, region: 'north' };
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('0001_first.sql', 'create table listing (id int);\ncreate table account (id int);\n');
  for (const target of [empty.connection, region])
    assert.deepEqual(await migrate(target, { folder, log }), ['0001_first']);
  write(
    '0002_second.sql',
    '-- no transaction\ncreate index concurrently if not exists listing_id on listing (id);\n' +
      'create index concurrently if not exists account_id on account (id);\n',
  );
  assert.deepEqual(await migrate(empty.connection, { folder, log }), ['0002_second']);
  const both = await Promise.all([migrate(region, { folder, log }), migrate(region, { folder, log })]);
  assert.deepEqual(both.flat(), ['0002_second']);
  const indexes = await empty.db.rows<{ name: string }>(sql`
    select schemaname || '.' || indexname as name from pg_indexes
    where indexname in ('listing_id', 'account_id') order by 1`);
  assert.deepEqual(
    indexes.map(({ name }) => name),
    ['north.listing_id', 'public.account_id', 'public.listing_id'],
  );
  assert.deepEqual(await migrate(region, { folder, log }), []);
});

test('sessions of a region look for tables there first', async () => {
  const [row] = await north.rows<{ path: string }>(sql`select current_setting('search_path') as path`);
  assert.equal(row?.path.replaceAll(' ', ''), 'north,public');
});

test('a schema of the server is no region', () => {
  for (const name of ['public', 'pg_catalog', 'citus', 'information_schema', 'North', 'a b', '', '1st'])
    assert.equal(isRegionName(name), false, name);
  for (const name of ['north', 'ile_de_france', 'fr75']) assert.equal(isRegionName(name), true, name);
  assert.throws(
    () => openDatabase({ connectionString: 'postgres://x', region: 'a;b' }, { log, applicationName: 'x' }),
    /not the name of a region: a;b/,
  );
});
