import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { madeFeature } from '../../test/support/made-feature.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { namedId } from '../lib/ids.ts';
import { findDueListings } from './due.ts';
import { model } from './model.ts';
import { purgeKeys, purgeKeysJob } from './purge-keys.ts';
import { resolve } from './resolve.ts';
import { Scorer } from './score.ts';
import { SqlIdentityStore } from './store.ts';

const id = (name: string): string => namedId('2f1c7c0e-6a3d-5d2b-8b3e-4f6d0c9a7e11', name);
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 12));
const flat = { kwh: 181, co2: 21 };

async function begin(t: { after(end: () => Promise<void>): void }) {
  const { db } = await freshDatabase(t);
  const identity = { store: new SqlIdentityStore(db), scorer: new Scorer(model), zones: () => 1_024 };
  const place = (name: string, facts: object, on: number) =>
    resolve(identity, madeFeature(id(name), { from: day(on).getTime(), ...facts }), day(on));
  return { db, place };
}

test('a listing that stands alone is due after a day and after a week, one in company is not', async (t) => {
  const { db, place } = await begin(t);
  const alone = { zone: 'elsewhere', area: 91, rooms: 4, prices: [400_000] };
  await place('a', alone, 1);
  await place('b', flat, 1);
  await place('c', flat, 1);
  await place('b', flat, 1);
  assert.deepEqual(await findDueListings(db, day(1), 9), []);
  assert.deepEqual(await findDueListings(db, day(2), 9), [id('a')]);
  await place('a', { ...alone, from: day(1).getTime() }, 2);
  assert.deepEqual(await findDueListings(db, day(7), 9), []);
  assert.deepEqual(await findDueListings(db, day(8), 9), [id('a')]);
});

test('a listing that was keyed by another version of features is keyed again with its next change', async (t) => {
  const { db, place } = await begin(t);
  const first = await place('a', flat, 1);
  await db.rows(sql`delete from listing_key`);
  await place('a', flat, 2);
  assert.deepEqual(await db.rows(sql`select from listing_key`), [], 'equal keys are not written again');
  await db.rows(sql`update listing_feature set feature_version = feature_version - 1`);
  await place('a', flat, 3);
  assert.equal((await place('b', flat, 3)).propertyId, first.propertyId);
});

test('a new price leaves the rows of photos as they are, and other photos replace them', async (t) => {
  const { db, place } = await begin(t);
  const readPhotos = () =>
    db.rows<{ writer: string; photo: string }>(
      sql`select xmin::text as writer, photo::text as photo from listing_photo order by photo`,
    );
  const first = await place('a', { ...flat, photos: [1, 2, 3, 4], prices: [300_000] }, 1);
  const before = await readPhotos();
  assert.equal(before.length, 2);
  await place('a', { ...flat, photos: [1, 2, 3, 4], prices: [300_000, 290_000] }, 2);
  assert.deepEqual(await readPhotos(), before);
  await place('a', { ...flat, photos: [1, 2], prices: [300_000, 290_000] }, 3);
  assert.deepEqual(
    (await readPhotos()).map(({ photo }) => photo),
    [String(2 ** 32 + 2)],
  );
  assert.equal(
    (await place('b', { ...flat, photos: [1, 2], prices: [290_000] }, 4)).propertyId,
    first.propertyId,
  );
});

test('an advert that is long gone is no longer found, until it comes back', async (t) => {
  const { db, place } = await begin(t);
  const first = await place('a', { ...flat, to: day(2).getTime() }, 1);
  assert.equal(await purgeKeys(db, day(100), 9), 0);
  const duty = purgeKeysJob({ db, clock: { ...systemClock, now: () => day(200) } });
  await duty.run(new AbortController().signal);
  assert.equal(await purgeKeys(db, day(200), 9), 0);
  assert.deepEqual(
    await db.rows(sql`select listing_id from listing_key union all select listing_id from listing_photo`),
    [],
  );
  await place('a', { ...flat, from: day(1).getTime() }, 201);
  assert.equal((await place('b', flat, 202)).propertyId, first.propertyId);
});
