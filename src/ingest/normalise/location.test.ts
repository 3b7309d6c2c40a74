import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagedDivisions } from '../../../test/support/france.ts';
import { createFinder } from '../../geo/autocomplete/finder.ts';
import { createGazetteer } from '../../geo/locate/gazetteer.ts';
import { locate } from '../../geo/locate.ts';
import type { Payload } from '../payload.ts';
import { type Locate, locateListing } from './location.ts';

/** The departments of the test: all France would take seconds to index. */
const france = packagedDivisions('FR').filter(({ uniqueCode }) => /^(?:33|42|59|69|75|97)/.test(uniqueCode));
const gazetteer = createGazetteer(france, await createFinder(france));
const inFrance: Locate = async (country, hint) => (country === 'FR' ? locate(hint, gazetteer) : undefined);

type Stated = NonNullable<Payload['location']>;
const locateInFrance = async (stated: Stated) => {
  const { location, ignoredFields } = await locateListing({ countryCode: 'FR', ...stated }, inFrance);
  return { location, ignored: ignoredFields.map(({ member, why }) => `${member} ${why}`) };
};
const codes = async (stated: Stated) => {
  const { location } = await locateInFrance(stated);
  return [location?.city?.uniqueCode, location?.district?.uniqueCode]
    .filter((code) => code !== undefined)
    .join(' ');
};

const LYON = { city: 'Lyon', postalCode: '69003' };

test('a located listing carries the complete division of the document', async () => {
  const { location } = await locateInFrance({ city: 'Bordeaux', postalCode: '33000' });
  assert.deepEqual(location?.city, {
    iri: `/geo/administrative-divisions/${location?.city?.id}`,
    id: location?.city?.id,
    name: 'Bordeaux',
    type: 'MUNICIPALITY',
    uniqueCode: '33063',
    postalCodes: ['33000', '33100', '33200', '33300', '33800'],
  });
  assert.equal(location?.countryCode, 'FR');
  assert.equal(location?.accuracy, 'CITY');
  assert.equal(location?.geometry, undefined);
});

test('a city is found in the spellings of sources', async () => {
  assert.equal(await codes({ city: 'Paris 15ème' }), '75056 75115');
  assert.equal(await codes({ city: 'PARIS CEDEX 15', postalCode: '75015' }), '75056 75115');
  assert.equal(await codes({ city: 'St-Etienne', postalCode: '42000' }), '42218');
  assert.equal(await codes({ inseeCode: '69383' }), '69123 69383');
  assert.equal(await codes({ city: 'Saint Denis', postalCode: '97400', countryCode: 'RE' }), '97411');
});

test('a listing without a country is located in the default countries', async () => {
  const { location } = await locateListing(LYON, inFrance);
  assert.equal(location?.city?.uniqueCode, '69123');
  assert.equal(location?.countryCode, 'FR');
  const elsewhere = await locateListing({ city: 'Nowhere-upon-Nothing' }, inFrance);
  assert.deepEqual(elsewhere.location, {
    accuracy: 'UNKNOWN',
    stated: { city: 'Nowhere-upon-Nothing' },
  });
});

test('a point in the city keeps its stated accuracy', async () => {
  const { location, ignored } = await locateInFrance({
    ...LYON,
    coordinates: [4.85432, 45.75812],
    accuracy: 'STREET',
  });
  assert.deepEqual(location?.geometry, { type: 'Point', coordinates: [4.85432, 45.75812] });
  assert.equal(location?.accuracy, 'STREET');
  assert.deepEqual(ignored, []);
});

test('a point in another country or far from the city is ignored and counted', async () => {
  for (const coordinates of [
    [-74.006, 40.7128],
    [2.3522, 48.8566],
    [139.69, 35.68],
  ] as [number, number][]) {
    const { location, ignored } = await locateInFrance({ ...LYON, coordinates, accuracy: 'PRECISE' });
    assert.equal(location?.city?.uniqueCode, '69123');
    assert.equal(location?.geometry, undefined);
    assert.deepEqual(ignored, ['location.coordinates contradicted', 'location.accuracy contradicted']);
    assert.equal(location?.accuracy, 'DISTRICT');
  }
  const alone = await locateInFrance({ coordinates: [-74.006, 40.7128] });
  assert.equal(alone.location?.geometry, undefined);
  assert.deepEqual(alone.ignored, ['location.coordinates contradicted']);
});

test('a point with latitude and longitude swapped is corrected and counted', async () => {
  const { location, ignored } = await locateInFrance({ ...LYON, coordinates: [45.75812, 4.85432] });
  assert.deepEqual(location?.geometry?.coordinates, [4.85432, 45.75812]);
  assert.deepEqual(ignored, ['location.coordinates contradicted']);
});

test('a point without a city name is located in its city', async () => {
  const { location } = await locateInFrance({ coordinates: [-0.57918, 44.83779] });
  assert.equal(location?.city?.uniqueCode, '33063');
  assert.equal(location?.accuracy, 'NEIGHBORHOOD');
});

test('a postal code that contradicts the other hints is ignored and counted', async () => {
  const { location, ignored } = await locateInFrance({
    city: 'Bordeaux',
    inseeCode: '33063',
    postalCode: '59000',
  });
  assert.equal(location?.city?.uniqueCode, '33063');
  assert.deepEqual(ignored, ['location.postalCode contradicted']);
});

test('a payload without a location has no location', async () => {
  assert.deepEqual(await locateListing(undefined, inFrance), { location: undefined, ignoredFields: [] });
});
