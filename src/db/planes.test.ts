import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import {
  findTables,
  readSharedFragments,
  readStatements,
  touchesBothPlanes,
} from '../../test/support/sql-statements.ts';
import { findUndistributedKeys } from './distribution.ts';
import { planeOf, TABLES_KEYED_BY_ACCOUNT, TABLES_OF_PLANE } from './planes.ts';
import { sql } from './sql.ts';

test('every table of the schema has one plane', async (t) => {
  const { db } = await freshDatabase(t);
  const tables = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
    order by relname collate "C"`);
  const listed = [...TABLES_OF_PLANE.account, ...TABLES_OF_PLANE.region];
  assert.deepEqual(
    listed.toSorted(),
    tables.map(({ name }) => name),
    'a new table is added to src/db/planes.ts',
  );
  for (const table of TABLES_OF_PLANE.region) assert.equal(planeOf(table), 'region', table);
});

test('no foreign key leaves its plane', async (t) => {
  const { db } = await freshDatabase(t);
  const keys = await db.rows<{ name: string; child: string; parent: string }>(sql`
    select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f'`);
  assert.ok(keys.length > 10, `${keys.length}`);
  assert.deepEqual(
    keys.filter(({ child, parent }) => planeOf(child) !== planeOf(parent)),
    [],
  );
});

test('every table of a region can be replicated, so that a region moves while it is written', async (t) => {
  const { db } = await freshDatabase(t);
  const tables = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relname = any (${TABLES_OF_PLANE.region}::text[])
      and relnamespace = 'public'::regnamespace and relreplident <> 'f'
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`);
  assert.deepEqual(tables, [], 'give it a primary key, or: alter table … replica identity full');
});

test('what grows with customers has the account in each of its keys', async (t) => {
  const { db } = await freshDatabase(t);
  const tables = Object.fromEntries(TABLES_KEYED_BY_ACCOUNT.map((table) => [table, 'account_id']));
  assert.deepEqual(await findUndistributedKeys(db, tables), []);
});

/**
 * The files with a statement that joins a region with the account plane, and the tables. With regions as schemas of one
 * database such a statement works. On a cluster the account table would have to be on the node of the region.
 */
const JOINS_OF_PLANES: Readonly<Record<string, readonly string[]>> = {
  'src/identity/decision-store.ts': [
    'grouping_decision listing listing_override person source',
    'listing listing_feature source',
  ],
  'src/properties/freshness.ts': ['listing listing_visit source'],
};

test('the statements that join both planes are those listed here', () => {
  const files = globSync('src/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('src/console/'),
  );
  const fragments = readSharedFragments(files);
  const found = files.sort().flatMap((file) => {
    const tables = readStatements(file, fragments).map(({ text }) => findTables(text));
    const joins = new Set(tables.filter(touchesBothPlanes).map((names) => names.join(' ')));
    return joins.size === 0 ? [] : [[file, [...joins].sort()] as const];
  });
  assert.deepEqual(Object.fromEntries(found), JOINS_OF_PLANES);
});

test('tables are found in every clause, without common table expressions', () => {
  const text = `with listing as (select 1), old (id) as materialized (delete from only raw_block using source returning 1)
    insert into property select from "division" join lateral (select from alert) x on true`;
  assert.deepEqual(findTables(text), ['alert', 'division', 'property', 'raw_block', 'source']);
});
