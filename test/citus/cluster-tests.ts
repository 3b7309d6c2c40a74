import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { PROPERTY_CHANGE, RAW_BLOCK, RAW_OBSERVATION } from '../../src/db/partitioned-tables.ts';
import { createPartitions, dropPartitionsBefore, listPartitions } from '../../src/db/partitions.ts';
import { planeOf } from '../../src/db/planes.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { COMMON_SETTINGS } from '../../src/db/session-settings.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { newId } from '../../src/lib/ids.ts';
import { moveRegion } from '../../src/regions/move-region.ts';
import { selectSchemaNodes } from '../../src/regions/store.ts';
import { silentLog as log } from '../support/log.ts';
import { RECORD_VARIABLE, type RecordedStatement } from '../support/record-statements.ts';
import { feedRegions } from '../support/region-world.ts';
import { assertSameOverRegions } from '../support/same-over-regions.ts';
import { findTables } from '../support/sql-statements.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { OVER_ALL_ACCOUNTS } from './account-tests.ts';
import { type CitusWorld, dropPrices, persist } from './crash-tests.ts';
import { deleteCopies, fillRegion, readCopies } from './fill-region.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** A change of a table of the region plane, of an index and of a table of the account plane. */
const NEW_MIGRATION = `
alter table property add column trial text;
create index property_trial on property (trial);
alter table account add column trial text;
`;

export function testMigration({ url, several }: CitusWorld): void {
  test('a new migration is applied to every region, and each stays on its node', async (t) => {
    const folder = temporaryDirectory(t);
    cpSync(MIGRATIONS, folder, { recursive: true });
    writeFileSync(join(folder, '9001_trial.sql'), NEW_MIGRATION);
    const before = await selectSchemaNodes(several);
    const connection = { connectionString: url };
    for (const region of [{}, { region: 'paris' }, { region: 'rhone' }])
      assert.deepEqual(await migrate({ ...connection, ...region }, { folder, log }), ['9001_trial']);
    for (const { db } of servedRegions(several)) {
      await db.rows(sql`update property set trial = 'x' where property_id is not null`);
      assert.ok((await db.rows(sql`select 1 from property where trial = 'x'`)).length > 0);
    }
    assert.deepEqual(await selectSchemaNodes(several), before);
  });
}

export function testNodeSessions({ several }: CitusWorld): void {
  test('sessions of the coordinator with a node have the settings of ours', async () => {
    const region = servedRegions(several).find(({ isDistributed }) => isDistributed)?.db;
    const names = Object.keys(COMMON_SETTINGS);
    // The condition on a table of the region lets the node answer.
    const rows = await region?.rows<{ port: string; values: string[] }>(sql`
      select current_setting('port') as port, array(
        select current_setting(name) from unnest(${names}::text[]) with ordinality as asked (name, at) order by at) as values
      where exists (select from listing) is not null`);
    assert.deepEqual(
      rows?.map(({ values }) => values),
      [Object.values(COMMON_SETTINGS)],
    );
    const [own] = await several.rows<{ port: string }>(sql`select current_setting('port') as port`);
    assert.notEqual(rows?.[0]?.port, own?.port);
  });
}

export function testPartitions({ several }: CitusWorld): void {
  test('a region on a worker gets partitions of its history, and drops those of raw records', async () => {
    const region = servedRegions(several).find(({ isDistributed }) => isDistributed)?.db;
    assert.ok(region);
    const countBlocks = async (): Promise<number> =>
      (await region.rows<{ count: number }>(sql`select count(*)::int as count from raw_block`))[0]?.count ??
      0;
    // Of a release before `raw_history`.
    await region.rows(sql`
      insert into raw_block (block_id, received_at, body) values (${newId(new Date())}, ${new Date()}, 'x')`);
    const before = await countBlocks();
    assert.ok(before > 0);
    for (const table of [RAW_BLOCK, RAW_OBSERVATION, PROPERTY_CHANGE])
      await createPartitions(region, table, new Date());
    const [sealed, next] = await listPartitions(region, RAW_BLOCK);
    assert.ok(sealed !== undefined && sealed.from === undefined && next?.from !== undefined);
    assert.equal(await countBlocks(), before);
    await region.rows(sql`
      insert into raw_block (block_id, received_at, body) values (${newId(next.from)}, ${next.from}, 'x')`);
    assert.equal(await countBlocks(), before + 1);
    await dropPartitionsBefore(region, RAW_BLOCK, next.to);
    assert.equal(await countBlocks(), 0);
  });
}

/** The region that was written before, during and after its move. */
const BATCHES_AFTER_MOVE = 2;
/** So many homes are in the region that is moved. */
const HOMES = Number(process.env['CITUS_HOMES'] ?? 1_000);
/** A write waits no longer while its region is moved. */
const MAX_WAIT_MS = 5_000;

/** As the command has it: one session, whose statements may take as long as a move. */
const openPatiently = (connectionString: string, region?: string): OpenDatabase =>
  openDatabase(
    { connectionString, ...(region === undefined ? {} : { region }) },
    { log, applicationName: 'gable test', max: 1, statementTimeoutMs: HOUR_MS },
  );

