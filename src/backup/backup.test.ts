import assert from 'node:assert/strict';
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, test } from 'node:test';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import { type Connection, clientConfig } from '../db/connection.ts';
import { copyTo } from '../db/copy-streams.ts';
import { migrate } from '../db/migrate.ts';
import { BackupError } from './backup-error.ts';
import { createBackup } from './create.ts';
import { KEYS_FILE, readManifest, tableFile } from './manifest.ts';
import { readSecrets, restoreTables, verifyBackup } from './restore.ts';
import { parentsFirst } from './tables.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const PASSPHRASE = 'correct horse battery';
const SECRETS = { masterKeys: `1:${'A'.repeat(43)}=\n`, demoKey: 'gbl_demo' };

async function connectTo(t: TestScope, connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(connection, 'gable test'));
  // The database is dropped before the client ends.
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  return client;
}

/** Rows with every kind of value that the text format must carry: nulls, arrays, bytes, JSON, tabs and backslashes. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    insert into account (account_id, name, created_at)
      select gen_random_uuid(), 'tab\t back\\\\slash \\N é ' || n, now() from generate_series(1, 500) n;
    insert into service_secret (name, secret, created_at) values ('s', '\\x0001ff5c0a'::bytea, now());
    insert into alert_log (alert_id, account_id, changed_in)
      select gen_random_uuid(), account_id, pg_current_xact_id() from account limit 3;
    insert into listing_visit_log (batch_id, changed_in, recorded_at, property_ids, listing_ids, seen_at)
      values (gen_random_uuid(), pg_current_xact_id(), now(), array[gen_random_uuid()], '{}', array[now()])`);
}

async function contents(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `select (to_jsonb(t) - 'changed_in')::text as row from ${table} t order by 1`,
  );
  return rows.map(({ row }) => row);
}

async function backUp(t: TestScope, source: TestDatabase, folder: string): Promise<pg.Client> {
  const client = await connectTo(t, source.connection);
  await createBackup({
    client,
    folder,
    secrets: SECRETS,
    passphrase: PASSPHRASE,
    version: '2.0.0',
    now: new Date(0),
  });
  return client;
}

const LAST_NUMBER = 4711;

/** Backups without regions of the tests below are one: to derive the key of its secrets takes half a second of CPU. */
const filled = await backUpFilled();

async function backUpFilled() {
  const scope = { after };
  const source = await freshDatabase(scope);
  const filling = await connectTo(scope, source.connection);
  await fill(filling);
  const { rows } = await filling.query<{ name: string }>(
    'select sequencename as name from pg_sequences where schemaname = current_schema() limit 1',
  );
  const sequence = rows[0]?.name ?? assert.fail('no sequence');
  await filling.query('select setval($1::text::regclass, $2)', [sequence, LAST_NUMBER]);
  const folder = join(temporaryDirectory(scope), 'new');
  const client = await backUp(scope, source, folder);
  return { source, client, sequence, folder, manifest: await readManifest(folder) };
}

/** A region beside the default one, whose log has a row. */
async function addRegion(client: pg.Client, connection: Connection): Promise<void> {
  await migrate({ ...connection, region: 'paris' }, { folder: MIGRATIONS, log: silentLog });
  await client.query(`
    insert into region (name, countries, division_ids, created_at) values ('paris', '{}', '{}', now());
    insert into paris.property_change_log (property_id, changed_in, reason, logged_at)
      values (gen_random_uuid(), pg_current_xact_id(), 'REVISION', now());
    insert into paris.listing_visit_log (batch_id, changed_in, recorded_at, property_ids, listing_ids, seen_at)
      values (gen_random_uuid(), pg_current_xact_id(), now(), array[gen_random_uuid()], '{}', array[now()])`);
}

