import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createdCountry } from '../../test/support/made-country.ts';
import type { LocateResult } from '../geo/locate.ts';
import { listingIdFromUrl } from '../lib/ids.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { applySighting } from './normalise/apply-sighting.ts';
import type { Locate } from './normalise/location.ts';
import { type Observation, validateObservation } from './observation.ts';
import { type ListingParseContext, parseListing } from './parse-listing.ts';
import { isReliable } from './text-facts/fact.ts';
import { readTextFacts } from './text-facts/read-text-facts.ts';

const SOURCE = { id: '0199c2f4-0000-7000-8000-0000000000a1', slug: 'figures-immo' };
const URL_SEEN = 'https://www.figures-immo.example/annonces/240798487';
const now = new Date('2026-03-01T00:00:00Z');
const nowhere: Locate = async () => undefined;
const context: ListingParseContext = { source: SOURCE, locate: nowhere, now };

type SeenObservation = Observation & { readonly kind: 'seen' };

function buildObservation(payload: object, observedAt = '2026-01-05T00:08:53.000Z'): SeenObservation {
  const validated = validateObservation({
    source: 'figures-immo',
    url: URL_SEEN,
    observedAt,
    kind: 'seen',
    payload,
  });
  assert.ok('observation' in validated && validated.observation.kind === 'seen');
  return validated.observation;
}

/** The state after a payload is observed, and its ignored fields. */
async function stateAfter(payload: object, previous?: ListingState, observedAt?: string) {
  const observation = buildObservation(payload, observedAt);
  const { listing, ignoredFields } = await parseListing(observation, context);
  return { state: applySighting(previous, listing, new Date(observation.observedAt)), ignoredFields };
}

test('a payload is parsed into the state of its listing', async () => {
  const { state, ignoredFields } = await stateAfter({
    publishedAt: '2026-01-04T10:00:00Z',
    title: 'Appartement T3 Lyon',
    description: 'Au calme.',
    propertyType: 'Appartement',
    transactionType: 'vente',
    transactionStatus: 'AVAILABLE',
    displayedPrice: '250 000 €',
    area: { displayed: 64, living: '62,5 m²', balcony: 6 },
    rooms: 3,
    floor: 0,
    elevator: 'oui',
    parking: 2,
    heating: 'collectif gaz',
    buildingFloors: 5,
    location: {
      countryCode: 'FR',
      city: 'Lyon',
      neighborhood: 'Part-Dieu',
      coordinates: [4.85432, 45.75812],
    },
    publisher: { publisherType: 'agence', agencyName: 'Agence Mercier' },
    pictures: [{ url: 'https://a.example/1.jpg' }, { url: 'https://a.example/1.jpg' }],
    marketing: { urgent: true },
    protected: true,
  });
  const seenAt = new Date('2026-01-05T00:08:53.000Z');
  assert.deepEqual(ignoredFields, []);
  assert.deepEqual(state.claims, {
    body: { title: 'Appartement T3 Lyon', description: 'Au calme.' },
    propertyType: 'FLAT',
    transaction: { type: 'SELL', status: 'AVAILABLE' },
    pricing: { displayed: 250_000, currency: 'EUR', pricePerArea: 4_000 },
    area: {
      displayed: 62.5,
      unit: 'SQM',
      indoor: { unit: 'SQM', living: 62.5 },
      outdoor: { unit: 'SQM', balcony: 6 },
    },
    amenities: { elevator: true },
    unit: {
      rooms: 3,
      floor: 0,
      parking: { total: 2 },
      energy: { heating: [{ energyCarrier: 'GAS', collective: true }] },
      balcony: true,
      groundFloor: true,
      quiet: true,
    },
    building: { floors: 5, energy: { heating: [{ energyCarrier: 'GAS', collective: true }] } },
    location: {
      geometry: { type: 'Point', coordinates: [4.85432, 45.75812] },
      accuracy: 'NEIGHBORHOOD',
      countryCode: 'FR',
      stated: { city: 'Lyon' },
    },
  });
  assert.deepEqual(state.readFromText, { 'unit.quiet': 0.92 });
  const { claims: _, readFromText: __, ...rest } = state;
  assert.deepEqual(rest, {
    id: listingIdFromUrl(URL_SEEN),
    url: URL_SEEN,
    source: SOURCE,
    protected: true,
    statedNeighborhood: 'Part-Dieu',
    statedCity: 'Lyon',
    pictures: [{ url: 'https://a.example/1.jpg' }],
    publisher: { publisherType: 'REAL_ESTATE_AGENCY', agencyName: 'Agence Mercier' },
    marketing: { urgent: true },
    prices: [{ price: 250_000, at: seenAt }],
    publishedAt: new Date('2026-01-04T10:00:00Z'),
    createdAt: seenAt,
    updatedAt: seenAt,
    lastSeenAt: seenAt,
    expiredAt: undefined,
    priceCoherent: undefined,
  });
});

test('only facts that are right in 97 of 100 real adverts are read from a text', async () => {
  const description = 'Maison de 120 m² sur un terrain de 1 200 m², avec piscine.';
  const { state } = await stateAfter({ description, location: { countryCode: 'FR' } });
  assert.equal(state.claims.amenities?.swimmingPool, true);
  assert.equal(state.claims.area?.land, undefined);
  assert.deepEqual(
    readTextFacts('', description).filter(({ path }) => !isReliable(path)),
    [],
  );
});

