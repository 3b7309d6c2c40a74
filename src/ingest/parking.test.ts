import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { parseTree } from '../../test/support/parse-tree.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { systemClock } from '../lib/clock.ts';
import { NEWEST_FIRST } from '../properties/search/order.ts';
import { createSearchContext, searchProperties } from '../properties/search.ts';
import { validateObservation } from './observation.ts';
import { openPipeline } from './open.ts';
import { ingest } from './pipeline.ts';

/** Payloads that state parking in different members or texts. The price identifies the home. */
const WITH_PARKING: readonly object[] = [
  { parking: true },
  { parking: 2 },
  { parking: 'oui' },
  { parking: { total: 1 } },
  { parking: { spots: [{ type: 'GARAGE', box: true }] } },
  { parking: { type: 'UNDERGROUND', spaces: 40 } },
  { area: { living: 50, parking: 12 } },
  { title: 'Appartement', description: 'Une cave et un parking complètent ce bien.' },
  {
    title: 'Appartement',
    description: 'L’appartement dispose d’un garage fermé et d’un parking en sous-sol.',
  },
];
const WITHOUT: readonly object[] = [
  { parking: false },
  { parking: 'non' },
  { parking: { total: 0 } },
  { title: 'Appartement', description: 'Sans parking.' },
];
const SILENT: readonly object[] = [
  {},
  { title: 'Appartement', description: 'Emplacement idéal pour ce bien.' },
  { title: 'Appartement', description: 'Parking possible en sus, 20 000 €.' },
];

const { db } = await freshDatabase({ after });
const places = createPlaceService(db, (error) => assert.fail(String(error)));
const pipeline = openPipeline(db, systemClock, { places });
const searching = createSearchContext(db, systemClock, places);

before(async () => {
  const all = [...WITH_PARKING, ...WITHOUT, ...SILENT];
  const observations = all.map((payload, index) =>
    validateObservation({
      source: 'portail',
      url: `https://portail.example/${index}`,
      observedAt: '2026-10-01T00:00:00Z',
      kind: 'seen',
      payload: {
        propertyType: 'FLAT',
        transactionType: 'SELL',
        displayedPrice: 100_000 + index * 50_000,
        location: { countryCode: 'FR', city: `Ville ${index}` },
        ...payload,
      },
    }),
  );
  await ingest(
    pipeline,
    observations.map((validated) => {
      assert.ok('observation' in validated);
      return validated;
    }),
  );
});

async function pricesOf(features: object): Promise<number[]> {
  const found = await searchProperties(searching, {
    accountId: 'a',
    criteria: parseTree({ property: { amenities: { features } } }),
    sentCriteria: undefined,
    order: NEWEST_FIRST,
    size: 100,
    paging: { type: 'PAGE', page: 1 },
  });
  assert.ok('page' in found);
  return found.page.results.map(({ property }) => property.pricing?.displayed ?? 0).sort((a, b) => a - b);
}

const prices = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => 100_000 + (from + index) * 50_000);

test('homes with parking match PARKING, whatever member or text states it', async () => {
  assert.deepEqual(await pricesOf({ in: ['PARKING'] }), prices(0, WITH_PARKING.length));
});

test('a home without parking is distinguished from one that does not state it', async () => {
  const silent = prices(WITH_PARKING.length + WITHOUT.length, SILENT.length);
  assert.deepEqual(await pricesOf({ inOrMissing: ['PARKING'] }), [
    ...prices(0, WITH_PARKING.length),
    ...silent,
  ]);
});
