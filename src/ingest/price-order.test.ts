import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { newId } from '../lib/ids.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { findProperty } from '../properties/lookup.ts';
import { record } from '../properties/record.ts';
import { createRandom } from '../world/random.ts';
import { applySighting } from './normalise/apply-sighting.ts';

const { db } = await freshDatabase({ after });

/**
 * Prices by advert and day: a change that two adverts follow, one of a single advert, a misprint, and a late
 * advert.
 */
const SIGHTINGS: readonly (readonly [advert: number, day: number, price: number])[] = [
  [0, 1, 300_000],
  [1, 1, 312_000],
  [2, 2, 300_000],
  [1, 5, 297_000],
  [0, 9, 285_000],
  [2, 12, 30_000],
  [2, 14, 285_000],
  [3, 15, 285_000],
  [0, 20, 276_000],
  [3, 21, 276_000],
];

/** Records the sightings one by one in the given order. */
async function recordInTurn(order: readonly (typeof SIGHTINGS)[number][], round: number): Promise<unknown> {
  const propertyId = newId(day(1));
  const states = new Map<number, ListingState>();
  for (const [advert, on, price] of order) {
    const made = madeListing(
      { pricing: { displayed: price, currency: 'EUR' } },
      {
        url: `https://www.figures-immo.example/${round}/${advert}`,
        publisher: { agencyName: `Agency ${advert}` },
      },
    );
    const state = applySighting(states.get(advert), made, day(on));
    states.set(advert, state);
    await record(db, { listings: [{ state, propertyId }] }, day(30));
  }
  const found = await findProperty(db, propertyId);
  const urls = new Map(found?.listings.map(({ id, url }) => [id, url?.at(-1)]));
  return {
    pricing: found?.property.pricing,
    changes: found?.property.changes.map(({ listingId = '', revisionId: _, ...change }) => ({
      ...change,
      advert: urls.get(listingId),
    })),
  };
}

test('price, spread and changes do not depend on the order of arrival', async () => {
  const expected = await recordInTurn(SIGHTINGS, 0);
  const chance = createRandom('orders', Date.now());
  for (let round = 1; round <= 12; round++) {
    const order = chance.some(SIGHTINGS, SIGHTINGS.length);
    assert.deepEqual(await recordInTurn(order, round), expected, JSON.stringify(order));
  }
});
