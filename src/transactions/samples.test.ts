import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { importContents } from '../../test/support/import-contents.ts';
import { sql } from '../db/sql.ts';
import { bulkImport } from '../imports/import.ts';
import { systemClock } from '../lib/clock.ts';
import { salesImport } from './import-sales.ts';
import { type Sale, saleColumns } from './sale.ts';

/** Six invented sales of one commune, in both editions of the land registry. */
const fixtures = join(import.meta.dirname, '../../test/fixtures/open-data');
/** Real files of the land registry, where they are beside the checkout. */
const samples = join(import.meta.dirname, '../../../shared/samples');
const skip = existsSync(samples) ? false : 'no sample files beside this checkout';
const RAW = 'dvf-raw/valeursfoncieres-2021-S1-snippet.txt';
const GEO = 'geo-dvf/geo-dvf-2021-S1-snippet.csv';

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

test('the same 41 rows in the editions of the tax administration and of Etalab are the same 19 sales', {
  skip,
}, async (t) => {
  const [one, other] = [await freshDatabase(t), await freshDatabase(t)];
  const raw = await bulkImport(one.db, systemClock, salesImport, { path: join(samples, RAW) });
  const geo = await bulkImport(other.db, systemClock, salesImport, { path: join(samples, GEO) });
  assert.deepEqual([raw.format, raw.rows, raw.accepted, raw.faults], ['dvf', 41, 19, {}]);
  assert.deepEqual([geo.format, geo.rows, geo.accepted, geo.faults], ['geo-dvf', 41, 19, {}]);
  assert.deepEqual(await one.db.rows(facts), await other.db.rows(facts));
});

test('counts and sums of the 19 sales equal those computed by hand', { skip }, async (t) => {
  const { db } = await freshDatabase(t);
  await bulkImport(db, systemClock, salesImport, { path: join(samples, GEO) });
  const [sums] = await db.rows(sql`
    select count(*)::integer as sales, sum(price_cents)::bigint as cents, sum(living_area)::integer as living,
      sum(land_area)::bigint as land, count(longitude)::integer as points,
      count(*) filter (where property_type = 'HOUSE')::integer as houses,
      count(*) filter (where property_type = 'FLAT')::integer as flats,
      count(*) filter (where property_type = 'LAND')::integer as lands
    from sale`);
  assert.deepEqual(sums, {
    sales: 19,
    cents: 241_306_830,
    living: 1_136,
    land: 77_824,
    points: 19,
    houses: 9,
    flats: 3,
    lands: 7,
  });
});

test('a second edition changes only what it adds', { skip }, async (t) => {
  const { db } = await freshDatabase(t);
  const take = (path: string) => bulkImport(db, systemClock, salesImport, { path: join(samples, path) });
  assert.equal((await take(RAW)).changed, 19);
  assert.equal((await take(GEO)).changed, 19, 'points are added');
  assert.equal((await take(RAW)).changed, 0, 'and not removed');
  assert.equal((await take(GEO)).changed, 0);
});

test('the extract of Gironde is 51 sales: one mutation has two dispositions, each with its price', {
  skip,
}, async (t) => {
  const { db } = await freshDatabase(t);
  const report = await bulkImport(db, systemClock, salesImport, {
    path: join(samples, 'geo-dvf/geo-dvf-33-sample.csv'),
  });
  assert.deepEqual([report.rows, report.accepted, report.faults], [164, 51, {}]);
  const twins = await db.rows<Sale>(sql`select ${saleColumns} from sale where price_cents = 110000`);
  assert.deepEqual(twins.map(({ externalRef }) => externalRef).sort(), [
    '2021-06-29/33001000ZO0300/2',
    '2021-06-29/33001000ZO0302/3',
  ]);
});

test('a file interrupted anywhere and resumed gives the same sales', { skip }, async (t) => {
  const whole = await freshDatabase(t);
  await bulkImport(whole.db, systemClock, salesImport, { path: join(samples, GEO) });
  const { db } = await freshDatabase(t);
  const text = readFileSync(join(samples, GEO), 'utf8');
  // The first 20 lines end inside a sale of six rows: its first rows alone are another sale, beside the right one of
  // the whole file.
  await importContents(db, salesImport, text.split('\n').slice(0, 19).join('\n'));
  await bulkImport(db, systemClock, salesImport, { path: join(samples, GEO) });
  assert.deepEqual(await db.rows(facts), await whole.db.rows(facts));
});
