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

/** Which advert shows which price on which day: a move that two follow, one that only one shows, a misprint, and a late arrival. */
const VISITS: readonly (readonly [advert: number, day: number, price: number])[] = [
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

/** Visits as they arrive, one by one, each recorded for itself. */
async function fed(order: readonly (typeof VISITS)[number][], round: number): Promise<unknown> {
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

test('the price, its spread and its changes are the same whatever order visits arrive in', async () => {
  const expected = await fed(VISITS, 0);
  const chance = createRandom('orders', Date.now());
  for (let round = 1; round <= 12; round++) {
    const order = chance.some(VISITS, VISITS.length);
    assert.deepEqual(await fed(order, round), expected, JSON.stringify(order));
  }
});
