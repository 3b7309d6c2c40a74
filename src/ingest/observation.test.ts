import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { attributes } from '../catalogue/paths.ts';
import { validateObservation } from './observation.ts';
import { payloadSchema } from './payload.ts';

const visit = {
  source: 'figures-immo',
  url: 'https://www.figures-immo.example/annonces/240798487',
  observedAt: '2026-01-05T00:08:53.000Z',
  kind: 'seen',
};

function seen(given: object) {
  const judged = validateObservation({ ...visit, payload: given });
  assert.ok('observation' in judged, 'reason' in judged ? judged.reason : '');
  return { payload: judged.observation.payload, leftOut: judged.ignoredFields };
}

const reasonOf = (draft: object) => {
  const judged = validateObservation(draft);
  return 'reason' in judged ? judged.reason : undefined;
};

test('a visit needs a source, a url, a time and a kind, and a seen one a payload', () => {
  assert.equal(reasonOf({ ...visit, source: undefined }), 'no source');
  assert.equal(reasonOf({ ...visit, url: 'ftp://x.example' }), 'url is not an http or https address');
  assert.equal(reasonOf({ ...visit, observedAt: 'yesterday' }), 'observedAt is not a time in ISO 8601');
  assert.equal(reasonOf({ ...visit, kind: 'gone' }), 'kind is not seen or expired');
  assert.equal(reasonOf(visit), 'no payload');
  assert.equal(reasonOf({ ...visit, payload: [] }), 'payload is not an object');
});

test('an expired visit says nothing of the listing', () => {
  assert.deepEqual(validateObservation({ ...visit, kind: 'expired', payload: { rooms: 3 } }), {
    observation: { ...visit, kind: 'expired', payload: null },
    ignoredFields: [],
  });
});

test('what the document can say, an observation can say in the same words', () => {
  const { unit, building, amenities, transaction } = parisFlat.property;
  const { energy, ...ofUnit } = unit;
  const said = {
    ...amenities,
    ...ofUnit,
    heating: energy.heating,
    transactionType: transaction.type,
    saleType: transaction.saleType,
    availableAt: transaction.availableAt,
    constructionYear: building.constructionYear,
    underLegalProceedings: building.legalStatus.underLegalProceedings,
    fees: parisFlat.property.pricing.sale.fees,
  };
  assert.deepEqual(seen(said), { payload: said, leftOut: [] });
});

test('every boolean of the unit and of the amenities is a member under its own name', () => {
  const flags = attributes.flatMap(({ path, node }) =>
    node.kind === 'flag' && /^property\.(?:unit|amenities)\.[^.]+$/.test(path)
      ? [path.split('.').at(-1)]
      : [],
  );
  assert.ok(flags.length > 30);
  assert.deepEqual(
    flags.filter((flag) => flag === undefined || !Object.hasOwn(payloadSchema.members, flag)),
    [],
  );
});

test('numbers given as text, French booleans, foreign words and bare figures are understood', () => {
  const { payload: read, leftOut } = seen({
    propertyType: 'Maison/Villa',
    displayedPrice: '250.000 €',
    currency: '€',
    rent: '900',
    rooms: 'T3',
    floor: 'RDC',
    elevator: 'oui',
    parking: true,
    orientation: 'est-ouest',
    heating: 'gaz collectif',
    area: { displayed: '62,4 m²', land: '30 ares' },
    diagnostic: { standard: 2021, scores: { dpe: 'D', ges: { rating: 'c', value: '12' } } },
    location: {
      countryCode: 'France',
      postalCode: 75011,
      coordinates: ['2.37', '48.86'],
      accuracy: 'MUNICIPALITY',
    },
    pictures: ['https://photos.example/1.jpg', { url: '//photos.example/2.jpg', phash: 'ABCDEF0123456789' }],
  });
  assert.deepEqual(leftOut, []);
  assert.deepEqual(read, {
    propertyType: 'HOUSE',
    displayedPrice: 250_000,
    currency: 'EUR',
    rent: { amount: 900 },
    rooms: 3,
    floor: 0,
    elevator: true,
    parking: { total: 1 },
    orientation: ['EAST', 'WEST'],
    heating: [{ energyCarrier: 'GAS', collective: true }],
    area: { displayed: 62.4, unit: 'SQM', land: { value: 3000, unit: 'SQM' } },
    diagnostic: {
      standard: 'FR_DPE_2021',
      scores: { ENERGY_CONSUMPTION: { rating: 'D' }, CARBON_EMISSIONS: { rating: 'C', value: 12 } },
    },
    location: { countryCode: 'FR', postalCode: '75011', coordinates: [2.37, 48.86], accuracy: 'CITY' },
    pictures: [
      { url: 'https://photos.example/1.jpg' },
      { url: 'https://photos.example/2.jpg', phash: 'abcdef0123456789' },
    ],
  });
});

test('what stays unknown is left out and told, and the rest goes in', () => {
  const { payload: read, leftOut } = seen({
    rooms: 3,
    colour: 'blue',
    toString: 1,
    condition: 'bizarre',
    bedrooms: -2,
    displayedPrice: 0,
    location: { planet: 'Earth', city: 'Lyon' },
    pictures: [{ url: 'abc.jpg' }],
    publishedAt: '1970-01-01T00:00:00Z',
  });
  assert.deepEqual(read, { rooms: 3, location: { city: 'Lyon' } });
  assert.deepEqual(
    leftOut.map(({ member, why, value }) => `${member}: ${why}: ${value}`),
    [
      'colour: unknown member: blue',
      'toString: unknown member: 1',
      'condition: unknown value: bizarre',
      'bedrooms: out of range: -2',
      'displayedPrice: out of range: 0',
      'location.planet: unknown member: Earth',
      'pictures.url: unknown value: abc.jpg',
      'publishedAt: unknown value: 1970-01-01T00:00:00Z',
    ],
  );
});

test('what cannot be rejects the visit', () => {
  const reason = (given: object) => reasonOf({ ...visit, payload: given });
  assert.equal(reason(JSON.parse('{"displayedPrice": 1e400}')), 'displayedPrice is not a possible number');
  assert.equal(reason({ displayedPrice: '1e400' }), 'displayedPrice is not a possible number');
  assert.equal(reason({ location: { coordinates: [384.4, 1] } }), 'coordinates 384.4, 1 are not on Earth');
  assert.equal(reason({ title: 'Appartement\0' }), 'title holds a NUL character');
});

test('absent, null and empty say nothing, and are not told', () => {
  assert.deepEqual(
    seen({ rooms: null, title: '  ', condition: '', location: {}, heating: [], pictures: null }),
    {
      payload: { heating: [] },
      leftOut: [],
    },
  );
});

test('a surrogate cut in half does not cost the listing', () => {
  assert.deepEqual(seen({ title: 'Vue mer \ud83d' }).payload, { title: 'Vue mer \ufffd' });
});

test('remarks on a payload of nothing but unknown members are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`member${at}`, 'x'.repeat(200)]));
  const { leftOut } = seen(many);
  assert.ok(leftOut.length <= 100 && leftOut.every(({ value }) => value.length <= 61));
});
