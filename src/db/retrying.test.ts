import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { openDatabase } from './pool.ts';
import { type RetryPolicy, RetryTimeoutError, withRetries } from './retrying.ts';
import { sql } from './sql.ts';

const { db: impatient, connection } = await freshDatabase({ after }, { statementTimeoutMs: 200 });
const other = openDatabase(connection, {
  log: { info() {}, warn() {}, error() {} },
  applicationName: 'other',
});
after(() => other.end());
await other.rows(sql`create table counted (name text primary key, count integer not null)`);
await other.rows(sql`insert into counted values ('a', 0)`);

const policy = (onRetry: RetryPolicy['onRetry'] = () => undefined): RetryPolicy => ({
  maxTries: 3,
  maxAwayMs: 10_000,
  onRetry,
});
const add = sql`update counted set count = count + 1 where name = 'a'`;
const count = async () =>
  (await other.rows<{ count: number }>(sql`select count from counted where name = 'a'`))[0]?.count ?? -1;

/** Locks the row until it is released. */
function holdRow(): { held: Promise<void>; letGo: () => void; done: Promise<void> } {
  const letGo = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const done = other.transaction(async (tx) => {
    await tx.rows(sql`select from counted where name = 'a' for update`);
    held.resolve();
    await letGo.promise;
  });
  return { held: held.promise, letGo: letGo.resolve, done };
}

test('a statement that timed out is retried, and has its effect once', async () => {
  const before = await count();
  const { held, letGo, done } = holdRow();
  await held;
  const reasons: string[] = [];
  const db = withRetries(
    impatient,
    policy((error) => {
      reasons.push(error.message);
      letGo();
    }),
  );
  await db.rows(add);
  await done;
  assert.equal(await count(), before + 1);
  assert.match(reasons[0] ?? '', /statement timeout/);
});

test('a transaction that may be repeated is retried as a whole', async () => {
  const before = await count();
  const { held, letGo, done } = holdRow();
  await held;
  const db = withRetries(impatient, policy(letGo));
  await db.transaction(async (tx) => void (await tx.rows(add)), { retries: 1 });
  await done;
  assert.equal(await count(), before + 1);
});

test('work that always times out fails after its retries, and at once if it may not be repeated', async () => {
  const { held, letGo, done } = holdRow();
  await held;
  const db = withRetries(impatient, policy());
  await assert.rejects(
    db.rows(add),
    (error: Error) => error instanceof RetryTimeoutError && /3 times/.test(error.message),
  );
  await assert.rejects(
    db.transaction(async (tx) => void (await tx.rows(add))),
    /statement timeout/,
  );
  letGo();
  await done;
});

test('after a lost connection only repeatable work is retried', async () => {
  const before = await count();
  const kill = sql`select pg_terminate_backend(pg_backend_pid())`;
  let tries = 0;
  const db = withRetries(impatient, policy());
  await db.transaction(
    async (tx) => {
      await tx.rows(add);
      tries += 1;
      if (tries === 1) await tx.rows(kill);
    },
    { retries: 1 },
  );
  assert.deepEqual([tries, await count()], [2, before + 1]);
  await assert.rejects(db.rows(kill), /terminat/);
});

test('an invalid statement is not retried', async () => {
  const retries: Error[] = [];
  const db = withRetries(
    impatient,
    policy((error) => void retries.push(error)),
  );
  await assert.rejects(db.rows(sql`select 1 / 0`), /division by zero/);
  assert.deepEqual(retries, []);
});
