import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { madeFeature } from '../../test/support/made-feature.ts';
import { sql } from '../db/sql.ts';
import { namedId } from '../lib/ids.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { type BlockingKey, blockingKeys } from './blocking-keys.ts';
import { dropKeys, loadPostings, putKeys } from './key-store.ts';
import { isNearPhoto } from './postings.ts';

const { db } = await freshDatabase({ after });
const random = seededRandom(4_711);
const half = (): number => Math.floor(random() * 2 ** 32);
const id = (at: number): string => namedId('2f1c7c0e-6a3d-5d2b-8b3e-4f6d0c9a7e11', `listing ${at}`);

const HOMES = 120;
const keysOf = (at: number, photos: number[]): BlockingKey[] =>
  blockingKeys(madeFeature(id(at), { area: 30 + at, prices: [200_000 + at * 777], photos }));

/** The same photo with up to twelve other bits. */
function disturb(photo: readonly [number, number]): [number, number] {
  const [high, low] = photo;
  const mask = (): number => (1 << Math.floor(random() * 32)) >>> 0;
  const bits = Math.floor(random() * 7);
  let [one, other] = [high, low];
  for (let at = 0; at < bits; at += 1) [one, other] = [(one ^ mask()) >>> 0, (other ^ mask()) >>> 0];
  return [one, other];
}

test('listings are found by the keys and near photos they share, and no longer when their keys are dropped', async () => {
  const originals = Array.from({ length: HOMES }, (): [number, number] => [half(), half()]);
  const stored = originals.map((photo, at) => ({
    listingId: id(at),
    keys: keysOf(at, [...photo, ...photo]),
  }));
  await putKeys(db, stored);
  const asked = originals.flatMap((photo, at) => keysOf(at + 1_000, disturb(photo)));
  const found = await loadPostings(db, asked);
  const actual = found.flatMap(({ at, listingIds }) =>
    listingIds.split(' ').map((listing) => `${at} ${listing}`),
  );
  const expected = asked.flatMap(({ key, photo }, index) =>
    stored
      .filter(({ keys }) => {
        const posted = keys.filter((one) => one.key === key);
        return (
          posted.length > 0 &&
          isNearPhoto(
            photo,
            posted.map((one) => one.photo),
          )
        );
      })
      .map(({ listingId }) => `${index + 1} ${listingId}`),
  );
  assert.ok(expected.length > HOMES / 2, 'photos are found by their bands');
  assert.deepEqual(actual.toSorted(), expected.toSorted());
  await dropKeys(db, stored);
  assert.deepEqual(
    await loadPostings(
      db,
      stored.flatMap(({ keys }) => keys),
    ),
    [],
  );
  assert.deepEqual(await db.rows(sql`select 1 from listing_key union all select 1 from listing_photo`), []);
});

test('each band is read by its index', async () => {
  for (const expression of [
    '(photo >> 44) & 1048575',
    '(photo >> 29) & 1048575',
    '(photo >> 14) & 1048575',
    'photo & 1048575',
  ]) {
    const indexes = await db.rows(sql`
      select 1 from pg_indexes where tablename = 'listing_photo' and strpos(replace(replace(indexdef, '(', ''), ')', ''), ${expression.replace(/[()]/g, '')}) > 0`);
    assert.ok(indexes.length >= 1, expression);
  }
});
