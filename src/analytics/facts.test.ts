import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { createTestWarehouse } from '../../test/support/warehouse.ts';
import { sql } from '../db/sql.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { record } from '../properties/record.ts';
import { collectEvents } from './collect.ts';

const { db, clock } = await createTestWarehouse({ after });

/** The events of these listings so far, oldest first. */
async function eventsOf(...listings: ListingState[]): Promise<Record<string, unknown>[]> {
  await collectEvents(db, clock);
  const rows = await db.rows<{ event: Record<string, unknown> }>(sql`
    select event from listing_event where listing_id = any (${listings.map(({ id }) => id)}::uuid[])
    order by event ->> 'event_at', event ->> 'price_displayed'`);
  return rows.map(({ event }) => event);
}

const pick = (event: Record<string, unknown> | undefined, ...names: string[]): unknown[] =>
  names.map((name) => event?.[name]);

test('an event has the facts of the listing, its advertiser and its property at that time', async () => {
  const flat = madeListing(
    {
      propertyType: 'FLAT',
      transaction: { type: 'SELL', status: 'AVAILABLE', saleType: 'STANDARD' },
      pricing: { displayed: 250_000, currency: 'EUR' },
      area: { displayed: 50, unit: 'SQM', indoor: { living: 50, unit: 'SQM' } },
      unit: {
        rooms: 3,
        bedrooms: 2,
        condition: 'GOOD',
        diagnostic: { scores: { ENERGY_CONSUMPTION: { rating: 'C' }, CARBON_EMISSIONS: { rating: 'D' } } },
        energy: { heating: [{ system: 'BOILER', energyCarrier: 'GAS' }] },
      },
      location: { geometry: { type: 'Point', coordinates: [2.35, 48.85] }, accuracy: 'PRECISE' },
    },
    { publisher: { publisherType: 'REAL_ESTATE_AGENCY', agencyName: 'A', mandate: 'EXCLUSIVE' } },
  );
  await recordTogether(db, [flat], day(1));
  const [event] = await eventsOf(flat);
  const names = [
    ...[
      'event_type',
      'property_type',
      'transaction_type',
      'transaction_status',
      'sale_type',
      'price_currency',
    ],
    ...[
      'price',
      'price_per_sqm',
      'area',
      'rooms',
      'bedrooms',
      'condition',
      'dpe_energy_rating',
      'dpe_ghg_rating',
    ],
    ...['heating_system', 'energy_carrier', 'publisher_type', 'mandate_type', 'location_accuracy'],
    ...['latitude', 'longitude', 'days_between_events'],
  ];
  assert.deepEqual(pick(event, ...names), [
    ...['CREATED', 'FLAT', 'SELL', 'AVAILABLE', 'STANDARD', 'EUR'],
    ...[250_000, 5_000, 50, 3, 2, 'GOOD', 'C', 'D'],
    ...['BOILER', 'GAS', 'REAL_ESTATE_AGENCY', 'EXCLUSIVE', 'PRECISE'],
    ...[48.85, 2.35, null],
  ]);
});

test('a diverging listing displays its own price and area beside the consolidated ones', async () => {
  const claims = (displayed: number, living: number) => ({
    pricing: { displayed, currency: 'EUR' as const },
    area: { displayed: living, unit: 'SQM' as const, indoor: { living, unit: 'SQM' as const } },
  });
  const [one, two, three] = [
    madeListing(claims(100, 40)),
    madeListing(claims(100, 41)),
    // The newest: its price is not the one that the property shows.
    madeListing(claims(105, 42), { createdAt: new Date(day(1).getTime() + 1) }),
  ];
  await recordTogether(db, [one, two, three], day(1));
  const events = await eventsOf(one, two, three);
  assert.deepEqual(
    events.map((event) => pick(event, 'price', 'price_displayed', 'area')),
    [
      [100, 100, 42],
      [100, 100, 42],
      [100, 105, 42],
    ],
  );
  assert.deepEqual(events.map((event) => event['area_displayed']).sort(), [40, 41, 42]);
});

test('each listing has its own times, and the days since its last event', async () => {
  const flat = madeListing({ pricing: { displayed: 1, currency: 'EUR' } });
  const late = madeListing({}, { createdAt: day(2), updatedAt: day(2), lastSeenAt: day(2) });
  const propertyId = await recordTogether(db, [flat, late], day(20));
  const cheaper = revisited(flat, day(5), { pricing: { displayed: 2, currency: 'EUR' } });
  const steps = [cheaper, expired(cheaper, day(9)), { ...cheaper, lastSeenAt: day(30) }];
  for (const state of steps) await record(db, { listings: [{ state, propertyId }] }, day(31));
  assert.deepEqual(
    (await eventsOf(flat)).map((event) => pick(event, 'event_type', 'event_at', 'days_between_events')),
    [
      ['CREATED', day(1).toISOString(), null],
      ['UPDATED', day(5).toISOString(), 4],
      ['EXPIRED', day(9).toISOString(), 4],
      ['REACTIVATED', day(30).toISOString(), 21],
    ],
  );
  assert.deepEqual(pick((await eventsOf(late))[0], 'event_at'), [day(2).toISOString()]);
});

test('a protected source is not disclosed', async () => {
  const hidden = madeListing({}, { protected: true });
  await recordTogether(db, [hidden], day(1));
  assert.equal((await eventsOf(hidden))[0]?.['source_id'], null);
});
