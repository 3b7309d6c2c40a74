import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../test/faults/until.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import type { Admission } from './grant.ts';
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

const untilUnix = (seconds: number): Promise<void> => pause(Math.max(0, seconds * 1000 - Date.now()));

/** When a request was admitted: between the call and its result. */
interface Moment {
  from: number;
  to: number;
}

/** Requests as fast as it can until the time is up. */
async function hammer(
  rate: RequestRateLimiter,
  accountId: string,
  until: number,
): Promise<{ tries: number; admitted: Moment[] }> {
  const admitted: Moment[] = [];
  let tries = 0;
  while (performance.now() < until) {
    const from = performance.now();
    const { admitted: yes } = await rate.admit(accountId);
    tries += 1;
    if (yes) admitted.push({ from, to: performance.now() });
    else await pause(1);
  }
  return { tries, admitted };
}

/** The maximum of requests that were certainly admitted within one window of that length. */
function fullestWindow(moments: Moment[], windowMs: number): number {
  return Math.max(
    ...moments.map(
      ({ from }) => moments.filter((one) => one.from >= from && one.to < from + windowMs).length,
    ),
  );
}

suite('the request rate of an account', { concurrency: true }, () => {
  test('the limit is granted to the last request, and the refusal says when to retry', async () => {
    const [rate, account] = [newRate({ permitted: 20, windowSeconds: 2 }), randomUUID()];
    const admissions: Admission[] = [];
    for (let at = 0; at < 30; at++) admissions.push(await rate.admit(account));
    assert.equal(admissions.filter(({ admitted }) => admitted).length, 20);
    assert.deepEqual(
      admissions.slice(20).map(({ admitted }) => admitted),
      Array(10).fill(false),
    );
    assert.ok(admissions.every(({ limit }) => limit === 20));
    assert.equal(admissions[19]?.remaining, 0);
    const { retryAt, remaining } = admissions[29] ?? { retryAt: 0, remaining: -1 };
    assert.equal(remaining, 0);
    assert.ok(retryAt > Date.now() / 1000 && retryAt <= Date.now() / 1000 + 3, 'the window and its slot');
    await untilUnix(retryAt);
    await pause(200);
    assert.equal((await rate.admit(account)).admitted, true, 'there is room when it was promised');
  });

  test('the remaining requests count down to zero', async () => {
    const [rate, account] = [newRate({ permitted: 40, windowSeconds: 30 }), randomUUID()];
    const remaining: number[] = [];
    for (let at = 0; at < 40; at++) remaining.push((await rate.admit(account)).remaining);
    assert.deepEqual(
      remaining,
      Array.from({ length: 40 }, (_, at) => 39 - at),
    );
  });

  test('over three processes no sliding window exceeds the limit, and nearly all of it can be used', async () => {
    const account = randomUUID();
    const [permitted, windowSeconds, rounds] = [60, 2, 3];
    // Each process has its own clock, wrong by days: only durations are taken from it.
    const processes = [0, 1e9, -5e8].map((offset) =>
      newRate({ permitted, windowSeconds, monotonic: () => performance.now() + offset }),
    );
    // A slot counts until the window after it has passed: the limit may be used once in window + 1 seconds.
    const until = performance.now() + (rounds - 1) * (windowSeconds + 1) * 1000 + 900;
    const hammered = await Promise.all(processes.map((rate) => hammer(rate, account, until)));
    const admitted = hammered.flatMap((one) => one.admitted);
    assert.ok(hammered.reduce((sum, { tries }) => sum + tries, 0) > 4 * rounds * permitted, 'it was pressed');
    assert.ok(fullestWindow(admitted, windowSeconds * 1000) <= permitted);
    assert.ok(admitted.length <= rounds * permitted);
    assert.ok(admitted.length >= 0.85 * rounds * permitted, `${admitted.length} of ${rounds * permitted}`);
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
    const [rate, account] = [newRate({ permitted: 320, windowSeconds: 30 }), randomUUID()];
    let waits = 0;
    const began = performance.now();
    for (let at = 0; at < 200; at++) {
      const admission = rate.admit(account);
      if (admission instanceof Promise) waits += 1;
      assert.equal((await admission).admitted, true);
      await pause(8);
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

  test('a process that dies wastes a sixteenth of the limit at most, and only for one window', async () => {
    const [permitted, account] = [160, randomUUID()];
    let dead = false;
    const mortal: Db = {
      rows: (statement) => (dead ? Promise.reject(new Error('dead')) : db.rows(statement)),
    };
    const [dying, living] = [
      newRate({ permitted, windowSeconds: 2 }, mortal),
      newRate({ permitted, windowSeconds: 2 }),
    ];
    for (let at = 0; at < 40; at++) await dying.admit(account);
    dead = true;
    let rest = 0;
    let refusal = await living.admit(account);
    for (; refusal.admitted; refusal = await living.admit(account)) rest += 1;
    assert.ok(rest <= permitted - 40 && rest >= permitted - 40 - permitted / 16, `${rest} were left`);
    await untilUnix(refusal.retryAt + 1);
    await pause(1_200);
    let all = 0;
    while ((await living.admit(account)).admitted) all += 1;
    assert.equal(all, permitted);
  });

  test('callers are admitted over a connection slower than a slot', async () => {
    const slow: Db = {
      rows: async (statement) => {
        await pause(1_100);
        return db.rows(statement);
      },
    };
    const rate = newRate({ permitted: 10, windowSeconds: 30 }, slow);
    const admissions = await Promise.all(
      Array.from({ length: 3 }, () => rate.admit('0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f')),
    );
    assert.ok(admissions.every(({ admitted }) => admitted));
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
