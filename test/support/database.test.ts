import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { emptyDatabase, freshDatabase } from './database.ts';

const migrationsIn = sql`select count(*) as applied from migration`;

test('a fresh database has every migration, and what one test writes another does not see', async (t) => {
  const one = await freshDatabase(t);
  const other = await freshDatabase(t);
  const [before] = await other.db.rows<{ applied: number }>(migrationsIn);
  assert.ok((before?.applied ?? 0) > 0);
  await one.db.rows(sql`delete from migration`);
  assert.deepEqual(await other.db.rows(migrationsIn), [before]);
});

test('a database is dropped when its test has ended, whoever still uses it', async (t) => {
  const ends: (() => Promise<void>)[] = [];
  const { db: watcher } = await emptyDatabase(t);
  const short = await emptyDatabase({ after: (end) => void ends.push(end) });
  const [{ name } = { name: '' }] = await short.db.rows<{ name: string }>(
    sql`select current_database() as name`,
  );
  const exists = sql`select count(*) as found from pg_database where datname = ${name}`;
  assert.deepEqual(await watcher.rows(exists), [{ found: 1 }]);
  for (const end of ends) await end();
  assert.deepEqual(await watcher.rows(exists), [{ found: 0 }]);
});
