import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyDatabase, freshDatabase } from '../../test/support/database.ts';
import { silentLog as log } from '../../test/support/log.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import { migrate } from './migrate.ts';
import {
  ALERT_EVENT,
  DELIVERY_ATTEMPT,
  PARTITIONED_TABLES,
  type PartitionedTable,
  PROPERTY_CHANGE,
  RAW_BLOCK,
  RAW_OBSERVATION,
  restOf,
  USAGE_SECOND,
} from './partitioned-tables.ts';
import {
  createPartitions,
  dropPartitionsBefore,
  dropPartitionsExcept,
  listMixedPartitions,
  listPartitions,
} from './partitions.ts';
import { openDatabase } from './pool.ts';
import { type Database, type Db, identifier, sql } from './sql.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const BEFORE_PARTITIONS = '0038_packed_documents';
const NOW = new Date('2026-11-17T15:00:00Z');
const later = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

const insertSecond = (db: Db, at: Date): Promise<unknown> =>
  db.rows(sql`
    insert into usage_second (account_id, at, batch_id, api_key_id, route, channel, route_type, calls, results, credits)
    values (${randomUUID()}, ${at}, ${randomUUID()}, ${randomUUID()}, '/x', 'API', 'READ', 1, 1, 1)`);
const insertAttempt = (db: Db, at: Date): Promise<unknown> =>
  db.rows(sql`
    insert into delivery_attempt (account_id, event_notification_id, attempt_number, started_at, outcome)
    values (${randomUUID()}, ${newId(at)}, 1, ${at}, 'DELIVERED')`);
const insertBlock = (db: Db, at: Date): Promise<unknown> =>
  db.rows(sql`insert into raw_block (block_id, received_at, body) values (${newId(at)}, ${at}, 'x')`);

const insertObservation = (db: Db, at: Date): Promise<unknown> =>
  db.rows(sql`
    insert into raw_observation (listing_id, observed_at, source_id, received_at)
    values (${randomUUID()}, ${at}, ${randomUUID()}, ${at})`);
const insertEvent = (db: Db, at: Date, createdAt = at): Promise<unknown> =>
  db.rows(sql`
    insert into alert_event
      (account_id, alert_event_id, alert_id, property_id, revision_id, event_type, scope, subject_id, created_at)
    values (${randomUUID()}, ${newId(createdAt)}, ${randomUUID()}, ${randomUUID()}, ${newId(at)}, 'NEW_MATCH', 'PROPERTY',
      ${randomUUID()}, ${createdAt})`);
const insertChange = (db: Db, at: Date): Promise<unknown> =>
  db.rows(sql`
    insert into property_change (property_id, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_events, changes)
    values (${randomUUID()}, ${newId(at)}, 1, ${at}, ${at}, '{}', '[]', '[]')`);

const INSERTS = new Map([
  [USAGE_SECOND, insertSecond],
  [DELIVERY_ATTEMPT, insertAttempt],
  [RAW_BLOCK, insertBlock],
  [RAW_OBSERVATION, insertObservation],
  [ALERT_EVENT, (db: Db, at: Date) => insertEvent(db, at)],
  [PROPERTY_CHANGE, insertChange],
]);
const insertAt = (db: Db, table: PartitionedTable, at: Date): Promise<unknown> | undefined =>
  INSERTS.get(table)?.(db, at);

const countIn = async (db: Db, name: string): Promise<number> =>
  (await db.rows<{ count: number }>(sql`select count(*)::int as count from ${identifier(name)}`))[0]?.count ??
  0;

/** A database of the release before, with rows of many months. */
async function openOlder(t: TestContext): Promise<Database> {
  const { connection } = await emptyDatabase(t);
  await migrate(connection, { folder: FOLDER, log, through: BEFORE_PARTITIONS });
  const db = openDatabase(connection, { log, applicationName: 'gable test' });
  t.after(() => db.end());
  for (const table of PARTITIONED_TABLES)
    for (let day = -400; day <= 0; day += 20) await insertAt(db, table, later(day));
  await migrate(connection, { folder: FOLDER, log });
  return db;
}
const OLD_ROWS = 21;

test('rows go to the partition of their period, and are dropped with it', async (t) => {
  const { db } = await freshDatabase(t);
  for (const table of PARTITIONED_TABLES) {
    await createPartitions(db, table, NOW);
    await createPartitions(db, table, NOW);
    const made = await listPartitions(db, table);
    assert.equal(made.length, table.periodsAhead + 1, table.table);
    await insertAt(db, table, NOW);
    assert.equal(await countIn(db, made[0]?.name ?? ''), 1);
    assert.equal(await countIn(db, restOf(table)), 0);
    const period = made[0];
    assert.ok(period?.from && period.from <= NOW && period.to > NOW);
    assert.deepEqual(
      await dropPartitionsBefore(db, table, NOW),
      period.from,
      'a period that is not over stays',
    );
    assert.equal(await countIn(db, table.table), 1);
    assert.deepEqual(await dropPartitionsBefore(db, table, period.to), period.to);
    assert.equal(await countIn(db, table.table), 0);
    assert.equal((await listPartitions(db, table)).length, table.periodsAhead);
  }
});

