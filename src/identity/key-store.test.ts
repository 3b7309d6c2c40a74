import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { emptyDatabase, freshDatabase } from '../../test/support/database.ts';
import { silentLog as log } from '../../test/support/log.ts';
import { madeFeature } from '../../test/support/made-feature.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/pool.ts';
import { sql } from '../db/sql.ts';
import { namedId } from '../lib/ids.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { type BlockingKey, blockingKeys } from './blocking-keys.ts';
import { dropKeys, KEY_COLUMNS, loadPostings, putKeys } from './key-store.ts';
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

test('each column of keys is read by its index', async () => {
  for (const column of KEY_COLUMNS) {
    const plan = await db.transaction(async (within) => {
      await within.rows(sql`set local enable_seqscan = off`);
      return within.rows<{ 'QUERY PLAN': string }>(
        sql`explain select listing_id from listing_key where ${column} = 4711 and ${column} >= 0 limit 61`,
      );
    });
    assert.match(
      plan.map((row) => row['QUERY PLAN']).join(' '),
      new RegExp(`listing_key_\\d.*${column.text} =`),
    );
  }
});

test('a key finds its rows of a former version by any key that is left', async () => {
  const [listingId, keys] = [id(9_001), keysOf(9_001, [])];
  await putKeys(db, [{ listingId, keys }]);
  await dropKeys(db, [{ listingId, keys: keys.filter((_, at) => at % 3 > 0) }]);
  const found = await loadPostings(db, keys);
  assert.ok(found.length < keys.length / 6, `${found.length} of ${keys.length} keys are left`);
  await db.rows(sql`delete from listing_key`);
});

test('listing and first column are the identity of a row, which a move of a region needs', async () => {
  await putKeys(
    db,
    Array.from({ length: 9 }, (_, at) => ({ listingId: id(at), keys: keysOf(at, []) })),
  );
  await db.rows(sql`create unique index moving on listing_key (listing_id, key_0)`);
  await db.rows(sql`alter table listing_key replica identity using index moving`);
  await db.rows(sql`alter table listing_key replica identity full`);
  await db.rows(sql`drop index moving`);
  await db.rows(sql`delete from listing_key`);
});

test('the keys of an older database are found as before', async (t) => {
  const { connection } = await emptyDatabase(t);
  await migrate(connection, { folder: 'migrations', log, through: '0053_partitions_of_history' });
  const older = openDatabase(connection, { log, applicationName: 'gable test' });
  t.after(() => older.end());
  const stored = Array.from({ length: 20 }, (_, at) => ({
    listingId: id(at),
    keys: keysOf(at % 10, []),
  }));
  for (const { listingId, keys } of stored)
    await older.rows(sql`
      insert into listing_key (key, listing_id)
      select key, ${listingId}::uuid from unnest(${keys.map(({ key }) => key)}::bigint[]) as key`);
  await migrate(connection, { folder: 'migrations', log });
  await putKeys(db, stored);
  const asked = stored.slice(0, 10).flatMap(({ keys }) => keys);
  const sorted = async (from: typeof db) =>
    (await loadPostings(from, asked))
      .map(({ at, listingIds }) => `${at} ${listingIds.split(' ').toSorted().join()}`)
      .toSorted();
  const [before, now] = [await sorted(older), await sorted(db)];
  const same = async (from: typeof db) =>
    (
      await from.rows<{ rows: number }>(
        sql`select count(distinct (listing_id, key_0))::int as rows from listing_key`,
      )
    )[0]?.rows;
  assert.equal(await same(older), await same(db));
  assert.equal(before.length, asked.length);
  assert.deepEqual(before, now);
});
