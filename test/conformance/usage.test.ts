import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { addCredits, findCredits } from '../../src/accounts/credits.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { createOwner, createTestProperty } from '../support/owners.ts';
import { readHeader } from '../support/test-response.ts';

const PATH = '/account/api-usage';

interface Usage {
  period: { start: string; end: string; granularity: string };
  totals: { calls: number; results: number; credits?: number };
  timeSeries: ({ date: string; calls: number; results: number } & Record<string, unknown>)[];
  byApiKey: { apiKeyId: string; apiKeyName: string; calls: number }[];
  byRoute: { route: string; routeType: string; calls: number }[];
  byChannel: { channel: string; calls: number }[];
}

async function usageOf(api: TestApi, query = ''): Promise<Usage> {
  await api.usage.flush();
  const { status, body, text } = await api.call({ path: `${PATH}?${query}`, accept: 'application/json' });
  assert.equal(status, 200, text);
  return body as Usage;
}

/** A call of the account at a moment, as the meter records it. */
const booked = (api: TestApi, at: string, more: object = {}): void =>
  api.usage.record({
    accountId: api.owner.accountId,
    apiKeyId: api.owner.apiKey.apiKeyId,
    route: 'POST /properties',
    routeType: 'search',
    channel: 'DIRECT',
    results: 10,
    at: new Date(at),
    ...more,
  });

const sum = (parts: readonly { calls: number }[]): number => parts.reduce((all, { calls }) => all + calls, 0);

test('usage is reported by time, key, route and channel, and every split adds up to the total', async (t) => {
  const api = await startApi(t, { clock: new MovableClock('2026-03-31T12:00:00Z') });
  const { row } = await createApiKey(api.db, api.clock, { accountId: api.owner.accountId, name: 'second' });
  booked(api, '2026-03-30T10:00:00Z');
  booked(api, '2026-03-30T11:00:00Z', { channel: 'MCP', route: 'search_properties', routeType: 'mcp' });
  booked(api, '2026-03-31T09:00:00Z', { apiKeyId: row.apiKeyId, results: 1 });
  const { period, totals, timeSeries, byApiKey, byRoute, byChannel } = await usageOf(api);
  assert.deepEqual(period, {
    start: '2026-03-01T12:00:00+00:00',
    end: '2026-03-31T12:00:00+00:00',
    granularity: 'DAY',
  });
  assert.deepEqual(totals, { calls: 3, results: 21 });
  assert.equal(timeSeries.length, 31);
  assert.deepEqual(timeSeries.slice(-2), [
    { date: '2026-03-30', calls: 2, results: 20 },
    { date: '2026-03-31', calls: 1, results: 1 },
  ]);
  assert.deepEqual(
    byApiKey.map(({ apiKeyName, calls }) => [apiKeyName, calls]),
    [
      ['first', 2],
      ['second', 1],
    ],
  );
  assert.deepEqual(
    byRoute.map(({ route, routeType, calls }) => [route, routeType, calls]),
    [
      ['POST /properties', 'search', 2],
      ['search_properties', 'mcp', 1],
    ],
  );
  for (const split of [timeSeries, byApiKey, byRoute, byChannel]) assert.equal(sum(split), totals.calls);
});

test('a period begins and ends to the second, its end excluded', async (t) => {
  const api = await startApi(t, { clock: new MovableClock('2026-03-31T12:00:00Z') });
  for (const at of [
    '2026-03-29T23:59:59Z',
    '2026-03-30T10:00:00Z',
    '2026-03-30T10:00:01Z',
    '2026-03-31T00:00:00Z',
  ])
    booked(api, at);
  // The queries themselves are calls too, without results.
  const called = async (query: string): Promise<number> => (await usageOf(api, query)).totals.results / 10;
  assert.equal(await called('startDate=2026-03-30&endDate=2026-03-30'), 2);
  assert.equal(await called('startDate=2026-03-30T10:00:01Z&endDate=2026-03-31T00:00:00Z'), 1);
  assert.equal(await called('startDate=2026-03-30T10:00:00Z&endDate=2026-03-30T10:00:01Z'), 1);
  assert.equal(await called('startDate=2026-03-29T23:59:59Z&endDate=2026-03-31T00:00:01Z'), 4);
  assert.equal(await called('startDate=2026-03-31'), 1);
  const { period } = await usageOf(api, 'startDate=2026-03-01&endDate=2027-01-01');
  assert.equal(period.end, '2026-03-31T12:00:00+00:00', 'never later than now');
  const old = await usageOf(api, 'startDate=2025-01-01T10:00:00Z&endDate=2025-01-02T10:00:00Z');
  assert.deepEqual(
    [old.period.start, old.period.end],
    ['2025-01-01T00:00:00+00:00', '2025-01-03T00:00:00+00:00'],
    'long ago only whole days are known',
  );
});

