import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { attributes } from '../catalogue/paths.ts';
import { validateObservation } from './observation.ts';
import { payloadSchema } from './payload.ts';

const header = {
  source: 'figures-immo',
  url: 'https://www.figures-immo.example/annonces/240798487',
  observedAt: '2026-01-05T00:08:53.000Z',
  kind: 'seen',
};

function seen(given: object) {
  const validated = validateObservation({ ...header, payload: given });
  assert.ok('observation' in validated, 'reason' in validated ? validated.reason : '');
  return { payload: validated.observation.payload, ignoredFields: validated.ignoredFields };
}

const reasonOf = (draft: object) => {
  const validated = validateObservation(draft);
  return 'reason' in validated ? validated.reason : undefined;
};

test('an observation needs a source, a URL, a time and a kind, and one of kind seen a payload', () => {
  assert.equal(reasonOf({ ...header, source: undefined }), 'no source');
  assert.equal(reasonOf({ ...header, url: 'ftp://x.example' }), 'url is not an http or https address');
  assert.equal(reasonOf({ ...header, observedAt: 'yesterday' }), 'observedAt is not a time in ISO 8601');
  assert.equal(reasonOf({ ...header, kind: 'gone' }), 'kind is not seen or expired');
  assert.equal(reasonOf(header), 'no payload');
  assert.equal(reasonOf({ ...header, payload: [] }), 'payload is not an object');
});

test('the payload of an expired observation is ignored', () => {
  assert.deepEqual(validateObservation({ ...header, kind: 'expired', payload: { rooms: 3 } }), {
    observation: { ...header, kind: 'expired', payload: null },
    ignoredFields: [],
  });
});

test('an observation accepts the values of the property document', () => {
  const { unit, building, amenities, transaction } = parisFlat.property;
  const { energy, ...unitMembers } = unit;
  const given = {
    ...amenities,
    ...unitMembers,
    heating: energy.heating,
    transactionType: transaction.type,
    saleType: transaction.saleType,
    availableAt: transaction.availableAt,
    constructionYear: building.constructionYear,
    underLegalProceedings: building.legalStatus.underLegalProceedings,
    fees: parisFlat.property.pricing.sale.fees,
  };
  assert.deepEqual(seen(given), { payload: given, ignoredFields: [] });
});

test('every boolean of the unit and of the amenities is a payload member of the same name', () => {
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

test('numbers in text, French booleans, foreign words and bare figures are read', () => {
  const { payload: read, ignoredFields } = seen({
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
  assert.deepEqual(ignoredFields, []);
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

test('unknown values are ignored and listed, and the others are read', () => {
  const { payload: read, ignoredFields } = seen({
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
    ignoredFields.map(({ member, why, value }) => `${member}: ${why}: ${value}`),
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

test('impossible values reject the observation', () => {
  const reason = (given: object) => reasonOf({ ...header, payload: given });
  assert.equal(reason(JSON.parse('{"displayedPrice": 1e400}')), 'displayedPrice is not a possible number');
  assert.equal(reason({ displayedPrice: '1e400' }), 'displayedPrice is not a possible number');
  assert.equal(reason({ location: { coordinates: [384.4, 1] } }), 'coordinates 384.4, 1 are not on Earth');
  assert.equal(reason({ title: 'Appartement\0' }), 'title holds a NUL character');
});

test('absent, null and empty values are not listed as ignored', () => {
  assert.deepEqual(
    seen({ rooms: null, title: '  ', condition: '', location: {}, heating: [], pictures: null }),
    {
      payload: { heating: [] },
      ignoredFields: [],
    },
  );
});

test('a lone surrogate does not reject the listing', () => {
  assert.deepEqual(seen({ title: 'Vue mer \ud83d' }).payload, { title: 'Vue mer \ufffd' });
});

test('the ignored fields of a payload are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`member${at}`, 'x'.repeat(200)]));
  const { ignoredFields } = seen(many);
  assert.ok(ignoredFields.length <= 100 && ignoredFields.every(({ value }) => value.length <= 61));
});
