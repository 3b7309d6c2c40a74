import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { assertBandsAreRight } from '../../test/support/dirty-homes.ts';
import { insertFrenchCities } from '../../test/support/french-cities.ts';
import { fillCertificates } from '../../test/support/made-addresses.ts';
import { sql } from '../db/sql.ts';
import { bulkImport } from '../imports/import.ts';
import { systemClock } from '../lib/clock.ts';
import { addressImport } from './import-addresses.ts';
import { certificateImport } from './import-certificates.ts';
import { resolveHome } from './resolve-address.ts';
import { findCertificateByNumber } from './store.ts';

/** Invented rows in the layouts of the national address base and of the registry of certificates. */
const fixture = (name: string): string => join(import.meta.dirname, '../../test/fixtures/open-data', name);

const { db } = await freshDatabase({ after });
before(() => insertFrenchCities(db));

const importCertificates = (name: string) =>
  bulkImport(db, systemClock, certificateImport, { path: fixture(name) });

test('the addresses of the national base load without loss, and twice changes nothing', async () => {
  const path = fixture('ban.csv');
  const report = await bulkImport(db, systemClock, addressImport, { path });
  assert.deepEqual([report.format, report.rows, report.changed, report.faults], ['ban-csv', 6, 6, {}]);
  const [sums] = await db.rows(sql`
    select count(*)::integer as numbers, count(*) filter (where suffix <> '')::integer as suffixed,
      sum(number)::integer as sum from house_number`);
  assert.deepEqual(sums, { numbers: 6, suffixed: 1, sum: 34 });
  assert.equal((await bulkImport(db, systemClock, addressImport, { path })).changed, 0);
});

test('certificates of two generations and of the service load without loss', async () => {
  const reports = await Promise.all(
    ['dpe-2021.csv', 'dpe-2025.csv', 'dpe-api.ndjson'].map(importCertificates),
  );
  assert.deepEqual(
    reports.map(({ format, changed, faults }) => [format, changed, faults]),
    [
      ['dpe-2021', 10, {}],
      ['dpe-2025', 2, {}],
      ['dpe-api', 2, {}],
    ],
  );
  const [lyon] = await db.rows(sql`
    select count(*)::integer as count, count(street_number)::integer as numbered, sum(energy_value)::integer as energy,
      count(*) filter (where kind = 'F')::integer as flats from certificate where city_code = '69381'`);
  assert.deepEqual(lyon, { count: 10, numbered: 9, energy: 2_695, flats: 9 });
  const [paris] = await db.rows(sql`
    select count(*)::integer as count from certificate where city_code = '75111' and street_name = 'Rue des Ateliers'`);
  assert.deepEqual(paris, { count: 2 }, 'the postal code determines the arrondissement');
  const found = await findCertificateByNumber(db, '2473N0000022B');
  assert.deepEqual(
    [found?.establishedOn, found?.area, found?.ghgValue, found?.streetName],
    ['2024-10-03', 88, 6, null],
    'dates in French order',
  );
});

test('a certificate resolves to its address, without a number when only the street is known', async () => {
  const numbers = await db.rows<{ number: string; at: string | null }>(sql`
    select certificate_id as number, street_number as at from certificate where city_code = '69381' order by 1`);
  const [first, last] = [numbers[0]?.number, numbers.at(-1)?.number];
  const home = await resolveHome(db, { certificateNumber: first, cityCode: '69381' });
  assert.deepEqual(
    [home.confidence, home.method, home.address?.label],
    ['EXACT', 'ENERGY_CERTIFICATE_NUMBER', '2 Rue des Fabriques 69001 Lyon'],
  );
  const street = await resolveHome(db, { certificateNumber: last, cityCode: '69381' });
  assert.deepEqual([street.confidence, street.address?.houseNumber], ['EXACT', null]);
  const elsewhere = await resolveHome(db, { certificateNumber: first, cityCode: '73065' });
  assert.equal(elsewhere.confidence, 'NONE', 'a certificate of another commune is ignored');
});

test('the distance of a precise point to the nearest address decides the band', async () => {
  const at = (longitude: number, latitude: number) =>
    resolveHome(db, { point: { longitude, latitude }, accuracy: 'PRECISE' });
  const door = await at(-0.57, 44.85);
  assert.deepEqual(
    [door.confidence, door.method, door.address?.label],
    ['HIGH', 'NATIONAL_ADDRESS_BASE', '10 Quai des Voiliers 33000 Bordeaux'],
  );
  assert.equal((await at(-0.57, 44.85 + 30 / 111_320)).confidence, 'MEDIUM');
  assert.equal((await at(-0.57, 40)).confidence, 'NONE');
  const vague = await resolveHome(db, {
    point: { longitude: -0.57, latitude: 44.85 },
    accuracy: 'STREET',
  });
  assert.equal(vague.confidence, 'NONE', 'only a precise point is trusted');
});

test('for dirty listings of invented flats, EXACT and HIGH are right in 98 %', async (t) => {
  const { db: country } = await freshDatabase(t);
  await fillCertificates(country, 3_000);
  for (const line of await assertBandsAreRight(country, '69381')) t.diagnostic(line);
});
