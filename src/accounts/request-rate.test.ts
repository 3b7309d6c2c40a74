import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../test/faults/until.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import { deleteIdleAccountRates, type RateSettings, RequestRateLimiter } from './request-rate.ts';

const { db } = await freshDatabase({ after }, { max: 30 });
const rates: RequestRateLimiter[] = [];
after(async () => {
  for (const rate of rates) await rate.close().catch(() => undefined);
});

function newRate(settings: Partial<RateSettings>, over: Db = db): RequestRateLimiter {
  const rate = new RequestRateLimiter(over, settings);
  rates.push(rate);
  return rate;
}

/** What the database counts for an account now. */
async function counted(accountId: string): Promise<number> {
  const row = await firstRow<{ sum: number }>(
    db,
    sql`select coalesce(sum(c), 0)::int as sum from request_rate, unnest(counts) as c where account_id = ${accountId}`,
  );
  return row?.sum ?? 0;
}

suite('the request rate of an account', { concurrency: true }, () => {
  test('the remaining requests count down to zero', async () => {
    const [rate, account] = [newRate({ permitted: 40, windowSeconds: 30 }), randomUUID()];
    const remaining: number[] = [];
    for (let at = 0; at < 40; at++) remaining.push((await rate.admit(account)).remaining);
    assert.deepEqual(
      remaining,
      Array.from({ length: 40 }, (_, at) => 39 - at),
    );
  });

  test('of a hundred callers at once no more than the limit are admitted, and no fewer than grants may waste', async () => {
    const [permitted, account] = [50, randomUUID()];
    const processes = [1, 2, 3, 4].map(() => newRate({ permitted, windowSeconds: 30 }));
    const admissions = await Promise.all(
      Array.from({ length: 100 }, (_, at) => processes[at % 4]?.admit(account)),
    );
    const admitted = admissions.filter((one) => one?.admitted).length;
    // Near the limit the three others may each have the rest of a grant, a sixteenth of the limit less one.
    const mostHeld = 3 * (Math.ceil(permitted / 16) - 1);
    assert.ok(admitted <= permitted && admitted >= permitted - mostHeld, `${admitted} were admitted`);
    assert.equal(await counted(account), permitted);
  });

  test('unused grants are returned when their second is over, also those taken in advance', async () => {
    const [rate, account] = [newRate({ permitted: 1_000, windowSeconds: 30 }), randomUUID()];
    for (let at = 0; at < 100; at++) await rate.admit(account);
    await until(async () => (await counted(account)) === 100, { within: 30_000, every: 50 });
  });

  test('a busy caller waits for the database at first, and then no more', async () => {
    const running = new Set<Promise<unknown>>();
    const observed: Db = {
      rows<Row>(statement: Sql) {
        const answer = db.rows<Row>(statement);
        running.add(answer);
        return answer.finally(() => running.delete(answer));
      },
    };
    const [rate, account] = [newRate({ permitted: 320, windowSeconds: 30 }, observed), randomUUID()];
    let waits = 0;
    const began = performance.now();
    for (let at = 0; at < 200; at++) {
      const admission = rate.admit(account);
      if (admission instanceof Promise) waits += 1;
      assert.equal((await admission).admitted, true);
      await pause(8);
      // A grant that was asked for in advance arrives before the next call, however busy the server is.
      await Promise.allSettled(running);
    }
    // Grants of 20 at most: without prefetching it would be 12, and one each second.
    const seconds = Math.floor((performance.now() - began) / 1000);
    assert.ok(waits <= 5 + seconds, `${waits} of 200 waited in ${seconds} s`);
  });

  test('a process that stops returns its grants at once', async () => {
    const [rate, account] = [newRate({ permitted: 1_000, windowSeconds: 30 }), randomUUID()];
    for (let at = 0; at < 100; at++) await rate.admit(account);
    await rate.close();
    assert.equal(await counted(account), 100);
  });

  test('without the database no request is admitted, and none waits for ever; after its return all are', async () => {
    const account = randomUUID();
    let away = true;
    const flaky: Db = {
      rows: (statement) => (away ? Promise.reject(new Error('away')) : db.rows(statement)),
    };
    const rate = newRate({ permitted: 10, windowSeconds: 30 }, flaky);
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => rate.admit(account)));
    assert.ok(asked.every(({ status }) => status === 'rejected'));
    away = false;
    assert.equal((await rate.admit(account)).admitted, true);
  });

  test('accounts do not count against each other', async () => {
    const rate = newRate({ permitted: 1, windowSeconds: 30 });
    const [one, other] = [randomUUID(), randomUUID()];
    assert.deepEqual(
      [await rate.admit(one), await rate.admit(one), await rate.admit(other)].map(({ admitted }) => admitted),
      [true, false, true],
    );
  });

  test('refusals in a row query the database only now and then', async () => {
    let questions = 0;
    const watched: Db = {
      rows: (statement) => {
        questions += 1;
        return db.rows(statement);
      },
    };
    const [rate, account] = [newRate({ permitted: 1, windowSeconds: 30 }, watched), randomUUID()];
    await rate.admit(account);
    const before = questions;
    for (let at = 0; at < 1_000; at++) assert.equal((await rate.admit(account)).admitted, false);
    assert.ok(questions - before < 20, `${questions - before} questions for 1,000 refusals`);
  });

  test('accounts idle for an hour are deleted, others are not', async () => {
    const [quiet, busy] = [randomUUID(), randomUUID()];
    const hourAgo = Math.floor(Date.now() / 1000) - 3_700;
    await db.rows(
      sql`insert into request_rate (account_id, slots, counts) values (${quiet}, ${[hourAgo]}, ${[5]})`,
    );
    await newRate({}).admit(busy);
    await deleteIdleAccountRates(db);
    assert.deepEqual([await counted(quiet), await counted(busy)], [0, 1]);
  });
});

test('counts from while the clock of the database was ahead do not block an account for a day', async () => {
  const accountId = randomUUID();
  await db.rows(sql`
    insert into request_rate (account_id, slots, counts)
    values (${accountId}, array[extract(epoch from clock_timestamp())::bigint + 86400], array[500])`);
  assert.equal((await newRate({}).admit(accountId)).admitted, true);
});
