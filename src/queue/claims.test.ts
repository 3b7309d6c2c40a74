import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { emptyDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import {
  claimRows,
  type DueRows,
  isClaimHeld,
  type LeasedQueue,
  lockRows,
  renewClaims,
  takeRows,
  unlockedRows,
  updateClaimed,
  updateRows,
} from './claims.ts';

const { db } = await emptyDatabase({ after });
await db.rows(sql`
  create table owner (owner_id uuid primary key, name text not null)`);
await db.rows(sql`
  create table work (
    owner_id uuid not null, work_id uuid not null, step integer not null, claim uuid, due_at timestamptz, done boolean not null default false,
    primary key (owner_id, work_id))`);

const OWNER = randomUUID();
const QUEUE: LeasedQueue = {
  table: 'work',
  key: ['owner_id', 'work_id'],
  claimColumn: 'claim',
  leaseColumn: 'due_at',
  condition: sql`not done`,
};
const returning = sql`work_id as id, step`;
interface Work {
  id: string;
  step: number;
}

const NOW = new Date('2026-01-01T00:00:00Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const due = (now: Date, limit: number): DueRows => ({
  where: sql`due_at <= ${now} and not done`,
  orderBy: sql`due_at, step`,
  limit,
});
const claim = (now: Date, limit: number, claimId: string = randomUUID()): Promise<Work[]> =>
  claimRows(db, QUEUE, { due: due(now, limit), claimId, until: at(60), returning });
const claimOf = ({ id }: Work, claimId: string) => ({ key: [OWNER, id], claimId });
const steps = (rows: readonly Work[]): number[] => rows.map(({ step }) => step).sort((a, b) => a - b);

beforeEach(async () => {
  await db.rows(sql`delete from work`);
  await db.rows(sql`
    insert into work (owner_id, work_id, step, due_at)
    select ${OWNER}, gen_random_uuid(), step, ${NOW} from generate_series(1, 20) as step`);
});

test('workers that claim at once never get the same row, and together they get all', async () => {
  const batches = await Promise.all(Array.from({ length: 10 }, () => claim(NOW, 4)));
  const rest = await claim(NOW, 100);
  assert.deepEqual(
    steps([...batches.flat(), ...rest]),
    Array.from({ length: 20 }, (_, step) => step + 1),
  );
});

test('a claim takes the rows that have been due longest, up to its limit', async () => {
  assert.deepEqual(steps(await claim(NOW, 3)), [1, 2, 3]);
  assert.deepEqual(steps(await claim(NOW, 2)), [4, 5]);
});

test('rows of a worker that died are due again when the lease ends, and not before', async () => {
  await claim(NOW, 20);
  assert.deepEqual(await claim(at(59), 20), []);
  assert.equal((await claim(at(60), 20)).length, 20);
});

test('a renewed claim is not taken over', async () => {
  const claimId = randomUUID();
  const rows = await claim(NOW, 2, claimId);
  const claims = rows.map((row) => claimOf(row, claimId));
  assert.equal(await renewClaims(db, QUEUE, claims, at(120)), 2);
  assert.deepEqual(
    steps(await claim(at(60), 20)),
    Array.from({ length: 18 }, (_, step) => step + 3),
  );
});

test('a worker that lost its claim can neither renew nor complete it', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  const [row] = await claim(NOW, 1, mine);
  assert.ok(row);
  await db.rows(sql`update work set due_at = ${at(60)} where claim is null`);
  assert.equal((await claim(at(60), 1, theirs))[0]?.id, row.id);
  assert.equal(await renewClaims(db, QUEUE, [claimOf(row, mine)], at(600)), 0);
  assert.equal(await updateClaimed(db, QUEUE, [claimOf(row, mine)], sql`done = true`), 0);
  assert.deepEqual(
    [await isClaimHeld(db, QUEUE, claimOf(row, mine)), await isClaimHeld(db, QUEUE, claimOf(row, theirs))],
    [false, true],
  );
  assert.equal(await updateClaimed(db, QUEUE, [claimOf(row, theirs)], sql`done = true`), 1);
  assert.equal(
    await isClaimHeld(db, QUEUE, claimOf(row, theirs)),
    false,
    'the condition of the queue counts',
  );
});

test('a lock of the transaction passes rows on when it fails', async () => {
  await assert.rejects(
    db.transaction(async (tx) => {
      assert.equal((await lockRows(tx, QUEUE, returning, due(NOW, 15))).length, 15);
      assert.equal((await claim(NOW, 20)).length, 5);
      throw new Error('failed');
    }),
    /failed/,
  );
  assert.equal((await claim(NOW, 20)).length, 15);
});

test('rows taken are gone after the commit and nobody else gets them before', async () => {
  await db.transaction(async (tx) => {
    const taken = await takeRows<Work>(tx, QUEUE, unlockedRows(QUEUE, due(NOW, 12)), returning);
    assert.equal(taken.length, 12);
    assert.equal((await takeRows(db, QUEUE, unlockedRows(QUEUE, due(NOW, 20)), returning)).length, 8);
  });
  assert.deepEqual(await db.rows(sql`select count(*)::int as rows from work`), [{ rows: 0 }]);
});

test('an update returns columns of a joined table too', async () => {
  await db.rows(sql`insert into owner values (${OWNER}, 'Ada')`);
  const rows = await updateRows(db, QUEUE, unlockedRows(QUEUE, due(NOW, 1)), {
    set: sql`done = true`,
    join: { table: sql`owner`, on: sql`owner.owner_id = work.owner_id` },
    returning: sql`step, owner.name`,
  });
  assert.deepEqual(rows, [{ step: 1, name: 'Ada' }]);
});

test('no other module of src writes a claim statement', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const claiming = files.filter((file) => /skip locked/i.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(claiming, [join('queue', 'claims.ts')]);
});
