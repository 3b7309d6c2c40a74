import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expired, madeListing } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { insertFrenchCities } from '../../test/support/french-cities.ts';
import { importContents } from '../../test/support/import-contents.ts';
import { inCity } from '../../test/support/searches.ts';
import { newId } from '../lib/ids.ts';
import type { Claims } from '../properties/listing-state.ts';
import { record } from '../properties/record.ts';
import { salesImport } from '../transactions/import-sales.ts';
import { qualifyCode } from './qualified-code.ts';
import { pickPace, readMarketPaces } from './time-on-market.ts';

const { db } = await freshDatabase({ after });
await insertFrenchCities(db);
const start = new Date('2026-01-01T00:00:00Z');
const dayOf = (number: number): Date => new Date(start.getTime() + number * 86_400_000);

async function addGone(days: number, claims: Claims = {}): Promise<void> {
  const times = { createdAt: start, updatedAt: start, lastSeenAt: start };
  const state = madeListing(
    {
      propertyType: 'FLAT',
      transaction: { type: 'SELL' },
      pricing: { displayed: 250_000, currency: 'EUR' },
      area: { displayed: 50, unit: 'SQM' },
      ...claims,
    },
    times,
  );
  const propertyId = newId(start);
  await record(db, { listings: [{ state, propertyId }] }, start);
  const end = dayOf(days);
  await record(db, { listings: [{ state: expired(state, end), propertyId }] }, end);
}

test('the time on market is the median over homes that left, and says how many', async () => {
  for (let home = 0; home < 19; home++) await addGone(20 + home);
  assert.deepEqual(await readMarketPaces(db, dayOf(100)), []);
  for (let home = 0; home < 2; home++) await addGone(60);
  const paces = await readMarketPaces(db, dayOf(100));
  const pace = pickPace(paces, 'FLAT', ['FR:69123']);
  assert.deepEqual(pace, {
    place: '*',
    propertyType: 'FLAT',
    homes: 21,
    medianDaysOnMarket: 30,
    soldAgainstAskedPercent: null,
    sales: 0,
  });
  assert.equal(pickPace(paces, 'HOUSE', []), null);
  assert.deepEqual(await readMarketPaces(db, dayOf(1_000)), []);
});

test('the margin is the median of matched sales, and is stated with their count', async () => {
  const sold = Array.from({ length: 12 }, (_, home) => ({
    point: [4.8 + home * 0.01, 45.75] as [number, number],
    area: 40 + home,
    asked: 200_000 + home * 5_000,
  }));
  const rows = sold.map(
    ({ point, area, asked }, home) =>
      `s${home},2026-03-10,${asked * 0.95},appartement,${area},2,69383,69383000AA${1000 + home},${point.join(',')}`,
  );
  const head = 'reference,date,price,type,living_area,rooms,city_code,parcel,longitude,latitude';
  await importContents(db, salesImport, [head, ...rows].join('\n'));
  for (const { point, area, asked } of sold)
    await addGone(40, {
      pricing: { displayed: asked, currency: 'EUR' },
      area: { displayed: area, unit: 'SQM' },
      unit: { rooms: 2 },
      location: { countryCode: 'FR', accuracy: 'PRECISE', geometry: { type: 'Point', coordinates: point } },
    });
  const pace = pickPace(await readMarketPaces(db, dayOf(100)), 'FLAT', []);
  assert.deepEqual([pace?.place, pace?.soldAgainstAskedPercent, pace?.sales], ['*', -5, 12]);
});

test('a code of two countries is two places', async () => {
  const here = inCity('08019');
  const homes = [
    { location: { ...here, countryCode: 'ES' }, days: 10 },
    { location: { ...here, countryCode: 'FR' }, days: 50 },
  ];
  for (const { location, days } of homes)
    for (let home = 0; home < 20; home++) await addGone(days, { location });
  const paces = await readMarketPaces(db, dayOf(100));
  const inCountry = (country: string) => pickPace(paces, 'FLAT', [qualifyCode(country, '08019')]);
  assert.deepEqual(
    ['ES', 'FR'].map(inCountry).map((pace) => [pace?.place, pace?.homes, pace?.medianDaysOnMarket]),
    [
      ['ES:08019', 20, 10],
      ['FR:08019', 20, 50],
    ],
  );
});