test('every table is the same after a backup and a restore into an empty database', async (t) => {
  const source = await freshDatabase(t);
  const folder = temporaryDirectory(t);
  const filling = await connectTo(t, source.connection);
  await fill(filling);
  await addRegion(filling, source.connection);
  const client = await backUp(t, source, folder);

  const manifest = await readManifest(folder);
  await verifyBackup(folder, manifest);
  const target = await emptyDatabase(t);
  assert.deepEqual(manifest.regions, ['paris']);
  for (const region of [{}, { region: 'paris' }])
    await migrate({ ...target.connection, ...region }, { folder: MIGRATIONS, log: silentLog });
  const restored = await connectTo(t, target.connection);
  await restoreTables({ client: restored, folder, manifest });

  assert.ok(manifest.tables.length > 50);
  for (const { name, rows } of manifest.tables) {
    const expected = await contents(client, name);
    assert.equal(expected.length, rows, name);
    assert.deepEqual(await contents(restored, name), expected, name);
  }
  assert.equal(manifest.tables.find(({ name }) => name === 'account')?.rows, 500);
  assert.equal(manifest.tables.find(({ name }) => name === 'paris.property_change_log')?.rows, 1);
  const { rows: next } = await restored.query(`
    insert into paris.property_change_log (property_id, changed_in, reason, logged_at)
    values (gen_random_uuid(), pg_current_xact_id(), 'REVISION', now()) returning position::int`);
  assert.deepEqual(next, [{ position: 2 }], 'sequences continue');
  assert.deepEqual(await readSecrets(folder, PASSPHRASE), SECRETS);
});

test('tables of any size are copied, whether their end arrives with their rows or not', async (t) => {
  const client = await connectTo(t, (await freshDatabase(t)).connection);
  for (let rows = 500; rows <= 2_500; rows += 100) {
    const sink = new PassThrough();
    const size = pipeline(sink, createZstdCompress(), async (compressed) => {
      for await (const _ of compressed) await new Promise((resolve) => setImmediate(resolve));
    });
    const statement = `copy (select n, repeat(md5(n::text), 3) from generate_series(1, ${rows}) n) to stdout`;
    assert.equal(await copyTo(client, statement, sink), rows);
    sink.end();
    await size;
  }
});

test('a log that is restored into a younger server is below its transaction horizon', async (t) => {
  const target = await freshDatabase(t);
  const client = await connectTo(t, target.connection);
  await restoreTables({ ...filled, client });
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from alert_log where changed_in < pg_snapshot_xmin(pg_current_snapshot())',
  );
  assert.equal(rows[0]?.count, '3');
});

test('sequences continue after the last number of the backup', async (t) => {
  const target = await freshDatabase(t);
  const client = await connectTo(t, target.connection);
  await restoreTables({ ...filled, client });
  const { rows } = await client.query<{ next: string }>('select nextval($1::text::regclass) as next', [
    filled.sequence,
  ]);
  assert.equal(rows[0]?.next, String(LAST_NUMBER + 1));
});

test('a database that has rows is refused and stays as it is', async () => {
  const { client } = filled;
  const before = await contents(client, 'account');
  await assert.rejects(
    restoreTables(filled),
    (error: Error) =>
      error instanceof BackupError && /not empty \(the table \w+ has rows\)/.test(error.message),
  );
  assert.deepEqual(await contents(client, 'account'), before);
});

test('a damaged, cut or incomplete backup is refused with the file it is about', async (t) => {
  const folder = temporaryDirectory(t);
  cpSync(filled.folder, folder, { recursive: true });
  const { manifest } = filled;
  truncateSync(tableFile(folder, 'account'), 100);
  await assert.rejects(verifyBackup(folder, manifest), /the table account differs from its checksum/);
  rmSync(tableFile(folder, 'account'));
  await assert.rejects(verifyBackup(folder, manifest), /lacks the table account/);
  writeFileSync(join(folder, 'manifest.json'), '{');
  await assert.rejects(readManifest(folder), /manifest.json is damaged/);
  rmSync(join(folder, 'manifest.json'));
  await assert.rejects(readManifest(folder), /is no backup, or one that did not finish/);
  await assert.rejects(readSecrets(folder, 'wrong passphrase'), /the passphrase is wrong/);
});

test('a backup overwrites nothing and is private to its user', async (t) => {
  for (const path of [join(filled.folder, KEYS_FILE), tableFile(filled.folder, 'account')])
    assert.equal((await stat(path)).mode & 0o077, 0, path);
  const folder = temporaryDirectory(t);
  await mkdir(join(folder, 'x'));
  await assert.rejects(backUp(t, filled.source, folder), /is not empty/);
});

test('a table comes after those it refers to', () => {
  const table = (name: string, ...parents: string[]) => ({
    name,
    columns: [],
    transactionColumns: [],
    parents,
  });
  const order = parentsFirst([table('a', 'c'), table('b'), table('c', 'b')]);
  assert.deepEqual(
    order.map(({ name }) => name),
    ['b', 'c', 'a'],
  );
  assert.throws(() => parentsFirst([table('a', 'b'), table('b', 'a')]), /refer to each other: a, b, a/);
});
