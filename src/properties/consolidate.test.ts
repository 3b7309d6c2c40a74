import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, expired, madeListing } from '../../test/fixtures/listing-states.ts';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { leafAttributes } from '../catalogue/paths.ts';
import { rules } from './consolidate/rules.ts';
import { consolidate } from './consolidate.ts';
import type { Claims, ListingState } from './listing-state.ts';

/** One listing per argument, each a day newer than the one before. */
const listingsWith = (...claims: Claims[]): ListingState[] =>
  claims.map((claim, at) => madeListing(claim, { createdAt: day(at + 1), updatedAt: day(at + 1) }));

const priced = (displayed: number, currency: 'EUR' | 'USD' = 'EUR'): Claims => ({
  pricing: { displayed, currency },
});
const priceOf = (listings: ListingState[]) => consolidate(listings).pricing?.displayed;

test('every attribute a listing can state has an implemented rule', () => {
  const elsewhere = ['with-figure', 'computed', 'reference', 'distinct-pictures', 'largest-living-area'];
  const without = leafAttributes
    .filter(({ path, node }) => path.startsWith('property.') && node.variantOf === undefined)
    .filter(({ consolidate: rule }) => rule === undefined || !(rule in rules || elsewhere.includes(rule)));
  assert.deepEqual(
    without.map(({ path }) => path),
    [],
  );
});

test('a property with one listing has the values of that listing', () => {
  const {
    createdAt: _,
    updatedAt: __,
    expired: ___,
    changes: ____,
    valuation: _______,
    pictures,
    pricing: { spread: _____, spreadPercent: ______, ...pricing },
    ...rest
  } = parisFlat.property;
  const claims = { ...rest, pricing };
  const view = consolidate([madeListing(claims, { pictures })]);
  assert.deepEqual(view, { ...claims, pictures });
  assert.deepEqual(
    Object.keys(view.pricing ?? {}),
    Object.keys(claims.pricing),
    'in the order of the contract',
  );
});

test('the order of the listings does not matter', () => {
  const listings = listingsWith(
    { propertyType: 'FLAT', unit: { rooms: 3, orientation: ['SOUTH'] }, body: { title: 'Bel appartement' } },
    {
      propertyType: 'HOUSE',
      unit: { rooms: 4, orientation: ['NORTH', 'SOUTH'] },
      body: { title: 'Belle maison!' },
    },
    { propertyType: 'FLAT', unit: { rooms: 4, balcony: false }, pricing: { displayed: 1, currency: 'EUR' } },
  );
  const expected = JSON.stringify(consolidate(listings));
  for (const order of [
    [2, 1, 0],
    [1, 0, 2],
    [1, 2, 0],
  ]) {
    assert.equal(JSON.stringify(consolidate(order.flatMap((at) => listings[at] ?? []))), expected);
  }
});

test('the displayed price is the one most listings show', () => {
  assert.equal(priceOf(listingsWith(priced(100), priced(200), priced(100))), 100);
});

test('a tie goes to the listing with the most recent content, not to the last one seen', () => {
  const listings = listingsWith({ propertyType: 'FLAT' }, { propertyType: 'HOUSE' });
  assert.equal(consolidate(listings).propertyType, 'HOUSE');
  const [one, other] = listings as [ListingState, ListingState];
  assert.equal(consolidate([{ ...one, lastSeenAt: day(20) }, other]).propertyType, 'HOUSE');
});

test('offline listings do not count for the price while one is live', () => {
  const [one, two, live] = listingsWith(priced(100), priced(100), priced(150)) as [
    ListingState,
    ListingState,
    ListingState,
  ];
  assert.equal(priceOf([expired(one, day(9)), expired(two, day(9)), live]), 150);
});

test('a property that left the market retains its last price', () => {
  const [one, two, last] = listingsWith(priced(100), priced(100), priced(150)) as [
    ListingState,
    ListingState,
    ListingState,
  ];
  assert.equal(priceOf([expired(one, day(5)), expired(two, day(6)), expired(last, day(9))]), 150);
});

test('the price fields are computed without the price-incoherent listings, even when none is left', () => {
  const misprint = madeListing(priced(9), { priceCoherent: false, updatedAt: day(9) });
  assert.equal(priceOf([misprint, ...listingsWith(priced(900_000))]), 900_000);
  assert.equal(consolidate([misprint]).pricing, undefined);
  assert.equal(consolidate([{ ...misprint, priceCoherent: undefined }]).pricing?.displayed, 9);
});

test('a price-incoherent listing does not vote on the type, unless no other listing states it', () => {
  const misprint = madeListing({ propertyType: 'SHOP' }, { priceCoherent: false, updatedAt: day(9) });
  assert.equal(consolidate([misprint, ...listingsWith({ propertyType: 'FLAT' })]).propertyType, 'FLAT');
  assert.equal(consolidate([misprint]).propertyType, 'SHOP');
});

test('a price has its currency, and the same number in another currency is another price', () => {
  const { pricing } = consolidate(listingsWith(priced(100, 'USD'), priced(100, 'USD'), priced(100, 'EUR')));
  assert.deepEqual(pricing, { displayed: 100, currency: 'USD' });
});

