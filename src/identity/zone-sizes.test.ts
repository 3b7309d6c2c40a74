import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { HOUR_MS } from '../lib/durations.ts';
import { ZoneCounter } from './zone-sizes.ts';

const AT = new Date('2026-05-01T00:00:00Z');
const later = (hours: number): Date => new Date(AT.getTime() + hours * HOUR_MS);

test('a zone counts by its live listings, as usual while they are few, and is counted once a day', async (t) => {
  const { db } = await freshDatabase(t);
  const add = (count: number, zone: string, gone: Date | null): Promise<unknown> =>
    db.rows(sql`
      insert into listing_feature
        (listing_id, property_id, property_created_at, joined_at, feature, feature_version, transaction_type, zone, expired_at)
      select gen_random_uuid(), gen_random_uuid(), ${AT}, ${AT}, '{}', 1, 'SELL', ${zone}, ${gone}::timestamptz
      from generate_series(1, ${count}::int)`);
  await add(3, '44109', null);
  await add(1_100, '75115', null);
  await add(1_100, '13055', AT);
  await add(60, '29151', null);
  const zones = new ZoneCounter();
  const readSizes = (): number[] =>
    ['44109', '75115', '13055', '29151', 'nowhere'].map((zone) => zones.sizes('SELL', zone));
  assert.deepEqual(readSizes(), [1_024, 1_024, 1_024, 1_024, 1_024]);
  await zones.recount(db, AT, 40);
  assert.deepEqual(readSizes(), [1_024, 2_048, 1_024, 1_024, 1_024]);
  assert.equal(zones.sizes('RENT', '75115'), 1_024);
  await add(3_000, '44109', null);
  await zones.recount(db, later(23), 40);
  assert.equal(zones.sizes('SELL', '44109'), 1_024);
  await zones.recount(db, later(25), 40);
  assert.equal(zones.sizes('SELL', '44109'), 8_192);
});

test('a large market is counted again only when a part of it moved', async (t) => {
  const { db } = await freshDatabase(t);
  await db.rows(sql`
    insert into listing_feature
      (listing_id, property_id, property_created_at, joined_at, feature, feature_version, transaction_type, zone)
    select gen_random_uuid(), gen_random_uuid(), ${AT}, ${AT}, '{}', 1, 'SELL', 'a' from generate_series(1, 20000)`);
  const zones = new ZoneCounter();
  await zones.recount(db, AT, 40);
  await db.rows(sql`update listing_feature set zone = 'b'`);
  await zones.recount(db, later(25), 900);
  assert.equal(zones.sizes('SELL', 'b'), 1_024);
  await zones.recount(db, later(49), 900);
  await zones.recount(db, later(73), 1);
  assert.equal(zones.sizes('SELL', 'b'), 32_768);
});

test('a market that is filled in one day is counted as it grows', async (t) => {
  const { db } = await freshDatabase(t);
  const zones = new ZoneCounter();
  await zones.recount(db, AT, 40);
  await db.rows(sql`
    insert into listing_feature
      (listing_id, property_id, property_created_at, joined_at, feature, feature_version, transaction_type, zone)
    select gen_random_uuid(), gen_random_uuid(), ${AT}, ${AT}, '{}', 1, 'SELL', 'a' from generate_series(1, 10000)`);
  await zones.recount(db, AT, 9_950);
  assert.equal(zones.sizes('SELL', 'a'), 1_024);
  await zones.recount(db, later(1), 10);
  assert.equal(zones.sizes('SELL', 'a'), 1_024);
  // Of an earlier day: files of a month are read one after another.
  await zones.recount(db, later(-48), 10);
  assert.equal(zones.sizes('SELL', 'a'), 16_384);
  await zones.recount(db, AT, 9_000);
  await db.rows(sql`update listing_feature set zone = 'b'`);
  await zones.recount(db, later(2), 10);
  assert.equal(zones.sizes('SELL', 'b'), 1_024);
});
