import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { sql } from '../../src/db/sql.ts';
import { addDroppedMembers } from '../../src/ingest/dropped-members.ts';
import { registerSource, sourceIdOf } from '../../src/sources/sources.ts';
import { startApi } from '../support/api.ts';

const api = await startApi({ after });
const { key } = await createApiKey(api.db, api.clock, {
  accountId: api.owner.accountId,
  name: 'operator',
  operator: true,
});

const FEED = { source: 'le-portail', address: 'https://feeds.le-portail.example/all.xml', format: 'kyero' };

const ask = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  accept = 'application/json',
) => api.call({ method, path, key, accept, ...(body === undefined ? {} : { body }) });

test('a feed is created, read, replaced and deleted', async () => {
  const given = await ask('POST', '/operator/feeds', FEED);
  assert.equal(given.status, 201);
  const { id, ...feed } = given.body as Record<string, unknown>;
  assert.deepEqual(
    [feed['source'], feed['intervalSeconds'], feed['full'], feed['enabled'], feed['lastStatus']],
    ['le-portail', 21_600, false, true, null],
  );
  const again = await ask('POST', '/operator/feeds', { ...FEED, full: true, intervalSeconds: 3_600 });
  assert.equal(again.status, 200);
  assert.equal((again.body as { id: string }).id, id);
  assert.deepEqual((await ask('GET', `/operator/feeds/${id}`)).body, again.body);
  assert.deepEqual((await ask('GET', '/operator/feeds')).body, [again.body]);
  assert.equal((await ask('GET', '/operator/feeds', undefined, 'application/vnd.api+json')).status, 200);
  assert.equal((await ask('DELETE', `/operator/feeds/${id}`)).status, 204);
  assert.equal((await ask('GET', `/operator/feeds/${id}`)).status, 404);
});

test('a URL that may not be called, and every other fault, is 422 with its path', async () => {
  const answer = await ask('POST', '/operator/feeds', {
    ...FEED,
    source: 'Le Portail',
    address: 'https://127.0.0.1/x',
  });
  assert.equal(answer.status, 422);
  const { violations } = answer.body as { violations: { propertyPath: string; code: string }[] };
  assert.deepEqual(
    violations.map(({ propertyPath, code }) => [propertyPath, code]),
    [
      ['source', 'invalid'],
      ['address', 'address_not_allowed'],
    ],
  );
});

test('a feed takes a mapping instead of a format; both, neither and a bad one are refused', async () => {
  const mapping = { format: 'csv', url: 'Lien', fields: { displayedPrice: 'Prix', rooms: 'Pieces' } };
  const { format, ...given } = { ...FEED, source: 'own-export' };
  const made = await ask('POST', '/operator/feeds', { ...given, mapping });
  assert.equal(made.status, 201);
  const { id, ...feed } = made.body as Record<string, unknown>;
  assert.deepEqual([feed['format'], feed['mapping']], [null, mapping]);
  assert.deepEqual((await ask('GET', `/operator/feeds/${id}`)).body, made.body);
  const back = await ask('POST', '/operator/feeds', { ...given, format });
  assert.deepEqual([back.status, (back.body as { mapping: unknown }).mapping], [200, null]);
  for (const [body, path] of [
    [given, 'format'],
    [{ ...given, format, mapping }, 'mapping'],
    [{ ...given, mapping: { ...mapping, fields: { prise: 'Prix' } } }, 'mapping'],
  ] as const) {
    const refused = await ask('POST', '/operator/feeds', body);
    assert.equal(refused.status, 422);
    const { violations } = refused.body as { violations: { propertyPath: string }[] };
    assert.deepEqual(
      violations.map(({ propertyPath }) => propertyPath),
      [path],
    );
  }
});

test('the runs of a feed are listed, newest first, in both formats', async () => {
  const { id } = (await ask('POST', '/operator/feeds', FEED)).body as { id: string };
  await api.db.rows(sql`
    insert into feed_run (feed_id, feed_run_id, started_at, finished_at, status, bytes, sha256, rejected, rejections, error)
    values (${id}, ${randomUUID()}, '2026-10-01', '2026-10-02', 'FAILED', 12, '\\x00ff', 1, '[{"line":3,"reason":"no"}]', 'broken'),
           (${id}, ${randomUUID()}, '2026-10-03', null, 'RUNNING', null, null, 0, '[]', null)`);
  const runs = (await ask('GET', `/operator/feeds/${id}/runs`)).body as Record<string, unknown>[];
  assert.deepEqual(
    runs.map(({ status, sha256, rejections }) => [status, sha256, rejections]),
    [
      ['RUNNING', null, []],
      ['FAILED', '00ff', [{ line: 3, reason: 'no' }]],
    ],
  );
  assert.equal(
    (await ask('GET', `/operator/feeds/${id}/runs`, undefined, 'application/vnd.api+json')).status,
    200,
  );
  assert.equal((await ask('GET', `/operator/feeds/${randomUUID()}/runs`)).status, 404);
});

test('dropped members of a source are listed, the most frequent first', async () => {
  await registerSource(api.db, api.clock, { slug: 'mots', name: 'Mots', domain: null });
  const sourceId = sourceIdOf('mots');
  const dropped = (member: string, count: number) => ({
    sourceId,
    member,
    why: 'unknown',
    count,
    example: 'x',
  });
  await addDroppedMembers(api.db, [dropped('colour', 2), dropped('mood', 7)] as never, api.clock.now());
  const path = `/operator/sources/${sourceId}/dropped-members`;
  const rows = (await ask('GET', path)).body as { member: string; count: number }[];
  assert.deepEqual(
    rows.map(({ member, count }) => [member, count]),
    [
      ['mood', 7],
      ['colour', 2],
    ],
  );
  assert.equal((await ask('GET', `${path}?days=91`)).status, 422);
  assert.equal((await ask('GET', `/operator/sources/${randomUUID()}/dropped-members`)).status, 404);
});

test("a customer's key reaches none of it", async () => {
  for (const path of [
    '/operator/feeds',
    `/operator/feeds/${randomUUID()}`,
    `/operator/feeds/${randomUUID()}/runs`,
  ]) {
    assert.equal((await api.call({ method: 'GET', path, accept: 'application/json' })).status, 403);
  }
});
