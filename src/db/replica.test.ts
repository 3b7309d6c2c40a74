import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../test/faults/until.ts';
import { debianPostgresMissing } from '../../test/support/debian-postgres.ts';
import {
  REPLAY_TIMEOUT_MS,
  type ReplicatedDatabase,
  startReplicated,
} from '../../test/support/replicated.ts';
import { type Db, firstRow, sql } from './sql.ts';

const skip = debianPostgresMissing();
const started = skip ? undefined : await startReplicated({ after });
const world = started as ReplicatedDatabase;
await started?.db.rows(sql`create table fact (name text)`);

const isStandby = async (db: Db): Promise<boolean | undefined> =>
  (await firstRow<{ standby: boolean }>(db, sql`select pg_is_in_recovery() as standby`))?.standby;
const isInTransaction = { isolation: 'repeatable read' } as const;

test('a replica within its bound serves reads and transactions, and none before its lag is known', {
  skip,
}, async (t) => {
  const replica = world.replica(t, REPLAY_TIMEOUT_MS);
  assert.equal(replica.current(), undefined);
  assert.equal(await isStandby(replica.reads), false);
  await replica.caughtUp();
  assert.equal(await isStandby(replica.reads), true);
  assert.equal(await replica.reads.transaction(isStandby, isInTransaction), true);
  assert.deepEqual(replica.answered, ['primary', 'replica', 'replica']);
  assert.deepEqual(replica.lines, ['info: the replica is read']);
  assert.ok((replica.lagMs() ?? -1) >= 0);
});

test('reads leave a replica beyond its bound, logged once, and return when it has caught up', {
  skip,
}, async (t) => {
  const replica = world.replica(t, 1_500);
  await replica.caughtUp();
  await world.pause();
  await world.db.rows(sql`insert into fact values (${'late'})`);
  await until(() => replica.current() === undefined, { within: REPLAY_TIMEOUT_MS });
  const facts = () => replica.reads.rows(sql`select name from fact where name = ${'late'}`);
  assert.deepEqual(await facts(), [{ name: 'late' }], 'the primary has it');
  await until(() => replica.lines.length === 2, { within: REPLAY_TIMEOUT_MS });
  assert.deepEqual(replica.lines.slice(1), ['warn: the replica is not read; reads go to the primary']);
  await world.resume();
  await replica.caughtUp();
  assert.equal(await isStandby(replica.reads), true);
  assert.deepEqual(await facts(), [{ name: 'late' }]);
});

test('an idle primary makes no replica appear to lag', { skip }, async (t) => {
  const replica = world.replica(t, 1_000);
  await replica.caughtUp();
  const known = replica.coveredMoment() ?? 0;
  await until(() => (replica.coveredMoment() ?? 0) > known + 2_000_000, { within: REPLAY_TIMEOUT_MS });
  assert.ok((replica.lagMs() ?? Number.POSITIVE_INFINITY) < REPLAY_TIMEOUT_MS);
});

test('a statement that timed out is not repeated on the primary', { skip }, async (t) => {
  const replica = world.replica(t, REPLAY_TIMEOUT_MS);
  await replica.caughtUp();
  const slow = replica.reads.transaction(async (db) => {
    await db.rows(sql`set local statement_timeout = 50`);
    await db.rows(sql`select pg_sleep(60)`);
  });
  await assert.rejects(slow, { code: '57014' });
  assert.deepEqual(replica.answered, []);
});

test('a killed replica fails no caller, and is read again when it is back', {
  skip,
}, async (t) => {
  const replica = world.replica(t, REPLAY_TIMEOUT_MS);
  await replica.caughtUp();
  assert.equal(await isStandby(replica.reads), true);
  await world.standby.stop('immediate');
  assert.deepEqual(
    await Promise.all(Array.from({ length: 20 }, () => isStandby(replica.reads))),
    Array(20).fill(false),
  );
  assert.deepEqual(
    replica.lines.filter((line) => line.startsWith('warn: the replica')),
    ['warn: the replica is not read; reads go to the primary'],
  );
  await world.standby.start();
  await replica.caughtUp();
  assert.equal(await isStandby(replica.reads), true);
});
