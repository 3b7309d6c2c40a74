import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { type Db, identifier, sql } from '../db/sql.ts';
import { type MeteredCall, UsageMeter } from './meter.ts';

const { db } = await freshDatabase({ after });
const failures: unknown[] = [];
const meterOver = (over: Db) => new UsageMeter(over, (error) => failures.push(error));

const callOf = (accountId: string, more: Partial<MeteredCall> = {}): MeteredCall => ({
  accountId,
  apiKeyId: accountId,
  route: 'GET /sources',
  routeType: 'read',
  channel: 'DIRECT',
  results: 0,
  at: new Date('2026-01-15T12:00:00Z'),
  ...more,
});

const usageOf = (accountId: string) =>
  db.rows(sql`
    select day, route, route_type as "routeType", channel, calls, results from usage_day
    where account_id = ${accountId}
    order by day, route, channel`);

test('calls are added up by day, route and channel', async () => {
  const [meter, account] = [meterOver(db), randomUUID()];
  meter.record(callOf(account, { results: 3 }));
  meter.record(callOf(account, { results: 4 }));
  meter.record(callOf(account, { channel: 'MCP' }));
  meter.record(callOf(account, { route: 'POST /properties', routeType: 'search', results: 10 }));
  meter.record(callOf(account, { at: new Date('2026-01-15T23:59:59.999Z') }));
  meter.record(callOf(account, { at: new Date('2026-01-16T00:00:00Z') }));
  meter.record(callOf(account, { at: new Date('2026-01-15T12:00:00Z') }));
  await meter.flush();
  const read = { route: 'GET /sources', routeType: 'read', channel: 'DIRECT' };
  assert.deepEqual(await usageOf(account), [
    { ...read, day: '2026-01-15', calls: 4, results: 7 },
    { ...read, day: '2026-01-15', channel: 'MCP', calls: 1, results: 0 },
    { ...read, day: '2026-01-15', route: 'POST /properties', routeType: 'search', calls: 1, results: 10 },
    { ...read, day: '2026-01-16', calls: 1, results: 0 },
  ]);
});

test('two processes and many flushes add to the same row', async () => {
  const account = randomUUID();
  const meters = [meterOver(db), meterOver(db)];
  for (let turn = 0; turn < 10; turn++) {
    for (const meter of meters) for (let at = 0; at < 10; at++) meter.record(callOf(account, { results: 1 }));
    await Promise.all(meters.map((meter) => meter.flush()));
  }
  assert.deepEqual((await usageOf(account))[0], {
    day: '2026-01-15',
    route: 'GET /sources',
    routeType: 'read',
    channel: 'DIRECT',
    calls: 200,
    results: 200,
  });
});

test('two processes that write the same rows in different orders do not deadlock', async () => {
  const accounts = Array.from({ length: 40 }, () => randomUUID());
  const meters = [meterOver(db), meterOver(db)];
  for (let turn = 0; turn < 10; turn++) {
    for (const account of accounts) meters[0]?.record(callOf(account));
    for (const account of accounts.toReversed()) meters[1]?.record(callOf(account));
    await Promise.all(meters.map((meter) => meter.flush()));
  }
  assert.deepEqual(failures, []);
  const [row] = await db.rows<{ calls: number }>(
    sql`select sum(calls)::int as calls from usage_day where account_id = any (${accounts})`,
  );
  assert.equal(row?.calls, 800);
});

test('a write that fails loses nothing, and calls recorded meanwhile are not counted twice', async () => {
  const account = randomUUID();
  let away = true;
  const flaky: Db = { rows: (statement) => (away ? Promise.reject(new Error('away')) : db.rows(statement)) };
  const meter = meterOver(flaky);
  meter.record(callOf(account, { results: 1 }));
  const failing = meter.flush();
  meter.record(callOf(account, { results: 2 }));
  await failing;
  meter.record(callOf(account, { results: 4 }));
  await meter.flush();
  assert.equal(failures.splice(0).length, 2);
  away = false;
  await meter.flush();
  await meter.flush();
  const [row] = (await usageOf(account)) as { calls: number; results: number }[];
  assert.deepEqual([row?.calls, row?.results], [3, 7]);
});

