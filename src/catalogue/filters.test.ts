import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesRead, columnsOf, filters, sections, sortedBy } from './filters.ts';
import { attributes } from './paths.ts';

/** The criteria table of the contract and its extensions, repeated by hand: kind, then paths. */
const expected: Record<string, string> = {
  places: 'property.locations',
  set: `property.type property.transaction.type property.transaction.saleType property.constructionStatus
    property.pricing.sale.fees.agency.paidBy property.unit.orientation property.unit.condition
    property.unit.diagnostic.standard property.unit.energy.heating.system property.unit.energy.heating.energyCarrier
    property.building.constructionType property.building.condition property.building.energy.heating.system
    property.building.energy.heating.energyCarrier publisher.type publisher.mandate publisher.references
    listings.sources changes.attribute`,
  range: `property.areas.displayed property.areas.land property.pricing.displayed property.pricing.pricePerArea property.pricing.spreadPercent
    property.valuation.deviationPercent
    property.pricing.sale.netPrice property.pricing.sale.fees.agency.amount
    property.pricing.sale.fees.agency.percentage property.pricing.sale.fees.condominium.total
    property.pricing.sale.fees.legal.amount property.pricing.rental.rent.amount
    property.pricing.rental.fees.charges.amount property.pricing.rental.fees.deposit.amount property.unit.rooms
    property.unit.bedrooms property.unit.bathrooms property.unit.floor property.building.constructionYear
    property.building.renovationYear property.building.numberOfLots property.building.floors
    listings.marketing.favorites changes.variationPercent`,
  switch: `property.expired property.pricing.sale.fees.agency.includedInPrice
    property.pricing.rental.rent.includesCharges property.unit.energy.heating.collective
    property.building.energy.heating.collective listings.marketing.urgent listings.marketing.boosted
    listings.marketing.highlighted listings.priceCoherent`,
  features: 'property.unit.features property.amenities.features',
  phrases: 'property.body.title property.body.description',
  scores: 'property.unit.diagnostic.scores',
  presence: 'publisher.hasEmail publisher.hasPhone',
  url: 'listings.url',
  time: 'listings.expiredAt dates.createdAt dates.updatedAt changes.occurredAt',
};

const filterAt = (path: string) => {
  const filter = filters.find((one) => one.path === path);
  assert.ok(filter, path);
  return filter;
};

const setAt = (path: string) => {
  const filter = filterAt(path);
  assert.equal(filter.kind, 'set');
  return filter;
};

test('the criteria tree has every filter of the contract and of its extensions, each of its kind', () => {
  const wanted = Object.entries(expected).flatMap(([kind, paths]) =>
    paths.split(/\s+/).map((path) => `${path} ${kind}`),
  );
  assert.deepEqual(filters.map(({ path, kind }) => `${path} ${kind}`).toSorted(), wanted.toSorted());
  assert.deepEqual(sections, ['property', 'publisher', 'listings', 'dates', 'changes']);
});

test('every filter reads attributes of the document', () => {
  const known = new Set(attributes.map(({ path }) => path));
  for (const filter of filters) {
    const read = attributesRead(filter);
    assert.ok(read.length > 0, filter.path);
    assert.deepEqual(
      read.filter((path) => !known.has(path)),
      [],
      filter.path,
    );
  }
});

test('every filter has its own columns with valid PostgreSQL names', () => {
  const columns = filters.flatMap((filter) => [...columnsOf(filter)]);
  assert.equal(new Set(columns).size, columns.length);
  for (const column of columns) assert.match(column, /^[a-z][a-z0-9_]{1,62}$/);
  assert.deepEqual(columnsOf(filterAt('property.pricing.sale.fees.agency.includedInPrice')), [
    'pricing_sale_fees_agency_included_in_price',
  ]);
});

test('a set takes its values from the attribute it reads', () => {
  const words = filters.flatMap((filter) =>
    filter.kind === 'set' ? [[filter.path, filter.vocabulary?.name]] : [],
  );
  const named = Object.fromEntries(words);
  assert.equal(named['property.type'], 'propertyType');
  assert.equal(named['property.unit.orientation'], 'orientation');
  assert.equal(named['property.unit.energy.heating.energyCarrier'], 'energyCarrier');
  const open = words.flatMap(([path, name]) => (name === undefined ? [path] : []));
  assert.deepEqual(open, ['publisher.references', 'listings.sources']);
});

test('each feature reads the boolean it is named after, and parking the parking', () => {
  for (const path of ['property.unit.features', 'property.amenities.features']) {
    const filter = filterAt(path);
    assert.equal(filter.kind, 'features');
    assert.deepEqual(Object.keys(filter.reads), filter.vocabulary.values);
  }
  const amenities = filterAt('property.amenities.features');
  assert.deepEqual(amenities.kind === 'features' && amenities.reads['BIKE_ROOM'], [
    'property.amenities.bikeRoom',
  ]);
  assert.deepEqual(amenities.kind === 'features' && amenities.reads['PARKING'], [
    'property.unit.parking',
    'property.amenities.parking',
    'property.area.annexes.parking',
  ]);
});

test('a professional is any publisher but a private individual', () => {
  assert.deepEqual(setAt('publisher.type').groups, {
    PROFESSIONAL: ['REAL_ESTATE_AGENCY', 'COMMERCIAL_AGENT', 'MANDATED_AGENT', 'PROFESSIONAL_UNKNOWN'],
  });
});

test('the operators are those of the kind, unless the contract has fewer', () => {
  assert.deepEqual(filterAt('property.unit.rooms').operators, ['gte', 'lte', 'orMissing']);
  assert.deepEqual(filterAt('property.unit.condition').operators, ['in', 'nin', 'inOrMissing']);
  assert.deepEqual(filterAt('property.body.title').operators, ['in', 'nin']);
  assert.deepEqual(filterAt('publisher.mandate').operators, ['in', 'nin']);
  assert.deepEqual(filterAt('property.transaction.type').operators, ['in']);
  assert.equal(setAt('property.transaction.type').shorthand, 'value');
});

test('publishers, listings and changes are evaluated one at a time, price coherence on the property', () => {
  assert.equal(filterAt('publisher.hasPhone').scope, 'publisher');
  assert.equal(filterAt('listings.url').scope, 'listing');
  assert.equal(filterAt('changes.variationPercent').scope, 'change');
  assert.equal(filterAt('listings.priceCoherent').scope, 'property');
  assert.equal(filterAt('dates.updatedAt').scope, 'property');
});

test('a tree that mentions neither hides expired and price-incoherent properties', () => {
  const silent = filters.flatMap((one) =>
    one.kind === 'switch' && one.whenAbsent !== undefined ? [[one.path, one.whenAbsent, one.liftedBy]] : [],
  );
  assert.deepEqual(silent, [
    ['property.expired', false, ['listings.expiredAt']],
    ['listings.priceCoherent', true, undefined],
  ]);
});

test('an area is compared in square metres, whatever the unit of the property', () => {
  const area = filterAt('property.areas.land');
  assert.deepEqual(area.kind === 'range' && area.comparedIn, {
    unit: 'SQM',
    unitAt: 'property.area.land.unit',
  });
});

test('results are ordered by attributes that can be filtered', () => {
  for (const path of Object.values(sortedBy)) assert.equal(columnsOf(filterAt(path)).length, 1);
});
