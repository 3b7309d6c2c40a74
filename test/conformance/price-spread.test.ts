import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import { record } from '../../src/properties/record.ts';
import { day, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { startApi } from '../support/api.ts';
import { createCity, createSearchHelpers, flat, idsOf, locationHere } from '../support/searches.ts';

const api = await startApi({ after });
const { search } = createSearchHelpers(api);

const advert = (city: string, price: number, agencyName: string) =>
  madeListing(flat(city, price), { publisher: { agencyName } });

test('the price spread of the listings is in the document, and its percentage is a filter', async () => {
  const city = createCity();
  const wide = await recordTogether(
    api.db,
    [advert(city, 284_000, 'One'), advert(city, 300_000, 'Two'), advert(city, 290_000, 'Three')],
    day(1),
  );
  const narrow = await recordTogether(
    api.db,
    [advert(city, 299_000, 'One'), advert(city, 300_000, 'Two')],
    day(1),
  );
  const alone = await recordTogether(api.db, [advert(city, 300_000, 'One')], day(1));
  const found = async (spreadPercent: object) =>
    idsOf(await search({ criteria: locationHere(city, { pricing: { spreadPercent } }) })).toSorted();
  assert.deepEqual(await found({ gte: 5 }), [wide]);
  assert.deepEqual(await found({ lte: 1 }), [narrow]);
  assert.deepEqual(await found({ lte: 1, orMissing: true }), [narrow, alone].toSorted());
  const { body } = await api.call({ path: `/properties/${wide}`, accept: 'application/json' });
  const { pricing } = (body as PropertyResult).property;
  assert.deepEqual(pricing?.spread, { lowest: 284_000, highest: 300_000, adverts: 3 });
});

test('a listing that changed its price shows its history in both formats', async () => {
  const listing = advert(createCity(), 300_000, 'One');
  const id = await recordTogether(api.db, [listing], day(1));
  const cheaper = revisited(listing, day(4), { pricing: { displayed: 285_000, currency: 'EUR' } });
  await record(api.db, { listings: [{ state: cheaper }] }, day(4));
  const history = [
    { price: 300_000, currency: 'EUR', since: '2026-01-01T00:00:00+00:00' },
    { price: 285_000, currency: 'EUR', since: '2026-01-04T00:00:00+00:00' },
  ];
  const bare = await api.call({ path: `/properties/${id}`, accept: 'application/json' });
  assert.deepEqual((bare.body as PropertyResult).listings[0]?.priceHistory, history);
  const { body } = await api.call({ path: `/properties/${id}` });
  const { included } = body as { included: { type: string; attributes: { priceHistory?: unknown } }[] };
  assert.deepEqual(included.find(({ type }) => type === 'Listing')?.attributes.priceHistory, history);
});
