import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import { propertySchemas } from '../../src/catalogue/json-schema.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { parisFlat } from '../fixtures/property-result.ts';
import { startApi } from '../support/api.ts';

const api = await startApi({ after });
const { createdAt: _, updatedAt: __, expired: ___, changes: ____, pictures, ...claims } = parisFlat.property;
const id = await recordTogether(api.db, [madeListing(claims, { pictures }), madeListing(claims)], day(1));
const flat = { accept: 'application/json' };

interface Document {
  data: { id: string; attributes: Record<string, unknown>; relationships?: Record<string, unknown> };
  included: { type: string; attributes: Record<string, unknown> }[];
}

const document = async (query: string) =>
  (await api.call({ path: `/properties/${id}?${query}` })).body as Document;

test('flat JSON has the members asked for, and the id', async () => {
  const whole = (await api.call({ path: `/properties/${id}`, headers: flat })).body as PropertyResult;
  const path = `/properties/${id}?fields=property.pricing,property.location.city.name,listings.url`;
  const { body } = await api.call({ path, headers: flat });
  const { property, listings } = whole;
  const { pricing, location } = property;
  assert.deepEqual(body, {
    id,
    property: { pricing, location: { city: { name: location?.city?.name } } },
    listings: listings.map(({ url }) => ({ url })),
  });
  const bare = await api.call({ path: `/properties/${id}?fields=`, headers: flat });
  assert.deepEqual(bare.body, { id });
});

test('a member and one inside it are the whole member, in either order', async () => {
  const read = async (fields: string) =>
    (await api.call({ path: `/properties/${id}?fields=${fields}`, headers: flat })).body;
  const whole = await read('property.pricing');
  assert.deepEqual(await read('property.pricing,property.pricing.displayed'), whole);
  assert.deepEqual(await read('property.pricing.displayed,property.pricing'), whole);
});

test('JSON:API has the fields asked for of each type', async () => {
  const { data, included } = await document('fields[Property]=pricing,listings&fields[Listing]=url');
  assert.deepEqual(Object.keys(data.attributes), ['pricing']);
  assert.deepEqual(Object.keys(data.relationships ?? {}), ['listings']);
  assert.deepEqual(
    [...new Set(included.map(({ type }) => type))],
    ['Listing'],
    'what nothing leads to is left out',
  );
  for (const { attributes } of included) assert.deepEqual(Object.keys(attributes), ['url']);
});

test('without relationships nothing is included', async () => {
  const { data, included } = await document('fields%5BProperty%5D=body');
  assert.equal(data.relationships, undefined);
  assert.deepEqual(included, []);
});

test('a search has sparse answers in both formats', async () => {
  const search = async (query: string, headers = {}) =>
    (await api.call({ method: 'POST', path: `/properties?${query}`, body: {}, headers })).body;
  const rows = (await search('fields=property.propertyType', flat)) as { id: string; property: object }[];
  assert.deepEqual(
    rows.map((row) => [Object.keys(row), Object.keys(row.property)]),
    [[['id', 'property'], ['propertyType']]],
  );
  const found = (await search('fields[Property]=propertyType')) as { data: Document['data'][]; included: [] };
  assert.deepEqual(Object.keys(found.data[0]?.attributes ?? {}), ['propertyType']);
  assert.deepEqual(found.included, []);
});

test('an unknown field is a fault that lists those of the catalogue', async () => {
  const faultOf = async (query: string, headers = {}) => {
    const { status, body } = await api.call({ path: `/properties/${id}?${query}`, headers });
    assert.equal(status, 400);
    return (body as { violations: { propertyPath: string; message: string }[] }).violations[0];
  };
  assert.deepEqual(await faultOf('fields=proprety', flat), {
    propertyPath: 'fields',
    message:
      'There is no field "proprety". Did you mean "property"? Known: id, property, publishers, listings.',
    code: 'unknown_value',
  });
  const known = Object.keys((propertySchemas()['PropertyPricing'] as { properties: object }).properties);
  assert.match(
    (await faultOf('fields=property.pricing.cost', flat))?.message ?? '',
    new RegExp(known.join(', ')),
  );
  assert.match(
    (await faultOf('fields[Listing]=slug'))?.message ?? '',
    /^There is no field "slug"\. Known are \d+/,
  );
  assert.match((await faultOf('fields[Property]=prising'))?.message ?? '', /Did you mean "pricing"\?/);
});

test('each format says which parameter it takes', async () => {
  const jsonApi = await api.call({ path: `/properties/${id}?fields=property` });
  assert.equal(jsonApi.status, 400);
  assert.match(jsonApi.text, /JSON:API takes fields\[type\]/);
  const plain = await api.call({ path: `/properties/${id}?fields[Property]=body`, headers: flat });
  assert.equal(plain.status, 400);
  assert.match(plain.text, /Flat JSON takes fields/);
});
