import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addressImport } from '../../src/addresses/import-addresses.ts';
import { certificateImport } from '../../src/addresses/import-certificates.ts';
import { findCertificateByNumber } from '../../src/addresses/store.ts';
import { sql } from '../../src/db/sql.ts';
import { bulkImport } from '../../src/imports/import.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { freshDatabase } from '../support/database.ts';
import { assertBandsAreRight } from '../support/dirty-homes.ts';
import { insertFrenchCities } from '../support/french-cities.ts';
import { SAMPLES, samplesMissing } from '../support/samples.ts';

const skip = samplesMissing;

const { db } = skip ? { db: undefined as never } : await freshDatabase({ after });
before(async () => {
  if (!skip) await insertFrenchCities(db);
});

test('the addresses of Savoie load without loss, and twice changes nothing', { skip }, async () => {
  const path = join(SAMPLES, 'ban/adresses-73-extract.csv');
  const report = await bulkImport(db, systemClock, addressImport, { path });
  assert.deepEqual(
    [report.format, report.rows, report.accepted, report.changed, report.faults],
    ['ban-csv', 4_005, 4_005, 4_005, {}],
  );
  const [sums] = await db.rows(sql`
    select (select count(*) from house_number)::integer as numbers, (select count(distinct city_code) from street)::integer as communes,
      (select count(*) from house_number where suffix <> '')::integer as suffixed, (select sum(number) from house_number)::integer as sum`);
  assert.deepEqual(sums, { numbers: 4_005, communes: 269, suffixed: 120, sum: 1_593_425 });
  assert.equal((await bulkImport(db, systemClock, addressImport, { path })).changed, 0);
});

test('the certificates of Lyon and Paris load without loss', { skip }, async () => {
  const lyon = await bulkImport(db, systemClock, certificateImport, {
    path: join(SAMPLES, 'dpe/dpe-v2-existants-lyon-1000.csv'),
  });
  assert.deepEqual(
    [lyon.format, lyon.rows, lyon.accepted, lyon.changed, lyon.faults],
    ['dpe-2021', 1_000, 1_000, 1_000, {}],
  );
  const paris = await bulkImport(db, systemClock, certificateImport, {
    path: join(SAMPLES, 'dpe/dpe-api-lines-paris11.json'),
  });
  assert.deepEqual([paris.format, paris.accepted, paris.faults], ['dpe-api', 8, {}]);
  const [sums] = await db.rows(sql`
    select count(*)::integer as count, round(sum(area)::numeric, 1) as area, count(street_number)::integer as numbered,
      count(street_name)::integer as streets, sum(energy_value)::integer as energy, count(*) filter (where kind = 'F')::integer as flats
    from certificate where city_code = '69381'`);
  assert.deepEqual(sums, {
    count: 1_000,
    area: 63_758.4,
    numbered: 981,
    streets: 1_000,
    energy: 284_116,
    flats: 983,
  });
  const [roquette] = await db.rows(sql`
    select count(*)::integer as count from certificate
    where city_code = '75111' and street_number = '82' and street_name = 'Rue de la Roquette'`);
  assert.deepEqual(roquette, { count: 8 }, 'the postal code determines the arrondissement');
});

test('the new homes of Savoie load in the columns of 2025, dates in French order', { skip }, async () => {
  const path = join(SAMPLES, 'dpe/dpe02neuf-savoies-part1.csv');
  const report = await bulkImport(db, systemClock, certificateImport, { path });
  assert.deepEqual(
    [report.format, report.rows, report.changed, report.faults],
    ['dpe-2025', 2_281, 2_277, {}],
  );
  const found = await findCertificateByNumber(db, '2174N0407083G');
  assert.deepEqual(
    [found?.establishedOn, found?.area, found?.ghgValue, found?.streetName],
    ['2021-09-28', 67.3, 13, null],
  );
});

test('for dirty listings of the flats of Lyon, EXACT and HIGH are right in 98 %', { skip }, async (t) => {
  for (const line of await assertBandsAreRight(db, '69381')) t.diagnostic(line);
});
