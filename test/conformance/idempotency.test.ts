import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { purgeIdempotentAnswers } from '../../src/accounts/idempotent-answers.ts';
import { createsResource } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { firstRow, sql } from '../../src/db/sql.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { startApi } from '../support/api.ts';
import { createOwner, createTestProperty } from '../support/owners.ts';
import { readHeader } from '../support/test-response.ts';

const clock = new MovableClock('2026-11-16T12:00:00Z');
const api = await startApi({ after }, { clock });
const { db } = api;
const webhookUrl = 'https://hooks.customer.example/in';

const createAlert = (key: string, more: { body?: object; owner?: string; accept?: string } = {}) =>
  api.call({
    method: 'POST',
    path: '/alerts',
    key: more.owner ?? api.owner.key,
    headers: { 'idempotency-key': key, accept: more.accept ?? 'application/json' },
    body: more.body ?? { name: 'Once', notificationDestination: { webhookUrl } },
  });
const countAlerts = async (accountId: string) =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from alert where account_id = ${accountId}`,
    )
  )?.count;

test('the same request with the same key creates once and gets the same answer', async () => {
  const owner = await createOwner(db, clock);
  const key = randomUUID();
  const first = await createAlert(key, { owner: owner.key });
  const again = await createAlert(key, { owner: owner.key });
  assert.equal(first.status, 201);
  assert.match(first.text, /whsec_/, 'the answer that shows the signing key once');
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
  assert.equal(readHeader(again, 'location'), readHeader(first, 'location'));
  assert.equal(readHeader(first, 'idempotent-replayed'), undefined);
  assert.equal(readHeader(again, 'idempotent-replayed'), 'true');
  const jsonApi = await createAlert(key, { owner: owner.key, accept: 'application/vnd.api+json' });
  assert.equal((jsonApi.body as { data: { id: string } }).data.id, (first.body as { id: string }).id);
  assert.equal(await countAlerts(owner.accountId), 1);
});

test('what is stored of an answer cannot be read in the database', async () => {
  const owner = await createOwner(db, clock);
  await createAlert(randomUUID(), { owner: owner.key });
  const row = await firstRow<{ answer: Buffer }>(
    db,
    sql`select answer from idempotent_answer where account_id = ${owner.accountId}`,
  );
  assert.ok(row !== undefined && row.answer.length > 100);
  assert.ok(!row.answer.includes('whsec_'));
});

test('the same key with another body or path is refused, and nothing is created', async () => {
  const key = randomUUID();
  assert.equal((await createAlert(key)).status, 201);
  const before = await countAlerts(api.owner.accountId);
  const other = await createAlert(key, {
    body: { name: 'Another', notificationDestination: { webhookUrl } },
  });
  assert.equal(other.status, 422);
  assert.match(other.text, /key_reused/);
  const elsewhere = await api.call({
    method: 'POST',
    path: '/favorite-properties',
    headers: { 'idempotency-key': key },
    body: { propertyId: await createTestProperty(db, clock) },
  });
  assert.equal(elsewhere.status, 422);
  assert.equal(await countAlerts(api.owner.accountId), before);
});

test('a key belongs to one account', async () => {
  const key = randomUUID();
  const [one, other] = [await createOwner(db, clock), await createOwner(db, clock)];
  const ids = await Promise.all(
    [one, other].map(
      async (owner) => ((await createAlert(key, { owner: owner.key })).body as { id: string }).id,
    ),
  );
  assert.equal(new Set(ids).size, 2);
});

test('of concurrent duplicates one creates, and all get its answer', async () => {
  const owner = await createOwner(db, clock);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => createAlert(key, { owner: owner.key })));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(answers.filter((answer) => readHeader(answer, 'idempotent-replayed') === undefined).length, 1);
  assert.equal(await countAlerts(owner.accountId), 1);
});

test('a creation that was refused leaves its key free', async () => {
  const key = randomUUID();
  const refused = await createAlert(key, {
    body: { name: 'Plain', notificationDestination: { webhookUrl: 'http://a.example/' } },
  });
  assert.equal(refused.status, 422);
  assert.equal((await createAlert(key)).status, 201);
});

test('after 24 hours a key is free again, and its answer is deleted', async () => {
  const key = randomUUID();
  const first = (await createAlert(key)).body as { id: string };
  await clock.advance({ hours: 23 });
  assert.equal(((await createAlert(key)).body as { id: string }).id, first.id);
  await clock.advance({ hours: 1 });
  assert.notEqual(((await createAlert(key)).body as { id: string }).id, first.id);
  await clock.advance({ hours: 24 });
  await purgeIdempotentAnswers(db, clock.now());
  assert.deepEqual(await db.rows(sql`select 1 from idempotent_answer`), []);
});

test('a key that is no printable text is malformed', async () => {
  for (const key of ['', 'a b', 'x'.repeat(256)]) {
    const answer = await createAlert(key);
    assert.equal(answer.status, 400, JSON.stringify(key));
    assert.match(answer.text, /Idempotency-Key/);
  }
});

test('every creation of the API takes a key, and its description says so', () => {
  const creating = routes.filter(createsResource).map(({ operationId }) => operationId);
  for (const name of ['createAlert', 'createEventDestination', 'createFavoriteProperty', 'createFeed'])
    assert.ok(creating.includes(name), name);
});
