import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { importContents } from '../../test/support/import-contents.ts';
import { sql } from '../db/sql.ts';
import { bulkImport } from '../imports/import.ts';
import { systemClock } from '../lib/clock.ts';
import { salesImport } from './import-sales.ts';

/** Six invented sales of one commune, in both editions of the land registry. */
const fixtures = join(import.meta.dirname, '../../test/fixtures/open-data');

const facts = sql`
  select sale_id, date_mutation, price_cents, nature, property_type, living_area, land_area, rooms, city_code, street_number,
         street_name, parcel, external_ref, lots
  from sale order by sale_id`;

test('the same 15 rows in the editions of the tax administration and of Etalab are the same 7 sales', async (t) => {
  const [one, other] = [await freshDatabase(t), await freshDatabase(t)];
  const raw = await bulkImport(one.db, systemClock, salesImport, { path: join(fixtures, 'dvf.txt') });
  const geo = await bulkImport(other.db, systemClock, salesImport, { path: join(fixtures, 'geo-dvf.csv') });
  assert.deepEqual([raw.format, raw.rows, raw.accepted, raw.faults], ['dvf', 15, 7, {}]);
  assert.deepEqual([geo.format, geo.rows, geo.accepted, geo.faults], ['geo-dvf', 15, 7, {}]);
  assert.deepEqual(await one.db.rows(facts), await other.db.rows(facts));
  assert.deepEqual(
    await one.db.rows(sql`
      select price_cents as price, property_type as type, living_area as living, land_area as land, rooms, lots
      from sale order by price_cents`),
    [
      { price: 150_000, type: 'LAND', living: null, land: 85, rooms: null, lots: 'L' },
      { price: 1_800_000, type: 'LAND', living: null, land: 4_100, rooms: null, lots: 'L' },
      { price: 4_100_000, type: 'LAND', living: null, land: 9_500, rooms: null, lots: 'L' },
      { price: 9_700_000, type: 'HOUSE', living: 62, land: 240, rooms: 3, lots: 'H' },
      { price: 13_950_050, type: 'FLAT', living: 50, land: null, rooms: 2, lots: 'FD' },
      { price: 24_800_000, type: 'HOUSE', living: 104, land: 620, rooms: 5, lots: 'HD' },
      { price: 90_500_000, type: 'BUILDING', living: 285, land: null, rooms: 15, lots: 'FFFFFC' },
    ],
  );
});

test('a second edition of the fixture adds only points', async (t) => {
  const { db } = await freshDatabase(t);
  const load = (name: string) => bulkImport(db, systemClock, salesImport, { path: join(fixtures, name) });
  assert.equal((await load('dvf.txt')).changed, 7);
  assert.equal((await load('geo-dvf.csv')).changed, 7, 'points are added');
  assert.equal((await load('dvf.txt')).changed, 0, 'and not removed');
  const whole = await db.rows(facts);
  // The first two lines end inside a sale of two rows.
  const text = readFileSync(join(fixtures, 'geo-dvf.csv'), 'utf8');
  const cut = await freshDatabase(t);
  await importContents(cut.db, salesImport, text.split('\n').slice(0, 2).join('\n'));
  await bulkImport(cut.db, systemClock, salesImport, { path: join(fixtures, 'geo-dvf.csv') });
  assert.deepEqual(await cut.db.rows(facts), whole, 'an interrupted file gives the same sales');
});