test('the text of a listing fills missing fields', async () => {
  const { state } = await stateAfter({
    title: 'Vente appartement T4 82 m²',
    description:
      '<p>Au 3ème étage sans ascenseur, 3 chambres.</p><p>DPE : D. Charges 150 € / mois. Lot n° 12.</p>',
    displayedPrice: 200_000,
    location: { countryCode: 'FR' },
  });
  const { claims, readFromText, lot } = state;
  assert.equal(claims.transaction?.type, 'SELL');
  assert.equal(claims.propertyType, 'FLAT');
  assert.deepEqual([claims.unit?.rooms, claims.unit?.bedrooms, claims.unit?.floor], [4, 3, 3]);
  assert.deepEqual(claims.area, { displayed: 82, unit: 'SQM' });
  assert.equal(claims.pricing?.pricePerArea, 2_439.02);
  assert.deepEqual(claims.pricing?.sale?.fees?.condominium, {
    total: 150,
    currency: 'EUR',
    frequency: 'MONTHLY',
  });
  assert.deepEqual(claims.unit?.diagnostic, { scores: { ENERGY_CONSUMPTION: { rating: 'D' } }, type: 'DPE' });
  assert.equal(claims.amenities?.elevator, false);
  assert.equal(
    claims.body?.description,
    'Au 3ème étage sans ascenseur, 3 chambres.\nDPE : D. Charges 150 € / mois. Lot n° 12.',
  );
  assert.equal(lot, '12');
  assert.ok(
    ['unit.floor', 'transaction.type', 'propertyType', 'lot'].every((path) => path in (readFromText ?? {})),
  );
});

test('a stated value is never replaced by one of the text', async () => {
  const { state } = await stateAfter({
    title: 'T4',
    description: 'Au 3ème étage.',
    propertyType: 'FLAT',
    rooms: 3,
    floor: 2,
  });
  assert.deepEqual([state.claims.unit?.rooms, state.claims.unit?.floor], [3, 2]);
  assert.equal(state.readFromText, undefined);
});

test('only French texts are read for facts', async () => {
  const { state } = await stateAfter({
    title: 'T3 flat with garage',
    description: 'Studio parking of the house and the terrace',
    location: { countryCode: 'GB' },
  });
  assert.equal(state.readFromText, undefined);
});

test('impossible values are ignored and listed, and never throw', async () => {
  const { state, ignoredFields } = await stateAfter({
    publishedAt: '2027-01-01T00:00:00Z',
    rooms: 100_000,
    constructionYear: 3500,
    transactionType: 'RENT',
    netPrice: 100_000,
    displayedPrice: 700,
  });
  assert.equal(state.publishedAt, undefined);
  assert.deepEqual(
    ignoredFields.map(({ member, why }) => `${member} ${why}`),
    [
      'netPrice other transaction',
      'rooms impossible',
      'constructionYear impossible',
      'publishedAt impossible',
    ],
  );
  const future = await stateAfter({ rooms: 1 }, undefined, '2026-04-01T00:00:00Z');
  assert.deepEqual(
    future.ignoredFields.map(({ member }) => member),
    ['observedAt'],
  );
});

test('a located listing carries its division and lists contradicted hints', async () => {
  const city = createdCountry('MUNICIPALITY', '69123', null, { name: 'Lyon' });
  const located: LocateResult = {
    city,
    confidence: 'HIGH',
    agreeingSources: ['name'],
    contradictions: [{ hint: 'postalCode', statedValue: '33000' }],
  };
  const { listing, ignoredFields } = await parseListing(
    buildObservation({ location: { countryCode: 'FR', city: 'Lyon', postalCode: '33000' } }),
    { ...context, locate: async () => located },
  );
  assert.equal(listing.claims.location?.city?.id, city.id);
  assert.equal(listing.claims.location?.countryCode, city.countryCode);
  assert.deepEqual(ignoredFields, [{ member: 'location.postalCode', why: 'contradicted', value: '33000' }]);
});

test('a repeated or unchanged observation changes only lastSeenAt', async () => {
  const payload = {
    title: 'Appartement',
    displayedPrice: 1_000,
    transactionType: 'RENT',
    area: { displayed: 50 },
  };
  const first = (await stateAfter(payload)).state;
  assert.deepEqual((await stateAfter(payload, first)).state, first);
  const stored: ListingState = { ...JSON.parse(JSON.stringify(first)), ...first };
  const later = (await stateAfter(payload, stored, '2026-01-09T00:00:00Z')).state;
  assert.deepEqual({ ...later, lastSeenAt: first.lastSeenAt }, first);
});

test('any payload is parsed without an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), fc.json(), fc.double(), async (text, json, figure) => {
      const given = JSON.parse(json);
      const validated = validateObservation({
        source: 'x',
        url: URL_SEEN,
        observedAt: '2026-01-05T00:00:00Z',
        kind: 'seen',
        payload: {
          title: text,
          description: `${text} ${json}`,
          displayedPrice: figure,
          area: given,
          location: given,
          fees: given,
        },
      });
      if (!('observation' in validated) || validated.observation.kind !== 'seen') return;
      const { listing } = await parseListing(validated.observation, context);
      assert.equal(listing.url, URL_SEEN);
    }),
    { numRuns: 200 },
  );
});