export function testMoveUnderLoad(
  world: CitusWorld,
  workers: readonly { host: string; port: number }[],
): void {
  const { url, one, several, places, observations } = world;
  test('a region that is moved while it is written loses nothing', async (t) => {
    const node = (await selectSchemaNodes(several))?.get('paris');
    const target = workers.find(({ host, port }) => `${host}:${port}` !== node);
    assert.ok(target);
    const [region, account] = [openPatiently(url, 'paris'), openPatiently(url)];
    t.after(() => Promise.all([region.end(), account.end()]));
    await fillRegion(region, HOMES);
    const copies = await readCopies(region);
    let isMoved = false;
    let moveMs = 0;
    const started = performance.now();
    const moving = moveRegion(account, 'paris', target).finally(() => {
      isMoved = true;
      moveMs = performance.now() - started;
    });
    const rounds: Observation[][] = [];
    let longest = 0;
    for (let left = BATCHES_AFTER_MOVE; left > 0; left -= Number(isMoved)) {
      const changed = dropPrices(observations, rounds.length);
      const fed = performance.now();
      await persist(() => feedRegions(several, places, changed));
      longest = Math.max(longest, performance.now() - fed);
      rounds.push(changed);
    }
    await moving;
    const loaded = rounds.length - BATCHES_AFTER_MOVE;
    console.log(
      `${HOMES} homes moved in ${inSeconds(moveMs)} beside ${loaded} batches of writes; the longest took ${inSeconds(longest)}`,
    );
    assert.deepEqual(await readCopies(region), copies);
    assert.ok(longest < MAX_WAIT_MS, `a batch of writes took ${inSeconds(longest)}`);
    await deleteCopies(region);
    for (const changed of rounds) await feedRegions(one, places, changed);
    await assertSameOverRegions(one, several);
    assert.ok(rounds.length > BATCHES_AFTER_MOVE, 'a move without a write proves nothing');
    assert.deepEqual(await selectIndexes(several, 'moving'), [], 'the index of the move is dropped');
  });
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const selectIndexes = (db: Database, suffix: string): Promise<{ name: string }[]> =>
  db.rows(sql`select indexname as name from pg_indexes where indexname like ${`%\\_${suffix}`}`);

/**
 * Refused for what a distributed table cannot do, as against a fault of the values in a database without their rows. A syntax error
 * is one of the statement that the coordinator wrote for the node.
 */
const REFUSAL = /^0A000$|^XX000$|^42601$/;

/** With a file of statements that tests recorded: `GABLE_RECORD_STATEMENTS=FILE npm test -- src`. */
export function testRecordedStatements({ several: account }: CitusWorld): void {
  const file = process.env[RECORD_VARIABLE] ?? '';
  const skip = file === '' ? `needs ${RECORD_VARIABLE}` : false;
  test('statements that tests recorded are taken in a region on a worker', { skip }, async () => {
    const region = servedRegions(account).find(({ isDistributed }) => isDistributed)?.db;
    assert.ok(region);
    const statements = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RecordedStatement)
      .filter(
        ({ place, text }) =>
          place.startsWith('src/') &&
          !place.includes('.test.ts') &&
          !/^\s*(copy|vacuum|create database)/i.test(text),
      );
    const refused = [];
    const divided = [];
    let explained = 0;
    for (const statement of statements) {
      const db = isOfAccounts(statement) ? account : region;
      const reason = await replay(db, statement);
      if (reason !== undefined) refused.push(`${statement.place}: ${reason}`);
      const tasks = await countTasks(db, statement);
      explained += Number(tasks.length > 0);
      // None where a condition can hold for no row.
      const isOverAll = OVER_ALL_ACCOUNTS[statement.place.replace(/:\d+$/, '')] !== undefined;
      if (!isOverAll && tasks.some((count) => count > 1)) divided.push(`${statement.place}: ${tasks} tasks`);
    }
    console.log(
      `${statements.length} statements of ${new Set(statements.map(({ place }) => place)).size} places, ${explained} run on the worker`,
    );
    assert.deepEqual(refused, []);
    assert.deepEqual(divided, [], 'more than one task');
    assert.ok(explained > 0);
  });
}

/** A partition of a table of accounts would else be made in the schema of the region. */
function isOfAccounts({ text }: RecordedStatement): boolean {
  const tablePlanes = findTables(text).map(planeOf);
  return tablePlanes.includes('account') && !tablePlanes.includes('region');
}

class RolledBack extends Error {}

const toSent = (values: readonly unknown[]): unknown[] =>
  values.map((value) =>
    typeof value === 'object' && value !== null && 'base64' in value
      ? Buffer.from(String(value.base64), 'base64')
      : value,
  );

/** How many tasks each part has that runs on workers. None for what the coordinator answers, or cannot be explained. */
async function countTasks(db: Database, { text, values }: RecordedStatement): Promise<number[]> {
  const counts: number[] = [];
  try {
    await db.transaction(async (tx) => {
      const plan = await tx.rows<Record<string, string>>({ text: `explain ${text}`, values: toSent(values) });
      for (const line of plan) {
        const count = /Task Count: (\d+)/.exec(Object.values(line).join(''))?.[1];
        if (count !== undefined) counts.push(Number(count));
      }
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) return [];
  }
  return counts;
}

/** The reason when a cluster cannot run it. It leaves nothing behind. */
async function replay(db: Database, { text, values }: RecordedStatement): Promise<string | undefined> {
  const sent = toSent(values);
  try {
    await db.transaction(async (tx) => {
      await tx.rows({ text, values: sent });
      throw new RolledBack();
    });
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (REFUSAL.test(code)) return `${message}: ${text.slice(0, 200)}`;
  }
  return undefined;
}
