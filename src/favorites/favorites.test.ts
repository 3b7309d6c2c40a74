import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { createMergedProperty, createTestProperty } from '../../test/support/owners.ts';
import { type Db, sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { addFavorite, findFavorite, listFavorites, removeFavorite } from './favorites.ts';

const { db } = await freshDatabase({ after });

test('a property is added once and then found', async () => {
  const [account, property] = [randomUUID(), await createTestProperty(db, systemClock)];
  const [first, second] = [
    await addFavorite(db, systemClock, account, property),
    await addFavorite(db, systemClock, account, property),
  ];
  assert.deepEqual([first.outcome, second.outcome], ['added', 'already']);
  assert.ok('favorite' in first && 'favorite' in second);
  assert.deepEqual(second.favorite, first.favorite);
  assert.deepEqual(await findFavorite(db, account, first.favorite.id), first.favorite);
  assert.equal(await findFavorite(db, randomUUID(), first.favorite.id), undefined);
});

test('merges are followed to the last survivor', async () => {
  const { gone, survivor } = await createMergedProperty(db, systemClock);
  const last = await createTestProperty(db, systemClock);
  await db.rows(sql`update property set merged_into = ${last} where property_id = ${survivor}`);
  const added = await addFavorite(db, systemClock, randomUUID(), gone);
  assert.ok('favorite' in added && added.favorite.propertyId === last);
});

test('an unknown property is not added', async () => {
  const added = await addFavorite(db, systemClock, randomUUID(), randomUUID());
  assert.deepEqual(added, { outcome: 'no-property' });
});

test('a favorite that another request adds concurrently is found', async () => {
  const [account, property] = [randomUUID(), await createTestProperty(db, systemClock)];
  let reads = 0;
  const interrupted: Db = {
    rows: async (statement) => {
      const rows = await db.rows(statement);
      reads += 1;
      if (reads === 2) await addFavorite(db, systemClock, account, property);
      return rows as never;
    },
  };
  const added = await addFavorite(interrupted, systemClock, account, property);
  assert.equal(added.outcome, 'already');
  assert.equal((await listFavorites(db, account, { page: 1 })).total, 1);
});

test('after a split each favorite is again on the property that was chosen', async () => {
  const account = randomUUID();
  const [gone, survivor] = [
    await createTestProperty(db, systemClock),
    await createTestProperty(db, systemClock),
  ];
  await addFavorite(db, systemClock, account, gone);
  await addFavorite(db, systemClock, account, survivor);
  const shown = async () =>
    (await listFavorites(db, account, { page: 1 })).rows.map(({ propertyId }) => propertyId);
  const mergeInto = (into: string | null) =>
    db.rows(sql`update property set merged_into = ${into} where property_id = ${gone}`);
  await mergeInto(survivor);
  assert.deepEqual(await shown(), [survivor], 'one of both');
  await mergeInto(null);
  assert.deepEqual(await shown(), [gone, survivor]);
  await mergeInto(survivor);
  const [{ id = '' } = {}] = (await listFavorites(db, account, { page: 1 })).rows;
  assert.equal(await removeFavorite(db, account, id), true);
  assert.deepEqual(await shown(), [], 'the other one does not show up in its place');
});

test('only its owner removes a favorite, once', async () => {
  const account = randomUUID();
  const added = await addFavorite(db, systemClock, account, await createTestProperty(db, systemClock));
  assert.ok('favorite' in added);
  const { id } = added.favorite;
  assert.equal(await removeFavorite(db, randomUUID(), id), false);
  assert.equal(await removeFavorite(db, account, id), true);
  assert.equal(await removeFavorite(db, account, id), false);
});
