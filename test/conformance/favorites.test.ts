import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Db, sql } from '../../src/db/sql.ts';
import type { FavoriteProperty } from '../../src/favorites/favorites.ts';
import { startApi } from '../support/api.ts';
import { fetchAllPages, readBoth } from '../support/both-formats.ts';
import { createMergedProperty, createOwner, createTestProperty } from '../support/owners.ts';
import { findProblemErrors } from '../support/problem-referee.ts';
import { readHeader, type TestResponse } from '../support/test-response.ts';

const api = await startApi({ after });
const path = '/favorite-properties';
const keep = (body: unknown, key = api.owner.key) =>
  api.call({ method: 'POST', path, body, key, accept: 'application/json' });
const flat = (answered: TestResponse) => answered.body as FavoriteProperty;

test('a favorite is created: 201, its location, and both formats there', async () => {
  const propertyId = await createTestProperty(api.db, api.clock);
  const created = await keep({ propertyId });
  assert.equal(created.status, 201);
  assert.equal(flat(created).propertyId, propertyId);
  assert.equal(readHeader(created, 'location'), `${path}/${flat(created).id}`);
  assert.deepEqual(await readBoth(api, readHeader(created, 'location') ?? ''), created.body);
});

test('the same property twice is the favorite that exists, with 200', async () => {
  const propertyId = await createTestProperty(api.db, api.clock);
  const [first, second] = [await keep({ propertyId }), await keep({ propertyId: propertyId.toUpperCase() })];
  assert.deepEqual([first.status, second.status], [201, 200]);
  assert.deepEqual(second.body, first.body);
  assert.equal(readHeader(second, 'location'), readHeader(first, 'location'));
});

test('a favorite of a merged property refers to its survivor, once', async () => {
  const { gone, survivor } = await createMergedProperty(api.db, api.clock);
  const [byOld, byNew] = [await keep({ propertyId: gone }), await keep({ propertyId: survivor })];
  assert.equal(flat(byOld).propertyId, survivor);
  assert.deepEqual([byOld.status, byNew.status], [201, 200]);
  assert.deepEqual(byNew.body, byOld.body);
});

test('a property that does not exist is 422 with the path', async () => {
  const answered = await keep({ propertyId: '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f' });
  assert.deepEqual(findProblemErrors(answered), ['422 unknown_property propertyId']);
});

test('a favorite is deleted with 204 and nothing else, then is gone', async () => {
  const { id } = flat(await keep({ propertyId: await createTestProperty(api.db, api.clock) }));
  const one = `${path}/${id}`;
  const deleted = await api.call({ method: 'DELETE', path: one });
  assert.deepEqual([deleted.status, deleted.text, readHeader(deleted, 'content-type')], [204, '', undefined]);
  assert.equal((await api.call({ method: 'DELETE', path: one })).status, 404);
  assert.equal((await api.call({ path: one })).status, 404);
});

test('a favorite that is deleted and added again is a new one', async () => {
  const propertyId = await createTestProperty(api.db, api.clock);
  const { id } = flat(await keep({ propertyId }));
  await api.call({ method: 'DELETE', path: `${path}/${id}` });
  const again = await keep({ propertyId });
  assert.equal(again.status, 201);
  assert.notEqual(flat(again).id, id);
});

test('a representation that was read may be sent back: computed members are ignored', async () => {
  const propertyId = await createTestProperty(api.db, api.clock);
  const read = flat(await keep({ propertyId }));
  assert.deepEqual((await keep(read)).body, read);
  const mine = await keep({ id: 'mine', propertyId: await createTestProperty(api.db, api.clock) });
  assert.equal(mine.status, 201);
  assert.notEqual(flat(mine).id, 'mine');
});

test('31 favorites are two pages, the oldest first', async (t) => {
  const other = await startApi(t);
  const kept: string[] = [];
  for (let at = 0; at < 31; at++) {
    const propertyId = await createTestProperty(other.db, other.clock);
    const body = { propertyId };
    kept.push(
      (
        (await other.call({ method: 'POST', path, body, accept: 'application/json' }))
          .body as FavoriteProperty
      ).id,
    );
  }
  const pages = await fetchAllPages(other, path);
  assert.deepEqual(
    pages.map(({ data }) => data.length),
    [30, 1],
  );
  assert.deepEqual(
    pages.flatMap(({ data }) => data.map(({ id }) => id)),
    kept,
  );
  assert.equal((await readBoth<FavoriteProperty[]>(other, `${path}?page=2`))[0]?.id, kept[30]);
});

const rowsOf = async (db: Db, propertyId: string) =>
  (await db.rows(sql`select from favorite_property where property_id = ${propertyId}`)).length;

test('20 concurrent clients that add one property create one favorite, and all get the same answer', async () => {
  const propertyId = await createTestProperty(api.db, api.clock);
  const answers = await Promise.all(Array.from({ length: 20 }, () => keep({ propertyId })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 200).length, 19);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(await rowsOf(api.db, propertyId), 1);
});

test('concurrent adding and deleting never fails', async () => {
  const propertyId = await createTestProperty(api.db, api.clock);
  const { id } = flat(await keep({ propertyId }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? keep({ propertyId }) : api.call({ method: 'DELETE', path: `${path}/${id}` }),
    ),
  );
  for (const { status } of answers) assert.ok([200, 201, 204, 404].includes(status), String(status));
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
});

test('favorites of two accounts are separate', async () => {
  const other = await createOwner(api.db, api.clock);
  const propertyId = await createTestProperty(api.db, api.clock);
  const [mine, theirs] = [await keep({ propertyId }), await keep({ propertyId }, other.key)];
  assert.deepEqual([mine.status, theirs.status], [201, 201]);
  assert.notEqual(flat(mine).id, flat(theirs).id);
});

test('favorites of a merged property move to its survivor, one for an account that had both', async () => {
  const other = await createOwner(api.db, api.clock);
  const [gone, survivor] = [
    await createTestProperty(api.db, api.clock),
    await createTestProperty(api.db, api.clock),
  ];
  const [moved] = [flat(await keep({ propertyId: gone }))];
  await keep({ propertyId: gone }, other.key);
  const kept = flat(await keep({ propertyId: survivor }, other.key));
  await api.db.rows(sql`update property set merged_into = ${survivor} where property_id = ${gone}`);
  assert.deepEqual(await readBoth(api, `${path}/${moved.id}`), { id: moved.id, propertyId: survivor });
  const [shown] = await readBoth<FavoriteProperty[]>(api, path, other.key);
  assert.equal(shown?.propertyId, kept.propertyId, 'one for both');
  assert.equal((await readBoth<FavoriteProperty[]>(api, path, other.key)).length, 1);
});
