import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Database, type Db, firstRow, type Sql, sql } from '../../src/db/sql.ts';
import { World } from '../../src/world/generate.ts';
import { FaultProxy } from '../faults/fault-proxy.ts';
import { until } from '../faults/until.ts';
import { frenchDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { createDataDirectory, type GableProcess, runGableToEnd, spawnGable } from '../support/gable.ts';
import { databaseUrl, readIngestSnapshot } from '../support/ingest-snapshot.ts';
import type { TestScope } from '../support/test-scope.ts';

/** What an import does in turn: reads and writes outside of a transaction, and what it writes within one. */
const TABLES: readonly Sql[] = [sql`source`, sql`geography`, sql`listing_feature`, sql`rejected_record`];
/** How often the command finds the database away before it is back. */
const RETRIES_WHILE_AWAY = 2;
/** In all: an ended session may still be seen to wait, and is then ended twice for one retry. */
const RETRIES = TABLES.length - 1 + RETRIES_WHILE_AWAY;
/** A start of a process takes seconds of CPU, beside twenty others. */
const MAX_WAIT_MS = 90_000;

/** A batch of observations, with lines that nobody can read. */
function writeFeed(folder: string): string {
  const world = new World({ seed: 'outages', properties: 30, days: 10, revisitDays: 3 });
  const lines = [...world.days()]
    .flatMap(({ observations }) => observations)
    .map((one) => JSON.stringify(one));
  const file = join(folder, 'observations.ndjson');
  writeFileSync(file, `${lines.join('\n')}\n{broken\n`);
  return file;
}

/** Locks a table until it is released, however long the machine takes. */
async function lockTable(db: Database, table: Sql): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = db.transaction(async (tx) => {
    await tx.rows(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.rows(sql`lock table ${table} in access exclusive mode`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await ended;
  };
}

const OF_THE_COMMAND = sql`datname = current_database() and application_name = 'gable command'`;

const countWaiting = async (db: Db): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from pg_stat_activity where ${OF_THE_COMMAND} and wait_event_type = 'Lock'`,
    )
  )?.count ?? 0;

const countRetries = (ingest: GableProcess): number =>
  ingest.stderr().match(/command\.statement_retried/g)?.length ?? 0;

const terminateSessions = (db: Db): Promise<unknown> =>
  db.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_THE_COMMAND}`);

/** Ends the sessions of the command while it waits for one table after the other, then its line to the database. */
async function cutInTurn(db: Database, proxy: FaultProxy, ingest: GableProcess, first: () => Promise<void>) {
  const untilItWaits = (): Promise<void> =>
    until(async () => (await countWaiting(db)) > 0 || ingest.child.exitCode !== null, {
      within: MAX_WAIT_MS,
      what: () => `a statement that waits (the command said: ${ingest.stderr()})`,
    });
  let release = first;
  for (const table of TABLES.slice(1)) {
    await untilItWaits();
    await terminateSessions(db);
    const next = await lockTable(db, table);
    await release();
    release = next;
  }
  await untilItWaits();
  proxy.refuse();
  proxy.reset();
  await until(() => countRetries(ingest) >= RETRIES || ingest.child.exitCode !== null, {
    within: MAX_WAIT_MS,
    what: () => `${RETRIES} retries (the command said: ${ingest.stderr()})`,
  });
  await release();
  await proxy.heal();
}

async function ingestCalmly(t: TestScope) {
  const DATA_DIR = createDataDirectory(t);
  const { db, connection } = await frenchDatabase(t);
  const settings = { DATA_DIR, DATABASE_URL: databaseUrl(connection) };
  const { code, stderr } = await runGableToEnd(t, ['ingest', writeFeed(DATA_DIR)], settings);
  assert.equal(code, 0, stderr);
  return readIngestSnapshot(db);
}

test('gable ingest completes a file although its sessions end and the database is away for seconds', async (t) => {
  const expected = await ingestCalmly(t);
  const DATA_DIR = createDataDirectory(t);
  const { db, connection } = await frenchDatabase(t);
  const { target, through } = startDatabaseProxy(connection);
  const proxy = new FaultProxy({ target });
  t.after(() => proxy.close());
  await proxy.heal();
  const release = await lockTable(db, TABLES[0] ?? sql`source`);
  const ingest = spawnGable(t, ['ingest', writeFeed(DATA_DIR)], {
    DATA_DIR,
    DATABASE_URL: databaseUrl(through(proxy)),
  });
  await cutInTurn(db, proxy, ingest, release);
  assert.equal(await ingest.exited, 0, ingest.stderr());
  assert.match(ingest.stdout(), /new \d\d+, .*rejected 1\n$/);
  assert.ok(countRetries(ingest) >= RETRIES, ingest.stderr());
  assert.doesNotMatch(ingest.stderr(), /\n\s+at /, 'no stack');
  const stored = await readIngestSnapshot(db);
  for (const part of ['groups', 'listings', 'events', 'stories'] as const)
    assert.deepEqual(stored[part], expected[part], part);
});