test('price per area is the displayed price over the displayed area in square metres', () => {
  const of = (area: Claims['area']) =>
    consolidate(listingsWith({ ...priced(500_000), ...(area && { area }) })).pricing?.pricePerArea;
  assert.equal(of({ displayed: 62.4, unit: 'SQM' }), 8012.82);
  assert.equal(of({ displayed: 1000, unit: 'SQFT' }), 5381.96);
  assert.equal(of({ displayed: 0, unit: 'SQM' }), undefined);
  assert.equal(of(undefined), undefined);
});

test('counts are the largest, construction years the earliest, renovations and dates the latest', () => {
  const view = consolidate(
    listingsWith(
      {
        unit: { rooms: 3, bedrooms: 2 },
        building: { constructionYear: 1901, renovationYear: 1999 },
        transaction: { availableAt: '2026-05-01' },
      },
      {
        unit: { rooms: 2.5, bedrooms: 3 },
        building: { constructionYear: 1899, renovationYear: 2015 },
        transaction: { availableAt: '2026-02-01' },
      },
    ),
  );
  assert.deepEqual(view.unit, { rooms: 3, bedrooms: 3 });
  assert.deepEqual(view.building, { constructionYear: 1899, renovationYear: 2015 });
  assert.equal(view.transaction?.availableAt, '2026-05-01');
});

test('areas in different units are compared in square metres and returned in one unit', () => {
  const { area } = consolidate(
    listingsWith(
      { area: { indoor: { unit: 'SQM', living: 100 }, outdoor: { unit: 'SQM', terrace: 9 } } },
      {
        area: { indoor: { unit: 'SQFT', living: 1000, total: 2000 }, outdoor: { unit: 'SQFT', terrace: 50 } },
      },
    ),
  );
  assert.deepEqual(area?.indoor, { unit: 'SQM', living: 100, total: 185.81 });
  assert.deepEqual(area?.outdoor, { unit: 'SQM', terrace: 9 });
  assert.deepEqual([area?.displayed, area?.unit], [100, 'SQM']);
});

test('the displayed area is the largest living area, else the largest total, else the largest displayed', () => {
  const displayed = (...areas: NonNullable<Claims['area']>[]) =>
    consolidate(listingsWith(...areas.map((area) => ({ area })))).area?.displayed;
  assert.equal(
    displayed({ displayed: 90 }, { indoor: { living: 60, total: 99 } }, { indoor: { living: 62 } }),
    62,
  );
  assert.equal(displayed({ displayed: 120 }, { indoor: { total: 99 } }), 99);
  assert.equal(displayed({ displayed: 80 }, { displayed: 90 }), 90);
});

test('a legal area retains its law, and the largest plot its unit', () => {
  const { area } = consolidate(
    listingsWith(
      {
        area: {
          indoor: { unit: 'SQM', legal: { value: 61, law: 'CARREZ' } },
          land: { value: 500, unit: 'SQM' },
        },
      },
      {
        area: {
          indoor: { unit: 'SQM', legal: { value: 63, law: 'BOUTIN' } },
          land: { value: 0.06, unit: 'HECTARE' },
        },
      },
    ),
  );
  assert.deepEqual(area?.indoor, { unit: 'SQM', legal: { value: 63, law: 'BOUTIN' } });
  assert.deepEqual(area?.land, { value: 0.06, unit: 'HECTARE' });
});

test('orientations are joined in the order of the vocabulary', () => {
  const { unit } = consolidate(
    listingsWith({ unit: { orientation: ['SOUTH', 'EAST'] } }, { unit: { orientation: ['NORTH', 'SOUTH'] } }),
  );
  assert.deepEqual(unit?.orientation, ['NORTH', 'EAST', 'SOUTH']);
});

test('true wins over false, and false over unknown', () => {
  const { unit } = consolidate(
    listingsWith({ unit: { balcony: true, cellar: false } }, { unit: { balcony: false } }, { unit: {} }),
  );
  assert.deepEqual(unit, { balcony: true, cellar: false });
});

test('the strongest status of the live listings counts', () => {
  const status = (...states: string[]) =>
    consolidate(listingsWith(...states.map((one) => ({ transaction: { status: one } }) as Claims)))
      .transaction?.status;
  assert.equal(status('WITHDRAWN', 'UNDER_OFFER', 'AVAILABLE', 'SOLD'), 'AVAILABLE');
  assert.equal(status('WITHDRAWN', 'SOLD', 'UNDER_OFFER'), 'UNDER_OFFER');
  assert.equal(status('SOLD', 'RENTED', 'WITHDRAWN'), 'RENTED', 'sold and let are one rank: the most recent');
  const [gone, live] = listingsWith(
    { transaction: { status: 'AVAILABLE' } },
    { transaction: { status: 'SOLD' } },
  ) as [ListingState, ListingState];
  assert.equal(consolidate([expired(gone, day(5)), live]).transaction?.status, 'SOLD');
});

