import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amenityFlags, unitFlags } from './attributes/features.ts';
import { featureName } from './feature-vocabularies.ts';
import { vocabularies } from './vocabularies.ts';
import { labelOf } from './vocabulary.ts';

test('every vocabulary has its name, a description and unique values', () => {
  for (const [name, vocabulary] of Object.entries(vocabularies)) {
    assert.equal(vocabulary.name, name);
    assert.match(vocabulary.description, /^[A-Z].*\.$/, name);
    assert.ok(vocabulary.values.length > 0, name);
    assert.equal(new Set<string>(vocabulary.values).size, vocabulary.values.length, name);
  }
});

/** The features of the contract, which must stay. Features may be added to the catalogue beside them. */
const CONTRACT_FEATURES = {
  unitFeature: `LAST_FLOOR GROUND_FLOOR GARDEN_FLOOR FURNISHED DISABLED_ACCESS EQUIPPED_KITCHEN FIREPLACE
    AIR_CONDITIONING DOUBLE_GLAZING PARQUET BALCONY TERRACE GARDEN DRESSING CROSSING QUIET CELLAR BASEMENT STORAGE`,
  amenityFeature: `ELEVATOR INTERCOM DIGICODE CARETAKER BIKE_ROOM DISABLED_ACCESS GYM PLAYGROUND PARTY_HALL
    SPORT_COURT ADULT_GAME_ROOM GATED_COMMUNITY BARBECUE_GRILL SWIMMING_POOL PARKING`,
};

test('the features are the booleans of the unit, and those of the amenities with parking', () => {
  assert.deepEqual(vocabularies.unitFeature.values, Object.keys(unitFlags).map(featureName));
  assert.deepEqual(vocabularies.amenityFeature.values, [
    ...Object.keys(amenityFlags).map(featureName),
    'PARKING',
  ]);
});

test('every feature of the contract is in its vocabulary', () => {
  for (const [name, features] of Object.entries(CONTRACT_FEATURES)) {
    const values: readonly string[] = vocabularies[name as keyof typeof CONTRACT_FEATURES].values;
    assert.deepEqual(
      features.split(/\s+/).filter((feature) => !values.includes(feature)),
      [],
    );
  }
});

test('every value the contract quotes is in its vocabulary', () => {
  const quoted: Partial<Record<keyof typeof vocabularies, string>> = {
    propertyType: 'FLAT HOUSE',
    constructionStatus: 'OLD',
    transactionType: 'SELL RENT',
    transactionStatus: 'AVAILABLE SOLD',
    saleType: 'STANDARD',
    areaUnit: 'SQM HECTARE',
    legalAreaLaw: 'CARREZ',
    orientation: 'SOUTH SOUTH_WEST',
    condition: 'GOOD TO_RENOVATE NEW',
    parkingType: 'GARAGE COVERED',
    diagnosticType: 'DPE',
    diagnosticStandard: 'FR_DPE_2006 FR_DPE_2021',
    scoreType: 'ENERGY_CONSUMPTION CARBON_EMISSIONS',
    scoreUnit: 'KWH_EP_PER_SQM_YEAR KG_CO2E_PER_SQM_YEAR',
    heatingSystem: 'BOILER',
    energyCarrier: 'GAS OIL',
    constructionType: 'HAUSSMANNIAN STONE',
    connectivity: 'FIBER',
    paidBy: 'SELLER BUYER OWNER',
    legalFeeType: 'NOTARY',
    frequency: 'MONTHLY YEARLY',
    locationAccuracy: 'PRECISE STREET NEIGHBORHOOD',
    divisionType: 'MUNICIPALITY MUNICIPAL_DISTRICT',
    changeAttribute: 'DISPLAYED_PRICE',
    publisherType: 'REAL_ESTATE_AGENCY',
    mandate: 'EXCLUSIVE SEMI_EXCLUSIVE',
    alertEventType: 'NEW_MATCH PRICE_CHANGE OTHER_CHANGE EXPIRED REACTIVATED',
    alertScope: 'PROPERTY LISTING',
    destinationType: 'WEBHOOK EMAIL',
    destinationStatus: 'ACTIVE SUSPENDED',
    notificationStatus: 'PENDING DELIVERED FAILED SUSPENDED SKIPPED',
    addressConfidence: 'EXACT HIGH MEDIUM LOW NONE',
    addressMethod: 'ENERGY_CERTIFICATE_CHARACTERISTICS',
    paginationType: 'PAGE CURSOR',
    usageGranularity: 'YEAR MONTH DAY',
    usageGroupBy: 'API_KEY ROUTE CHANNEL',
    usageChannel: 'DIRECT MCP',
    analyticsTimeBucket: 'day week month quarter year',
    analyticsFunction: 'count avg median min max percentile',
    analyticsField:
      'price price_displayed price_per_sqm area area_displayed rooms bedrooms days_between_events',
    transactionNature: 'SALE',
  };
  for (const [name, values] of Object.entries(quoted)) {
    const known: readonly string[] = vocabularies[name as keyof typeof vocabularies].values;
    assert.deepEqual(
      values.split(' ').filter((value) => !known.includes(value)),
      [],
      name,
    );
  }
});

test('a label is the words of the value unless its vocabulary has a better one', () => {
  assert.equal(labelOf(vocabularies.condition, 'TO_RENOVATE'), 'To renovate');
  assert.equal(labelOf(vocabularies.areaUnit, 'SQM'), 'm²');
});
