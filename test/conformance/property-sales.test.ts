import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { certificateImport } from '../../src/addresses/import-certificates.ts';
import type { AddressResolution } from '../../src/addresses/resolve-address.ts';
import { divisionId, toFlatDivision } from '../../src/geo/division.ts';
import { findDivisionById } from '../../src/geo/store.ts';
import type { Claims, ListingState } from '../../src/properties/listing-state.ts';
import { record } from '../../src/properties/record.ts';
import { salesImport } from '../../src/transactions/import-sales.ts';
import type { Lifeline } from '../../src/transactions/lifeline.ts';
import type { SalesNearby } from '../../src/transactions/sales-nearby.ts';
import { day, expired, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { startApi } from '../support/api.ts';
import { readBoth } from '../support/both-formats.ts';
import { insertFrenchCities } from '../support/french-cities.ts';
import { importContents } from '../support/import-contents.ts';
import { findProblemErrors } from '../support/problem-referee.ts';

const api = await startApi({ after });

const CERTIFICATES = [
  'numero_dpe,date_etablissement_dpe,etiquette_dpe,etiquette_ges,conso_5_usages_par_m2_ep,emission_ges_5_usages_par_m2,surface_habitable_logement,type_batiment,numero_voie_ban,nom_rue_ban,code_postal_ban,code_insee_ban,score_ban,_geopoint,complement_adresse_logement',
  '2475E0000001A,2024-02-01,D,C,231,17,48.3,appartement,12,Rue Réaumur,75002,75102,0.9,"48.8660,2.3520",Etage 3',
  '2475E0000002B,2024-02-02,D,C,190,25,62,appartement,,Rue de Cléry,75002,75102,0.6,"48.8690,2.3480",RDC',
].join('\n');
/** Around 2.352, 48.866: half a degree of longitude more is 36 km away. */
const SALES = [
  'reference,date,price,type,living_area,rooms,city_code,parcel,longitude,latitude',
  'a,2025-12-20,450000,appartement,48,2,75102,75102000AA0001,2.3521,48.8661',
  'b,2025-06-01,600000,appartement,60,3,75102,75102000AA0002,2.3530,48.8670',
  'c,2025-06-02,500000,appartement,40,2,75102,75102000AA0003,2.3500,48.8650',
  'd,2025-06-03,900000,maison,100,5,75102,75102000AA0004,2.3520,48.8662',
  'e,2025-06-04,100000,appartement,40,2,75102,75102000AA0005,2.8520,48.8660',
  'f,2019-06-04,100000,appartement,40,2,75102,75102000AA0006,2.3520,48.8660',
].join('\n');

let claims: Claims = {};
before(async () => {
  await insertFrenchCities(api.db);
  await importContents(api.db, certificateImport, CERTIFICATES);
  await importContents(api.db, salesImport, SALES);
  const district = await findDivisionById(api.db, divisionId('FR', '75102'));
  assert.ok(district);
  claims = {
    propertyType: 'FLAT',
    transaction: { type: 'SELL' },
    pricing: { displayed: 470_000, currency: 'EUR' },
    area: { displayed: 48, unit: 'SQM' },
    unit: {
      rooms: 2,
      floor: 3,
      diagnostic: {
        scores: {
          ENERGY_CONSUMPTION: { rating: 'D', value: 231 },
          CARBON_EMISSIONS: { rating: 'C', value: 17 },
        },
      },
    },
    location: {
      countryCode: 'FR',
      accuracy: 'PRECISE',
      geometry: { type: 'Point', coordinates: [2.352, 48.866] },
      district: toFlatDivision(district),
    },
  };
});

const resolve = (id: string, accept = 'application/json') =>
  api.call({ method: 'POST', path: `/properties/${id}/resolve-address`, accept });

test('characteristics find the one certificate that has them, in both formats', async () => {
  const id = await recordTogether(api.db, [madeListing(claims)], day(1));
  const flat = (await resolve(id)).body as AddressResolution;
  assert.deepEqual(flat, {
    confidence: 'EXACT',
    method: 'ENERGY_CERTIFICATE_CHARACTERISTICS',
    address: {
      label: '12 Rue Réaumur 75002 Paris',
      houseNumber: '12',
      street: 'Rue Réaumur',
      postcode: '75002',
      cityCode: '75102',
      city: 'Paris',
      country: 'FR',
      latitude: 48.866,
      longitude: 2.352,
    },
    energyCertificateNumber: '2475E0000001A',
    algorithmVersion: 2,
  });
  const { data } = (await resolve(id, 'application/vnd.api+json')).body as { data: object };
  assert.deepEqual(data, { type: 'AddressResolution', id, attributes: flat });
});

test('a certificate number takes precedence, and a street without a number stays without', async () => {
  const unit = { ...claims.unit, diagnostic: { reference: '2475 E000 0002 B' } };
  const id = await recordTogether(api.db, [madeListing({ ...claims, unit })], day(1));
  const found = (await resolve(id)).body as AddressResolution;
  assert.deepEqual(
    [found.confidence, found.method, found.address?.houseNumber, found.address?.label],
    ['EXACT', 'ENERGY_CERTIFICATE_NUMBER', null, 'Rue de Cléry 75002 Paris'],
  );
});

test('a property without evidence is NONE with 200; one abroad is 422, not billed', async () => {
  const bare = await recordTogether(api.db, [madeListing({ location: { countryCode: 'FR' } })], day(1));
  const none = await resolve(bare);
  assert.deepEqual(
    [none.status, none.body],
    [
      200,
      { confidence: 'NONE', method: null, address: null, energyCertificateNumber: null, algorithmVersion: 2 },
    ],
  );
  const abroad = await recordTogether(api.db, [madeListing({ location: { countryCode: 'ES' } })], day(1));
  const refused = await resolve(abroad);
  assert.deepEqual(
    [refused.status, (refused.body as { type: string }).type],
    [422, '/problems/unsupported-country'],
  );
});

test('sales nearby are counted by radius, period and type, with the median by the metre', async () => {
  const id = await recordTogether(api.db, [madeListing(claims)], day(1));
  const at = async (query: string) => readBoth<SalesNearby>(api, `/properties/${id}/sales-nearby?${query}`);
  const all = await at('from=2025-01-01&to=2025-12-31&radius=500');
  assert.deepEqual([all.count, all.medianPricePerSqmCents], [4, 968_750]);
  const flats = await at('from=2025-01-01&to=2025-12-31&radius=500&type=FLAT');
  assert.deepEqual([flats.count, flats.medianPricePerSqmCents], [3, 1_000_000]);
  assert.deepEqual(
    flats.sales.map(({ distanceMetres }) => distanceMetres < 250),
    [true, true, true],
  );
  assert.equal((await at('from=2019-01-01&to=2025-12-31&radius=30')).count, 3);
  const turned = await api.call({ path: `/properties/${id}/sales-nearby?from=2025-02-01&to=2025-01-01` });
  assert.deepEqual(findProblemErrors(turned), ['422 out_of_range from']);
});

test('the lifeline shows listing, price step, expiry, return and the probable sale', async () => {
  const listing = madeListing(claims, {
    createdAt: new Date('2025-08-01'),
    updatedAt: new Date('2025-08-01'),
    lastSeenAt: new Date('2025-08-01'),
  });
  const propertyId = await recordTogether(api.db, [listing], listing.createdAt);
  const visit = async (state: ListingState) => {
    await record(api.db, { listings: [{ state, propertyId }] }, state.lastSeenAt);
    return state;
  };
  const cheaper = await visit(
    revisited(listing, new Date('2025-09-01'), { pricing: { displayed: 455_000, currency: 'EUR' } }),
  );
  const gone = await visit(expired(cheaper, new Date('2025-10-01')));
  const back = await visit({ ...revisited(gone, new Date('2025-10-10'), {}), expiredAt: undefined });
  await visit(expired(back, new Date('2025-11-01')));
  const lifeline = await readBoth<Lifeline>(api, `/properties/${propertyId}/lifeline`);
  assert.deepEqual(
    lifeline.events.map(({ kind }) => kind),
    ['LISTED', 'PRICE_CHANGED', 'EXPIRED', 'RELISTED', 'EXPIRED', 'SOLD'],
  );
  assert.deepEqual([lifeline.events[1]?.oldPrice, lifeline.events[1]?.newPrice], [470_000, 455_000]);
  assert.deepEqual([lifeline.sale?.dateMutation, lifeline.sale?.priceCents], ['2025-12-20', 45_000_000]);
  assert.ok((lifeline.sale?.confidence ?? 0) > 0.8);
});

test('the lifeline puts LISTED at the first appearance, in one time format', async () => {
  const seen = { createdAt: new Date('2025-08-01T08:30:00Z'), updatedAt: new Date('2025-08-01T08:30:00Z') };
  const renewed = madeListing(claims, {
    ...seen,
    lastSeenAt: new Date('2025-09-01'),
    publishedAt: new Date('2025-08-20T10:00:00.500Z'),
  });
  const older = madeListing(claims, {
    ...seen,
    lastSeenAt: new Date('2025-09-01'),
    publishedAt: new Date('2025-07-15'),
  });
  const propertyId = await recordTogether(api.db, [renewed, older], seen.createdAt);
  const visits = [
    revisited(renewed, new Date('2025-08-10'), { pricing: { displayed: 455_000, currency: 'EUR' } }),
    expired(older, new Date('2025-10-01')),
    expired(renewed, new Date('2025-11-01')),
  ];
  for (const state of visits) await record(api.db, { listings: [{ state, propertyId }] }, state.lastSeenAt);
  const { events } = await readBoth<Lifeline>(api, `/properties/${propertyId}/lifeline`);
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'LISTED').map((event) => [event.listingId, event.occurredAt]),
    [
      [older.id, '2025-07-15T00:00:00+00:00'],
      [renewed.id, '2025-08-01T08:30:00+00:00'],
    ],
  );
  assert.equal(events.at(-1)?.kind, 'SOLD');
  for (const { occurredAt } of events)
    assert.match(occurredAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+00:00$/);
  assert.deepEqual(
    events.map(({ occurredAt }) => occurredAt),
    events.map(({ occurredAt }) => occurredAt).toSorted(),
  );
});

test('a property that is still for sale has no recorded sale', async () => {
  const id = await recordTogether(api.db, [madeListing(claims)], day(1));
  assert.equal((await readBoth<Lifeline>(api, `/properties/${id}/lifeline`)).sale, null);
});