test('points have the requested width, and are split on request', async (t) => {
  const api = await startApi(t, { clock: new MovableClock('2026-03-31T12:00:00Z') });
  booked(api, '2026-01-15T10:00:00Z');
  booked(api, '2026-03-15T10:00:00Z', { channel: 'MCP' });
  const months = await usageOf(api, 'startDate=2026-01-01&endDate=2026-03-30&granularity=MONTH');
  assert.deepEqual(
    months.timeSeries.map(({ date, calls }) => [date, calls]),
    [
      ['2026-01-01', 1],
      ['2026-02-01', 0],
      ['2026-03-01', 1],
    ],
  );
  const split = await usageOf(
    api,
    'startDate=2026-01-01&endDate=2026-03-30&granularity=YEAR&groupBy=CHANNEL',
  );
  assert.deepEqual(split.timeSeries, [
    { date: '2026-01-01', channel: 'DIRECT', calls: 1, results: 10 },
    { date: '2026-01-01', channel: 'MCP', calls: 1, results: 10 },
  ]);
  const byKey = await usageOf(api, 'startDate=2026-01-01&groupBy=API_KEY&channel=MCP');
  assert.deepEqual(byKey.timeSeries, [
    {
      date: '2026-03-15',
      apiKeyId: api.owner.apiKey.apiKeyId,
      apiKeyName: 'first',
      calls: 1,
      results: 10,
    },
  ]);
});

test('a key of another account is 403, an unknown one 404', async (t) => {
  const api = await startApi(t);
  const other = await createOwner(api.db, api.clock);
  const status = async (id: string): Promise<number> =>
    (await api.call({ path: `${PATH}?apiKeyId=${id}` })).status;
  assert.equal(await status(api.owner.apiKey.apiKeyId), 200);
  assert.equal(await status(other.apiKey.apiKeyId), 403);
  assert.equal(await status(randomUUID()), 404);
});

test('a start in the future, or not before the end, is 422; an invalid date 400', async (t) => {
  const api = await startApi(t, { clock: new MovableClock('2026-03-31T12:00:00Z') });
  const status = async (query: string): Promise<number> =>
    (await api.call({ path: `${PATH}?${query}` })).status;
  assert.equal(await status('startDate=2026-04-01'), 422);
  assert.equal(await status('startDate=2026-03-02&endDate=2026-03-01'), 422);
  assert.equal(await status('startDate=0001-01-01'), 422);
  assert.equal(await status('startDate=soon'), 400);
  assert.equal(await status('granularity=HOUR'), 400);
});

test('an account billed in credits pays one a result, and is 402 when it has fewer', async (t) => {
  const api = await startApi(t);
  const id = await createTestProperty(api.db, api.clock);
  const { accountId } = api.owner;
  await addCredits(api.db, accountId, 2);
  const read = () => api.call({ path: `/properties/${id}` });
  assert.equal(readHeader(await read(), 'x-credits-charged'), '1');
  assert.equal((await read()).status, 200);
  assert.equal((await read()).status, 402);
  assert.equal(await findCredits(api.db, accountId), 0);
  const free = await api.call({ path: '/sources' });
  assert.deepEqual([free.status, readHeader(free, 'x-credits-charged')], [200, '0']);
  const { totals } = await usageOf(api);
  assert.deepEqual([totals.results, totals.credits], [2, 2]);
});

test('concurrent calls never spend a credit twice', async (t) => {
  const api = await startApi(t);
  const id = await createTestProperty(api.db, api.clock);
  await addCredits(api.db, api.owner.accountId, 5);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => api.call({ path: `/properties/${id}` })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  assert.equal(await findCredits(api.db, api.owner.accountId), 0);
});

test('the series is exported as a file, and no name in it is a formula', async (t) => {
  const api = await startApi(t, { clock: new MovableClock('2026-03-31T12:00:00Z') });
  const { row } = await createApiKey(api.db, api.clock, { accountId: api.owner.accountId, name: '=1+1' });
  booked(api, '2026-03-30T10:00:00Z', { apiKeyId: row.apiKeyId });
  await api.usage.flush();
  const csv = await api.call({
    path: `${PATH}/export?startDate=2026-03-30&endDate=2026-03-30&groupBy=API_KEY`,
  });
  assert.deepEqual(csv.text.trim().split('\n'), [
    'date,apiKeyId,apiKeyName,calls,results',
    `2026-03-30,${row.apiKeyId},'=1+1,1,10`,
  ]);
  const parquet = await api.call({ path: `${PATH}/export?format=parquet`, accept: 'text/html' });
  assert.ok(parquet.text.startsWith('PAR1'));
});