test('the text is the longest of the largest group of equal words, then the most recent', () => {
  const title = (...titles: string[]) =>
    consolidate(listingsWith(...titles.map((one) => ({ body: { title: one } })))).body?.title;
  assert.equal(
    title('Un très long titre que personne ne répète', 'Studio, Nice', 'STUDIO  nice !'),
    'STUDIO  nice !',
  );
  assert.equal(title('Maison de ville', 'Maison'), 'Maison de ville');
  assert.equal(title('Maison bleue', 'Maison jaune'), 'Maison jaune');
});

test('an energy diagnostic is taken whole: the one with the latest date', () => {
  const [old, recent, undated] = [
    { date: '2015-03-01', reference: 'A' },
    { date: '2023-03-01', scores: { ENERGY_CONSUMPTION: { rating: 'D' } } },
    { reference: 'B' },
  ] as const;
  const diagnostic = (...all: object[]) =>
    consolidate(listingsWith(...all.map((one) => ({ unit: { diagnostic: one } }) as Claims))).unit
      ?.diagnostic;
  assert.deepEqual(diagnostic(recent, old, undated), recent);
  assert.deepEqual(diagnostic(undated), undated);
});

test('fees and heating are those of the most recent listing that states any', () => {
  const fee = (amount: number): Claims => ({
    pricing: { sale: { fees: { agency: { amount, currency: 'EUR' } } } },
  });
  assert.equal(consolidate(listingsWith(fee(1), fee(2), {})).pricing?.sale?.fees?.agency?.amount, 2);
  const heated = consolidate(
    listingsWith(
      { unit: { energy: { heating: [{ system: 'BOILER' }] } } },
      { unit: { energy: { heating: [] } } },
    ),
  );
  assert.deepEqual(heated.unit?.energy?.heating, [{ system: 'BOILER' }]);
});

test('the location is that of the most precisely located listing, with all its divisions', () => {
  const division = (name: string) => ({ iri: `/geo/${name}`, id: name, name, type: 'MUNICIPALITY' as const });
  const { location } = consolidate(
    listingsWith(
      {
        location: {
          accuracy: 'STREET',
          address: 'rue Oberkampf',
          city: division('Paris'),
          countryCode: 'FR',
        },
      },
      {
        location: {
          accuracy: 'CITY',
          geometry: { type: 'Point', coordinates: [2, 48] },
          city: division('Lyon'),
          neighborhood: division('Croix-Rousse'),
        },
      },
    ),
  );
  assert.deepEqual(location, {
    geometry: { type: 'Point', coordinates: [2, 48] },
    accuracy: 'STREET',
    address: 'rue Oberkampf',
    countryCode: 'FR',
    city: division('Paris'),
  });
});

test('every picture occurs once, near-duplicates by their hash, and a change of one listing does not reorder the others', () => {
  const picture = (name: string, phash?: string) => ({
    url: `https://p.example/${name}`,
    ...(phash && { phash }),
  });
  const one = madeListing(
    {},
    { pictures: [picture('a', 'ffffffffffffffff'), picture('b', '0000000000000000'), picture('c')] },
  );
  const other = madeListing(
    {},
    {
      createdAt: day(2),
      pictures: [
        picture('a2', 'ffffffffffffff0f'),
        picture('d', '00000000ffffffff'),
        picture('c'),
        picture('e'),
      ],
    },
  );
  const urls = (...listings: ListingState[]) =>
    consolidate(listings).pictures.map(({ url }) => url.slice(-2).replace('/', ''));
  assert.deepEqual(urls(one, other), ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(urls(one, { ...other, updatedAt: day(9) }), ['a', 'b', 'c', 'd', 'e']);
});

test('an attribute that no listing states is absent', () => {
  assert.deepEqual(consolidate([madeListing()]), { pictures: [] });
});

test('a value extracted from text counts only where no listing states it', () => {
  const read = (claims: Claims, ...paths: string[]): ListingState =>
    madeListing(claims, { readFromText: Object.fromEntries(paths.map((path) => [path, 0.92])) });
  const rooms = (listings: ListingState[]) => consolidate(listings).unit?.rooms;
  assert.equal(rooms([read({ unit: { rooms: 5 } }, 'unit.rooms')]), 5);
  assert.equal(rooms([read({ unit: { rooms: 5 } }, 'unit.rooms'), madeListing({ unit: { rooms: 3 } })]), 3);
  const balcony = [
    read({ unit: { balcony: true } }, 'unit.balcony'),
    madeListing({ unit: { balcony: false } }),
  ];
  assert.equal(consolidate(balcony).unit?.balcony, false);
  const areas = [
    read(
      { area: { displayed: 95, unit: 'SQM', indoor: { living: 95 } } },
      'area.displayed',
      'area.indoor.living',
    ),
    madeListing({ area: { displayed: 80, unit: 'SQM' } }),
  ];
  assert.equal(consolidate(areas).area?.displayed, 80);
  assert.equal(consolidate(areas.slice(0, 1)).area?.displayed, 95);
});
