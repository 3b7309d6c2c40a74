import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { createCity, createSearchHelpers, flat, locationHere } from '../support/searches.ts';

const api = await startApi({ after });
const { search, found, put } = createSearchHelpers(api);

const explained = (body: object, more: object = {}) =>
  api.call({ method: 'POST', path: '/properties/explain', body, ...more });

test('a tree is explained filter by filter for one property, the same in both formats', async () => {
  const city = createCity();
  const id = await put(flat(city, 300_000, { unit: { rooms: 3 } }));
  const criteria = locationHere(city, {
    pricing: { displayed: { lte: 250_000 } },
    unit: { rooms: { gte: 3 }, floor: { gte: 1 } },
  });
  const { status, body } = await explained({ criteria, propertyId: id }, { accept: 'application/json' });
  assert.equal(status, 200);
  const {
    id: about,
    matches,
    tree,
    masks,
  } = body as {
    id: string;
    matches: boolean;
    tree: { verdict: string; filters: { path: string; seen: unknown; verdict: string }[] };
    masks: { path: string; verdict: string }[];
  };
  assert.deepEqual([about, matches, tree.verdict], [id, false, 'FAIL']);
  assert.deepEqual(
    tree.filters.slice(1).map(({ path, seen, verdict }) => [path, seen, verdict]),
    [
      ['property.pricing.displayed', 300_000, 'FAIL'],
      ['property.unit.rooms', 3, 'PASS'],
      ['property.unit.floor', null, 'MISSING'],
    ],
  );
  assert.deepEqual(
    masks.map(({ path, verdict }) => [path, verdict]),
    [
      ['property.expired', 'PASS'],
      ['listings.priceCoherent', 'PASS'],
    ],
  );
  const jsonApi = (await explained({ criteria, propertyId: id })).body as { data: { attributes: object } };
  assert.deepEqual(jsonApi.data.attributes, { matches, tree, masks });
});

test('an explanation that is not possible is refused with all faults', async () => {
  const { status, body } = await explained({
    criteria: { property: { type: { in: ['X'] } } },
    propertyId: 'x',
  });
  assert.equal(status, 400);
  assert.deepEqual(
    (body as { violations: { propertyPath: string }[] }).violations
      .map(({ propertyPath }) => propertyPath)
      .toSorted(),
    ['criteria.property.type.in[0]', 'propertyId'],
  );
  const nobody = await explained({ propertyId: '0199c2f4-6a10-7c3e-8b52-4f1f0d6a9e99' });
  assert.equal(nobody.status, 422);
});

test('a search that finds little names up to three smallest changes that find more, when asked', async () => {
  const city = createCity();
  await put(flat(city, 300_000, { unit: { rooms: 3 } }));
  await put(flat(city, 310_000, { unit: { rooms: 3 } }));
  await put(flat(city, 290_000));
  await put(flat(city, 280_000, { unit: { rooms: 2 } }));
  const criteria = locationHere(city, {
    pricing: { displayed: { lte: 300_000 } },
    unit: { rooms: { gte: 3 } },
  });
  assert.equal((await search({ criteria })).meta.relaxations, undefined);
  const { meta } = await search({ criteria, meta: ['relaxations'] });
  assert.equal(meta.totalItems, 1);
  const { relaxations = [] } = meta;
  assert.deepEqual(
    relaxations.map(({ path, change, totalItems }) => [path, change, totalItems]),
    [
      ['property.pricing.displayed', 'pricing.displayed.lte +5 %', 2],
      ['property.unit.rooms', 'unit.rooms.gte −1', 2],
    ],
  );
  for (const { criteria: milder, totalItems } of relaxations)
    assert.equal((await found(milder)).length, totalItems);
});
