import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/db/pool.ts';
import { sql } from '../../src/db/sql.ts';
import { until } from '../faults/until.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { assistants } from '../support/assistants.ts';
import { freshDatabase } from '../support/database.ts';
import { silentLog } from '../support/log.ts';
import { createOwner } from '../support/owners.ts';
import type { ProblemBody } from '../support/problem-referee.ts';
import { readHeader } from '../support/test-response.ts';

/** Long enough that a query counts as heavy before it is ended. */
const STATEMENT_TIMEOUT_MS = 2_500;
const { db, connection } = await freshDatabase({ after }, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
const api = await startApi({ after }, { db });

/**
 * These tables are locked meanwhile: a query over them runs until it is ended, however fast the machine is.
 */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const locking = openDatabase(connection, { log: silentLog, applicationName: 'gable test' });
  await locking.transaction(async (tx) => {
    await tx.rows(sql`lock table property_search, property_change, sale in access exclusive mode`);
    const holding = setInterval(() => void tx.rows(sql`select 1`), 1_000);
    await work().finally(() => clearInterval(holding));
  });
  await locking.end();
}

const search = (key?: string) =>
  api.call({
    method: 'POST',
    path: '/properties',
    body: { criteria: {} },
    ...(key === undefined ? {} : { key }),
  });

const outcomes = async (outcome: string): Promise<number> => {
  const metric = await api.metrics.registry.getSingleMetric('gable_heavy_queries_total')?.get();
  return metric?.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
};

test('a query that times out says so, with what to narrow, on every route with free queries', async () => {
  const alert = await createTestAlert(db, api.clock, api.owner);
  await whileLocked(async () => {
    for (const [path, body] of [
      ['/properties', { criteria: {} }],
      ['/properties', { criteria: {}, size: 0 }],
      ['/alerts/forecast', { criteria: {} }],
      [`/alerts/${alert.id}/rehearsal`, { days: 1 }],
      ['/transactions/search', {}],
    ] as const) {
      const answered = await api.call({ method: 'POST', path, body });
      assert.deepEqual([path, answered.status], [path, 422]);
      const problem = answered.body as ProblemBody;
      assert.equal(problem.type, '/problems/query-too-heavy', path);
      assert.match(problem.detail ?? '', /narrow/i);
    }
  });
  assert.equal(await outcomes('too_heavy'), 5);
});

test('an assistant reads what to narrow when its question runs out of time', async () => {
  const port = await api.listen();
  for (const connect of Object.values(assistants)) {
    const assistant = await connect({ port, key: api.owner.key });
    await whileLocked(async () => {
      const { isError, text } = await assistant.call('search_properties', {});
      assert.ok(isError);
      assert.match(text, /takes too long/);
      assert.match(text, /Narrow the question/);
    });
    await assistant.close();
  }
});

test('a flood of heavy queries is refused quickly, and other accounts get a session', async () => {
  const other = await createOwner(db, api.clock);
  await whileLocked(async () => {
    const flood = Array.from({ length: 30 }, () => search());
    await pause(100); // all have been admitted to the service
    const isUnderWay = () => db.counts().waiting === 0 && db.counts().total - db.counts().idle >= 2;
    await until(isUnderWay, { within: 20_000, what: () => `the flood (${JSON.stringify(db.counts())})` });
    for (let at = 0; at < 20; at++) {
      const answered = await api.call({ path: '/alerts', key: other.key });
      assert.equal(answered.status, 200);
      assert.equal(db.counts().waiting, 0, 'nobody waits for a session');
    }
    const statuses = await Promise.all(flood);
    const refused = statuses.filter(({ status }) => status === 429);
    const others = statuses.filter(({ status }) => status !== 422 && status !== 429);
    assert.deepEqual(
      others.map(({ status, text }) => `${status} ${text}`),
      [],
    );
    assert.ok(refused.length >= 20, `${refused.length} were refused`);
    for (const answered of refused) {
      assert.match(readHeader(answered, 'retry-after') ?? '', /^\d+$/);
      assert.match(readHeader(answered, 'x-ratelimit-retry-after') ?? '', /^\d{10}$/);
    }
  });
  assert.ok((await outcomes('refused_account')) >= 20);
  assert.equal((await search()).status, 200, 'it is as before when they are over');
  assert.equal((await search(other.key)).status, 200);
});
