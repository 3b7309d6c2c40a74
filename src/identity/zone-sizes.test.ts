import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { CountedZones } from './zone-sizes.ts';

const AT = new Date('2026-05-01T00:00:00Z');
const later = (hours: number): Date => new Date(AT.getTime() + hours * 3_600_000);

test('a zone counts as usual until its live listings are many, and is counted once a day', async (t) => {
  const { db } = await freshDatabase(t);
  const add = (count: number, zone: string, gone: Date | null): Promise<unknown> =>
    db.rows(sql`
      insert into listing_feature
        (listing_id, property_id, property_born_at, joined_at, feature, feature_version, transaction_type, zone, expired_at)
      select gen_random_uuid(), gen_random_uuid(), ${AT}, ${AT}, '{}', 1, 'SELL', ${zone}, ${gone}::timestamptz
      from generate_series(1, ${count}::int)`);
  await add(3, '44109', null);
  await add(1_100, '75115', null);
  await add(1_100, '13055', AT);
  const zones = new CountedZones();
  const told = (): number[] =>
    ['44109', '75115', '13055', 'nowhere'].map((zone) => zones.sizes('SELL', zone));
  assert.deepEqual(told(), [1_024, 1_024, 1_024, 1_024]);
  await zones.recount(db, AT);
  assert.deepEqual(told(), [1_024, 2_048, 1_024, 1_024]);
  assert.equal(zones.sizes('RENT', '75115'), 1_024);
  await add(3_000, '44109', null);
  await zones.recount(db, later(23));
  assert.equal(zones.sizes('SELL', '44109'), 1_024);
  await zones.recount(db, later(25));
  assert.equal(zones.sizes('SELL', '44109'), 8_192);
});
