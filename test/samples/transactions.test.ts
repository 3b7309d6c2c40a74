import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { bulkImport } from '../../src/imports/import.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { salesImport } from '../../src/transactions/import-sales.ts';
import { type Sale, saleColumns } from '../../src/transactions/sale.ts';
import { freshDatabase } from '../support/database.ts';
import { SAMPLES, samplesMissing } from '../support/samples.ts';

const skip = samplesMissing;
const RAW = 'dvf-raw/valeursfoncieres-2021-S1-snippet.txt';
const GEO = 'geo-dvf/geo-dvf-2021-S1-snippet.csv';

const facts = sql`
  select sale_id, date_mutation, price_cents, nature, property_type, living_area, land_area, rooms, city_code, street_number,
         street_name, parcel, external_ref, lots
  from sale order by sale_id`;

test('the same 41 rows in the editions of the tax administration and of Etalab are the same 19 sales', {
  skip,
}, async (t) => {
  const [one, other] = [await freshDatabase(t), await freshDatabase(t)];
  const raw = await bulkImport(one.db, systemClock, salesImport, { path: join(SAMPLES, RAW) });
  const geo = await bulkImport(other.db, systemClock, salesImport, { path: join(SAMPLES, GEO) });
  assert.deepEqual([raw.format, raw.rows, raw.accepted, raw.faults], ['dvf', 41, 19, {}]);
  assert.deepEqual([geo.format, geo.rows, geo.accepted, geo.faults], ['geo-dvf', 41, 19, {}]);
  assert.deepEqual(await one.db.rows(facts), await other.db.rows(facts));
});

test('counts and sums of the 19 sales equal those computed by hand', { skip }, async (t) => {
  const { db } = await freshDatabase(t);
  await bulkImport(db, systemClock, salesImport, { path: join(SAMPLES, GEO) });
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

test('the extract of Gironde is 51 sales: one mutation has two dispositions, each with its price', {
  skip,
}, async (t) => {
  const { db } = await freshDatabase(t);
  const report = await bulkImport(db, systemClock, salesImport, {
    path: join(SAMPLES, 'geo-dvf/geo-dvf-33-sample.csv'),
  });
  assert.deepEqual([report.rows, report.accepted, report.faults], [164, 51, {}]);
  const twins = await db.rows<Sale>(sql`select ${saleColumns} from sale where price_cents = 110000`);
  assert.deepEqual(twins.map(({ externalRef }) => externalRef).sort(), [
    '2021-06-29/33001000ZO0300/2',
    '2021-06-29/33001000ZO0302/3',
  ]);
});