test('calls that come while a batch is written wait for the next flush', async () => {
  const account = randomUUID();
  let written = 0;
  const busy: Db = {
    rows: (statement) => {
      written += 1;
      if (written < 10) meter.record(callOf(account));
      return db.rows(statement);
    },
  };
  const meter: UsageMeter = meterOver(busy);
  meter.record(callOf(account));
  await meter.flush();
  assert.equal(written, 1);
  await meter.flush();
  assert.equal(written, 2);
  const [row] = (await usageOf(account)) as { calls: number }[];
  assert.equal(row?.calls, 2);
  written = 10;
  await meter.flush();
});

test('a batch that was written though its result was lost counts once', async () => {
  const account = randomUUID();
  let lost = 2;
  const broken: Db = {
    rows: async (statement) => {
      const rows = await db.rows(statement);
      if (lost-- > 0) throw new Error('the line broke');
      return rows as never;
    },
  };
  const meter = meterOver(broken);
  meter.record(callOf(account, { results: 1 }));
  await meter.flush();
  meter.record(callOf(account, { results: 2 }));
  await meter.flush();
  await meter.flush();
  assert.equal(failures.splice(0).length, 2);
  const [row] = (await usageOf(account)) as { calls: number; results: number }[];
  assert.deepEqual([row?.calls, row?.results], [2, 3]);
});

test('the days by key and by route have the same sum as the days, also after failures', async () => {
  const [account, keys] = [randomUUID(), [randomUUID(), randomUUID(), randomUUID()]];
  let turns = 0;
  const lossy: Db = {
    rows: async (statement) => {
      const rows = await db.rows(statement);
      if (++turns % 3 === 0) throw new Error('the line broke');
      return rows as never;
    },
  };
  const meters = [meterOver(lossy), meterOver(lossy)];
  for (let call = 0; call < 300; call++) {
    const at = new Date(Date.UTC(2026, 0, 1 + (call % 4), 23, 59, 59 + (call % 2)));
    const apiKeyId = keys[call % 3] ?? '';
    const channel = call % 5 === 0 ? ('MCP' as const) : ('DIRECT' as const);
    const counts = { results: call % 7, credits: call % 11 };
    meters[call % 2]?.record(
      callOf(account, { at, apiKeyId, channel, route: `GET /${call % 6}`, ...counts }),
    );
    if (call % 25 === 0) await Promise.all(meters.map((meter) => meter.flush()));
  }
  for (const meter of [...meters, ...meters]) await meter.flush();
  assert.ok(failures.splice(0).length > 0);
  const sums = ['usage_day', 'usage_day_key', 'usage_day_route', 'usage_second'].map(async (table) => {
    const [row] = await db.rows(sql`
      select sum(calls)::int as calls, sum(results)::int as results, sum(credits)::int as credits
      from ${identifier(table)} where account_id = ${account}`);
    return row;
  });
  const [days, ...others] = await Promise.all(sums);
  const all = Array.from({ length: 300 }, (_, call) => call);
  const added = (part: number): number => all.reduce((sum, call) => sum + (call % part), 0);
  assert.deepEqual(days, { calls: 300, results: added(7), credits: added(11) });
  for (const other of others) assert.deepEqual(other, days);
});

test('recorded calls are written within the time a killed process may lose', async () => {
  const [meter, account] = [meterOver(db), randomUUID()];
  meter.record(callOf(account));
  const started = performance.now();
  while ((await usageOf(account)).length === 0) assert.ok(performance.now() - started < 20_000);
  assert.ok(performance.now() - started >= 200, 'in a batch, not at once');
});