test('rows of no partition are in the default one, and later periods have partitions again', async (t) => {
  const { db } = await freshDatabase(t);
  await createPartitions(db, USAGE_SECOND, NOW);
  await insertSecond(db, later(10));
  await createPartitions(db, USAGE_SECOND, later(10));
  assert.equal(await countIn(db, 'usage_second_rest'), 1);
  const made = await listPartitions(db, USAGE_SECOND);
  assert.deepEqual(
    made.slice(4).map(({ name }) => name),
    ['usage_second_20261128_20261129', 'usage_second_20261129_20261130', 'usage_second_20261130_20261201'],
  );
});

test('the rows of an older database stay, without being copied', async (t) => {
  const db = await openOlder(t);
  for (const table of PARTITIONED_TABLES) {
    assert.equal(await countIn(db, table.table), OLD_ROWS);
    const files = sql`select pg_relation_filenode(${restOf(table)}::regclass) as file`;
    const [before] = await db.rows<{ file: number }>(files);
    // As a run leaves it that was stopped half way.
    await db.rows({
      text: `alter table ${restOf(table)} add constraint ${restOf(table)}_until check (true) not valid`,
      values: [],
    });
    await createPartitions(db, table, NOW);
    const [rest, sealed = ''] = await listMixedPartitions(db, table);
    assert.equal(rest, restOf(table));
    const [after] = await db.rows<{ file: number }>(
      sql`select pg_relation_filenode(${sealed}::regclass) as file`,
    );
    assert.deepEqual(after, before, 'it is the same file');
    assert.equal(await countIn(db, sealed), OLD_ROWS);
    assert.equal(await countIn(db, restOf(table)), 0);
    const last = (await listPartitions(db, table)).at(-1);
    assert.ok(last?.from);
    await insertAt(db, table, last.from);
    assert.equal(await countIn(db, last.name), 1);
    assert.equal(await countIn(db, table.table), OLD_ROWS + 1);
  }
});

test('a writer beside the change of an older database loses nothing', async (t) => {
  const db = await openOlder(t);
  let isChanged = false;
  const changing = createPartitions(db, USAGE_SECOND, NOW).finally(() => {
    isChanged = true;
  });
  let written = 0;
  while (!isChanged || written < 20) {
    await insertSecond(db, later(written % 2));
    written += 1;
  }
  await changing;
  assert.equal(await countIn(db, 'usage_second'), OLD_ROWS + written);
});

test('a row of a clock that was ahead keeps an older database as it is', async (t) => {
  const db = await openOlder(t);
  await insertBlock(db, later(100));
  await createPartitions(db, RAW_BLOCK, NOW);
  assert.equal(await countIn(db, 'raw_block_rest'), OLD_ROWS + 1);
  assert.deepEqual(await listMixedPartitions(db, RAW_BLOCK), ['raw_block_rest']);
});

test('a period is dropped without its young rows, unless these are many', async (t) => {
  const { db } = await freshDatabase(t);
  await createPartitions(db, ALERT_EVENT, later(-400));
  const periods = await listPartitions(db, ALERT_EVENT);
  const [first, second] = periods;
  assert.ok(first?.from && second?.from);
  const young = { column: 'created_at', since: later(-300) };
  const drop = (atMost: number): Promise<string[]> =>
    dropPartitionsExcept(db, ALERT_EVENT, second.to, { ...young, atMost });
  for (const { from } of [first, first, second] as { from: Date }[]) await insertEvent(db, from);
  for (const { from } of [first, second, second] as { from: Date }[]) await insertEvent(db, from, NOW);
  assert.deepEqual(await drop(1), ['alert_event_rest', second.name]);
  const count = (): Promise<number[]> =>
    Promise.all(['alert_event', 'alert_event_rest'].map((table) => countIn(db, table)));
  assert.deepEqual(await count(), [4, 1], 'of the first period one is left, and of the second none is gone');
  assert.deepEqual(await drop(2), ['alert_event_rest']);
  assert.deepEqual(await count(), [3, 3]);
  assert.equal((await listPartitions(db, ALERT_EVENT)).length, periods.length - 2);
  await createPartitions(db, ALERT_EVENT, NOW);
  await insertEvent(db, NOW);
  assert.deepEqual(await count(), [4, 3]);
});
