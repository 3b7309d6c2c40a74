import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expired, madeListing } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { newId } from '../lib/ids.ts';
import { record } from '../properties/record.ts';
import { pickPace, readMarketPaces } from './time-on-market.ts';

const { db } = await freshDatabase({ after });
const start = new Date('2026-01-01T00:00:00Z');
const dayOf = (number: number): Date => new Date(start.getTime() + number * 86_400_000);

async function addGone(days: number): Promise<void> {
  const times = { createdAt: start, updatedAt: start, lastSeenAt: start };
  const state = madeListing(
    {
      propertyType: 'FLAT',
      transaction: { type: 'SELL' },
      pricing: { displayed: 250_000, currency: 'EUR' },
      area: { displayed: 50, unit: 'SQM' },
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
  const pace = pickPace(paces, 'FLAT', ['69123']);
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
