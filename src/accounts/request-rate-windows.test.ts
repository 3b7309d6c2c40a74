import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import { clockedDatabase } from '../../test/support/database-clock.ts';
import type { Db } from '../db/sql.ts';
import type { Admission } from './grant.ts';
import { type RateSettings, RequestRateLimiter } from './request-rate.ts';

/** Time passes in steps of a test, in the database and in every process: a busy machine is no slower than a quiet one. */
const clock = await clockedDatabase({ after }, Math.floor(Date.now() / 1_000) * 1_000);
const rates: RequestRateLimiter[] = [];
after(async () => {
  for (const rate of rates) await rate.close().catch(() => undefined);
});

function newRate(settings: Partial<RateSettings>, over: Db = clock.db): RequestRateLimiter {
  const rate = new RequestRateLimiter(over, { monotonic: () => clock.nowMs(), ...settings });
  rates.push(rate);
  return rate;
}

/** Each test begins with a slot. */
beforeEach(() => clock.advanceTo(Math.ceil(clock.nowMs() / 1_000 + 1) * 1_000));

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
  assert.equal(retryAt, clock.nowMs() / 1_000 + 3, 'the window and its slot');
  await clock.advanceTo(retryAt * 1_000 - 1);
  assert.equal((await rate.admit(account)).admitted, false, 'not before');
  await clock.advanceTo(retryAt * 1_000 + 200);
  assert.equal((await rate.admit(account)).admitted, true, 'there is room when it was promised');
});

/** When a request was admitted: between the call and its result. */
interface Moment {
  from: number;
  to: number;
}

/** A request of each process while the clock moves; the moments of those that are admitted. */
async function requestOnce(
  processes: readonly RequestRateLimiter[],
  account: string,
  stepMs: number,
): Promise<Moment[]> {
  const admitted: Moment[] = [];
  const request = async (rate: RequestRateLimiter): Promise<void> => {
    const from = clock.nowMs();
    if ((await rate.admit(account)).admitted) admitted.push({ from, to: clock.nowMs() });
  };
  await Promise.all([...processes.map(request), clock.advance(stepMs)]);
  return admitted;
}

/** The maximum of requests that were certainly admitted within one window of that length. */
function fullestWindow(moments: Moment[], windowMs: number): number {
  return Math.max(
    ...moments.map(
      ({ from }) => moments.filter((one) => one.from >= from && one.to < from + windowMs).length,
    ),
  );
}

test('over three processes no sliding window exceeds the limit, and nearly all of it can be used', async () => {
  const account = randomUUID();
  const [permitted, windowSeconds, rounds, stepMs] = [60, 2, 3, 20];
  // Each process has its own clock, wrong by days: only durations are taken from it.
  const processes = [0, 1e9, -5e8].map((offset) =>
    newRate({ permitted, windowSeconds, monotonic: () => clock.nowMs() + offset }),
  );
  // A slot counts until the window after it has passed: the limit may be used once in window + 1 seconds.
  const end = clock.nowMs() + (rounds - 1) * (windowSeconds + 1) * 1_000 + 900;
  const admitted: Moment[] = [];
  let tries = 0;
  for (; clock.nowMs() < end; tries += processes.length)
    admitted.push(...(await requestOnce(processes, account, stepMs)));
  assert.ok(tries > 4 * rounds * permitted, 'it was pressed');
  assert.ok(fullestWindow(admitted, windowSeconds * 1_000) <= permitted);
  assert.ok(admitted.length <= rounds * permitted);
  assert.ok(admitted.length >= 0.85 * rounds * permitted, `${admitted.length} of ${rounds * permitted}`);
});

test('a process that dies wastes a sixteenth of the limit at most, and only for one window', async () => {
  const [permitted, account] = [160, randomUUID()];
  let dead = false;
  const mortal: Db = {
    rows: (statement) => (dead ? Promise.reject(new Error('dead')) : clock.db.rows(statement)),
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
  await clock.advanceTo((refusal.retryAt + 1) * 1_000);
  let all = 0;
  while ((await living.admit(account)).admitted) all += 1;
  assert.equal(all, permitted);
});

test('callers are admitted over a connection slower than a slot', async () => {
  const slow: Db = {
    rows: async (statement) => {
      await clock.advance(1_100);
      return clock.db.rows(statement);
    },
  };
  const [rate, account] = [newRate({ permitted: 10, windowSeconds: 30 }, slow), randomUUID()];
  const admissions = await Promise.all(Array.from({ length: 3 }, () => rate.admit(account)));
  assert.ok(admissions.every(({ admitted }) => admitted));
});
