import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { TABLES_OF_PLANE } from '../../src/db/planes.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { type Db, identifier, sql } from '../../src/db/sql.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { distributeSchema, selectSchemaNodes } from '../../src/regions/store.ts';
import { createCitusDatabases } from '../support/citus.ts';
import { silentLog as log } from '../support/log.ts';
import { insertOlderRows } from '../support/older-release.ts';

/** The release before search rows were narrower. */
const RELEASE = '0058_created_in_order';
const REGION = 'paris';

const url = process.env['CITUS_COORDINATOR_URL'] ?? '';
const databases = await createCitusDatabases({ after }, url, `upgrade_${process.pid}`);

async function openOlder(connectionString: string): Promise<OpenDatabase> {
  await migrate({ connectionString }, { folder: MIGRATIONS, log, through: RELEASE });
  await migrate({ connectionString, region: REGION }, { folder: MIGRATIONS, log, through: RELEASE });
  const db = openDatabase(
    { connectionString, region: REGION },
    { log, applicationName: 'gable test', max: 2, statementTimeoutMs: 60_000 },
  );
  after(() => db.end());
  return db;
}

async function upgrade(connectionString: string): Promise<string[]> {
  await migrate({ connectionString }, { folder: MIGRATIONS, log });
  return migrate({ connectionString, region: REGION }, { folder: MIGRATIONS, log });
}

async function readRows(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  const present = await db.rows<{ table: string }>(sql`
    select relname as "table" from pg_class
    where relnamespace = ${REGION}::regnamespace and relname = any (${TABLES_OF_PLANE.region}::text[])`);
  for (const { table } of present) {
    const rows = await db.rows<{ row: string }>(sql`
      select to_jsonb(stored)::text as row from ${identifier(table)} as stored order by 1`);
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Columns and indexes, as the coordinator has them. */
const readSchema = (db: Db): Promise<object[]> =>
  db.rows(sql`
    select table_name || '.' || column_name as name, udt_name || ' ' || is_nullable as definition
    from information_schema.columns where table_schema = ${REGION}
    union all
    select indexname, indexdef from pg_indexes where schemaname = ${REGION} order by 1, 2`);

test('a region of an older release is upgraded on a worker as on one PostgreSQL', async () => {
  const plain = await openOlder(databases.plain);
  const distributed = await openOlder(databases.distributed);
  await distributeSchema(distributed, REGION);
  const before = await selectSchemaNodes(distributed);
  assert.ok(before?.has(REGION));
  for (const db of [plain, distributed]) {
    await insertOlderRows(db, 'rows-0058.ndjson');
    // A property that was merged: only the log has it.
    for (const table of ['property_search', 'property_search_words'])
      await db.rows(sql`
        delete from ${identifier(table)} where property_id = (select min(property_id::text)::uuid from property_search_log)`);
  }
  const older = await readRows(plain);
  assert.deepEqual(await readRows(distributed), older);

  const applied = await upgrade(databases.plain);
  assert.ok(applied.includes('0059_narrower_search_rows'), applied.join());
  assert.deepEqual(await upgrade(databases.distributed), applied);

  const wanted = await readRows(plain);
  assert.deepEqual(await readRows(distributed), wanted);
  assert.deepEqual(await readSchema(distributed), await readSchema(plain));
  assert.deepEqual(await selectSchemaNodes(distributed), before);
  for (const table of ['property_search', 'property_search_words', 'listing_visit']) {
    assert.ok((wanted[table]?.length ?? 0) > 0, table);
    assert.equal(wanted[table]?.length, older[table]?.length, table);
    assert.notDeepEqual(wanted[table], older[table], table);
  }
  assert.equal(wanted['property_search_log']?.length, 1);
});
