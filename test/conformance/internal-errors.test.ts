import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Type } from 'typebox';
import { plainResource } from '../../src/api/resource.ts';
import { readOne } from '../../src/api/route.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { startApi } from '../support/api.ts';
import { freshDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { silentLog } from '../support/log.ts';
import type { ProblemBody } from '../support/problem-referee.ts';
import { readHeader } from '../support/test-response.ts';

const ID = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';

/** A route that fails in the way that the test chooses. */
const failing = (fail: () => never) =>
  readOne({
    path: '/failing',
    operationId: 'getFailing',
    tag: 'Test',
    summary: 'Fails',
    routeType: 'other',
    resource: plainResource('Failing', '/failing', Type.Object({ id: Type.String() })),
    find: async () => fail(),
  });

test('an internal error is 500 without internals, and is logged once, whole, under the request id', async (t) => {
  let secret = '';
  const route = failing(() => {
    throw new Error(`select price from property where key = '${secret}'`);
  });
  const api = await startApi(t, { routes: [route] });
  secret = api.owner.key;
  const answered = await api.call({ path: '/failing' });
  assert.equal(answered.status, 500);
  assert.equal((answered.body as ProblemBody).type, '/problems/internal');
  assert.ok(!answered.text.includes('select'));
  const errors = api.log.filter(({ level }) => level === 'error');
  assert.equal(errors.length, 1);
  const { requestId, route: name, event, err } = errors[0]?.fields ?? {};
  assert.equal(requestId, readHeader(answered, 'x-request-id'));
  assert.equal(name, 'GET /failing');
  assert.equal(event, 'request.failed');
  assert.match(
    String(err),
    /select price from property.+internal-errors\.test\.ts/s,
    'the whole error, with its stack',
  );
  assert.ok(!JSON.stringify(api.log).includes(secret.slice(9)), 'but never the key');
});

test('any thrown value becomes a problem', async (t) => {
  const thrown = [
    undefined,
    null,
    'text',
    7,
    { statusCode: 404 },
    Object.assign(new Error('x'), { statusCode: 418 }),
  ];
  let next: unknown;
  const route = failing(() => {
    throw next;
  });
  const api = await startApi(t, { routes: [route] });
  for (next of thrown) assert.equal((await api.call({ path: '/failing' })).status, 500, String(next));
});

/** The API behind a database connection that the test can cut. */
async function cuttable(t: TestContext) {
  const endings: (() => Promise<void>)[] = [];
  const { connection } = await freshDatabase({ after: (end) => endings.push(end) });
  const { target, through } = startDatabaseProxy(connection);
  const proxy = await startFaultProxy({ target });
  const db = openDatabase(through(proxy), {
    log: silentLog,
    applicationName: 'gable test',
    connectTimeoutMs: 1_000,
  });
  const api = await startApi(t, { db });
  t.after(async () => {
    await db.end();
    await proxy.close();
    for (const end of endings) await end();
  });
  const cut = () => {
    proxy.refuse();
    proxy.reset();
  };
  return { api, cut, heal: () => proxy.heal() };
}

test('without its database the service answers 503 with Retry-After, and recovers by itself', async (t) => {
  const { api, cut, heal } = await cuttable(t);
  assert.equal((await api.call({ path: '/sources' })).status, 200);
  cut();
  for (const asking of [
    { path: '/sources' },
    { path: `/sources/${ID}` },
    { path: '/favorite-properties' },
    { method: 'POST', path: '/favorite-properties', body: { propertyId: ID } },
    { method: 'DELETE', path: `/favorite-properties/${ID}` },
  ] as const) {
    const answered = await api.call(asking);
    assert.equal(answered.status, 503, asking.path);
    assert.match(readHeader(answered, 'retry-after') ?? '', /^[1-9]\d*$/);
  }
  assert.equal((await api.call({ path: '/nowhere', key: null, outside: true })).status, 404);
  assert.equal((await api.call({ path: '/problems/unavailable', key: null })).status, 200);
  await heal();
  assert.equal((await api.call({ path: '/sources' })).status, 200);
});

test('readiness follows the database, liveness does not', async (t) => {
  const { api, cut, heal } = await cuttable(t);
  const probe = async (path: string) => {
    const { status, body } = await api.call({ path, key: null });
    return { code: status, ...(body as { status: string; checks?: Record<string, string> }) };
  };
  const ready = { code: 200, status: 'ok', checks: { database: 'ok' } };
  assert.deepEqual(await probe('/health/ready'), ready);
  cut();
  assert.deepEqual(await probe('/health/ready'), {
    code: 503,
    status: 'unavailable',
    checks: { database: 'not reachable' },
  });
  assert.deepEqual(await probe('/health/live'), { code: 200, status: 'ok' });
  await heal();
  assert.deepEqual(await probe('/health/ready'), ready);
});

test('internal errors are counted in the metrics', async (t) => {
  const api = await startApi(t);
  await api.db.end();
  await api.call({ path: '/sources' });
  const text = await api.metrics.registry.getSingleMetricAsString('gable_errors_total');
  assert.match(text, /gable_errors_total\{kind="unavailable"\} 1/);
});
