import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { planMerge, planSplit } from '../../test/support/plan-moves.ts';
import { findProperty } from './lookup.ts';
import { record } from './record.ts';

const { db } = await freshDatabase({ after });

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
