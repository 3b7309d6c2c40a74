import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { findProperty } from './lookup.ts';
import { pickLargest, pickOldest, planMerge, planSplit } from './merge.ts';
import { record } from './record.ts';

const { db } = await freshDatabase({ after });

test('the older property survives a merge, of two created together the one that sorts first', () => {
  const createdOn = (propertyId: string, on: number) => ({ propertyId, createdAt: day(on) });
  assert.equal(pickOldest([createdOn('a', 2), createdOn('b', 1), createdOn('c', 3)])?.propertyId, 'b');
  assert.equal(pickOldest([createdOn('b', 1), createdOn('a', 1)])?.propertyId, 'a');
  assert.equal(pickOldest([]), undefined);
});

test('the largest part of a split retains the id, of equals the first', () => {
  assert.deepEqual(pickLargest([['a'], ['b', 'c'], ['d', 'e']]), ['b', 'c']);
});

test('three properties are merged into one and split again as requested', async () => {
  const listings = [1, 2, 3, 4].map((on) => madeListing({}, { createdAt: day(on) }));
  const [a, b, c, d] = listings.map(({ id }) => id) as [string, string, string, string];
  const properties = [
    await recordTogether(db, listings.slice(2, 3), day(1)),
    await recordTogether(db, listings.slice(0, 2), day(2)),
    await recordTogether(db, listings.slice(3), day(3)),
  ];
  const [oldest = ''] = properties;
  await record(db, { moves: await planMerge(db, properties) }, day(4));
  for (const id of properties) assert.equal((await findProperty(db, id))?.id, oldest);
  assert.deepEqual(
    (await findProperty(db, oldest))?.listings.map(({ id }) => id),
    [a, b, c, d],
  );
  const moves = planSplit([[a], [b, c, d]], day(5));
  await record(db, { moves }, day(5));
  assert.deepEqual(
    (await findProperty(db, oldest))?.listings.map(({ id }) => id),
    [b, c, d],
  );
  const propertyId = moves[0]?.propertyId ?? '';
  assert.deepEqual(
    (await findProperty(db, propertyId))?.listings.map(({ id }) => id),
    [a],
  );
  for (const id of properties)
    assert.equal((await findProperty(db, id))?.id, oldest, 'every id still answers');
});

test('merging a property with itself, or with a deleted one, moves nothing', async () => {
  const id = await recordTogether(db, [madeListing()], day(1));
  assert.deepEqual(await planMerge(db, [id, id]), []);
  assert.deepEqual(await planMerge(db, []), []);
});
