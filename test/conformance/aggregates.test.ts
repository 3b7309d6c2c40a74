import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { createCity, createSearchHelpers, flat, locationHere } from '../support/searches.ts';

const api = await startApi({ after });
const { put } = createSearchHelpers(api);
const FLAT = { accept: 'application/json' };

const at = (longitude: number, latitude: number) => ({
  geometry: { type: 'Point' as const, coordinates: [longitude, latitude] as [number, number] },
});
const ask = (name: 'facets' | 'clusters', body: object, more: object = {}) =>
  api.call({ method: 'POST', path: `/properties/${name}`, body, ...more });

test('facets count the matching properties by type, transaction and price band, the same in both formats', async () => {
  const city = createCity();
  await put(flat(city, 240_000));
  await put(flat(city, 250_000));
  await put(flat(city, 900_000));
  const body = { criteria: locationHere(city), priceBounds: [250_000, 500_000] };
  const { status, body: facets } = await ask('facets', body, FLAT);
  assert.equal(status, 200);
  const { id, ...counts } = facets as { id: string; totalItems: number };
  assert.deepEqual(counts, {
    totalItems: 3,
    types: [{ value: 'FLAT', count: 3 }],
    transactions: [{ value: 'SELL', count: 3 }],
    prices: [
      { from: null, to: 250_000, count: 1 },
      { from: 250_000, to: 500_000, count: 1 },
      { from: 500_000, to: null, count: 1 },
    ],
    divisions: [],
  });
  const { data } = (await ask('facets', body)).body as { data: { id: string; attributes: object } };
  assert.deepEqual([data.id, data.attributes], [id, counts]);
});

test('clusters group properties by cells of the zoom; one property alone has its own id and price', async () => {
  const city = createCity();
  const location = flat(city).location;
  const alone = await put(flat(city, 300_000, { location: { ...location, ...at(2.1, 46.1) } }));
  await put(flat(city, 250_000, { location: { ...location, ...at(2.35, 48.85) } }));
  await put(flat(city, 260_000, { location: { ...location, ...at(2.36, 48.86) } }));
  const viewport = { west: -5, south: 41, east: 10, north: 51 };
  const { status, body } = await ask('clusters', { criteria: locationHere(city), viewport, zoom: 6 }, FLAT);
  assert.equal(status, 200);
  const { totalItems, zoom, clusters } = body as {
    totalItems: number;
    zoom: number;
    clusters: { id: string; point: object; price: number; count: number }[];
  };
  assert.deepEqual([totalItems, zoom], [3, 6]);
  assert.deepEqual(clusters[0], {
    id: alone,
    point: { type: 'Point', coordinates: [2.1, 46.1] },
    price: 300_000,
    count: 1,
  });
  assert.deepEqual(
    clusters.slice(1).map(({ point, price, count }) => ({ point, price, count })),
    [{ point: { type: 'Point', coordinates: [2.355, 48.855] }, price: 250_000, count: 2 }],
  );
  const nearer = await ask('clusters', { criteria: locationHere(city), viewport, zoom: 22 }, FLAT);
  assert.ok((nearer.body as { zoom: number }).zoom < 22, 'a large viewport has a lower zoom');
});

test('each answer costs one result', async () => {
  const used = async () => {
    await api.usage.flush();
    const { body } = await api.call({ path: '/account/api-usage?groupBy=ROUTE', ...FLAT });
    return (body as { totals: { results: number } }).totals.results;
  };
  const before = await used();
  await ask('facets', {});
  await ask('clusters', { viewport: { west: 0, south: 0, east: 1, north: 1 }, zoom: 3 });
  assert.equal((await used()) - before, 2);
});

test('every fault of a viewport, of bounds and of criteria is reported with its path', async () => {
  const paths = ({ body }: { body: unknown }) =>
    (body as { violations: { propertyPath: string }[] }).violations
      .map(({ propertyPath }) => propertyPath)
      .sort();
  const wrong = await ask('clusters', {
    viewport: { west: 3, south: 2, east: 3, north: 1 },
    zoom: 2,
    criteria: { property: { type: { in: ['X'] } } },
  });
  assert.equal(wrong.status, 400);
  assert.deepEqual(paths(wrong), ['criteria.property.type.in[0]', 'viewport.east', 'viewport.north']);
  assert.deepEqual(paths(await ask('clusters', { zoom: 23 })), ['viewport', 'zoom']);
  assert.deepEqual(paths(await ask('facets', { priceBounds: [1, 2, 2] })), ['priceBounds[2]']);
});
