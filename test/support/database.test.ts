import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig } from '../../src/db/connection.ts';
import { SUPERUSER } from '../../src/db/embedded/cluster.ts';
import { sql } from '../../src/db/sql.ts';
import { emptyDatabase, freshDatabase } from './database.ts';

const migrationsIn = sql`select count(*) as applied from migration`;

test('a fresh database has every migration, and tests do not see each other’s rows', async (t) => {
  const one = await freshDatabase(t);
  const other = await freshDatabase(t);
  const [before] = await other.db.rows<{ applied: number }>(migrationsIn);
  assert.ok((before?.applied ?? 0) > 0);
  await one.db.rows(sql`delete from migration`);
  assert.deepEqual(await other.db.rows(migrationsIn), [before]);
});

test('a database is dropped when its test ends, also while sessions use it', async (t) => {
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

test("a database is dropped although the server's own vacuum is in it for a moment", async (t) => {
  const ends: (() => Promise<void>)[] = [];
  const { connection } = await emptyDatabase({ after: (end) => void ends.push(end) });
  if ('connectionString' in connection) return t.skip('only on the embedded server we may be a superuser');
  const vacuum = new pg.Client(clientConfig({ ...connection, user: SUPERUSER }, 'gable test'));
  await vacuum.connect();
  const left = setTimeout(150).then(() => vacuum.end());
  for (const end of ends) await end();
  await left;
});
