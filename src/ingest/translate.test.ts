import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amenityFlags, unitFlags } from '../catalogue/attributes/features.ts';
import { parseHeatingPhrase } from './heating.ts';
import { translateFeature, translateFlag, translateFloor, translateWord } from './translate.ts';

test('a value of the vocabulary is recognised in any spelling', () => {
  for (const spelling of ['SOUTH_WEST', 'south-west', 'South West', 'southWest'])
    assert.equal(translateWord('orientation', spelling), 'SOUTH_WEST');
});

test('words of French, Spanish, German, British and American feeds are translated', () => {
  const types = [
    'Maison/Villa',
    'Château',
    'premises_commercial',
    'SingleFamilyResidence',
    'Grundstück',
    'piso',
    'buero_praxen',
  ];
  assert.deepEqual(
    types.map((type) => translateWord('propertyType', type)),
    ['HOUSE', 'HOUSE', 'COMMERCIAL_PREMISES', 'HOUSE', 'LAND', 'FLAT', 'OFFICE'],
  );
});

test('a property type is recognised among other words', () => {
  assert.equal(translateWord('propertyType', 'Appartement T3 lumineux'), 'FLAT');
  assert.equal(translateWord('propertyType', 'village house'), 'HOUSE');
  assert.equal(translateWord('propertyType', 'Apartment building'), 'BUILDING');
});

test('ambiguous words and whole texts stay unknown', () => {
  assert.equal(translateWord('propertyType', 'storage'), undefined);
  assert.equal(translateWord('condition', 'bon état mais à rénover'), undefined);
  assert.equal(translateWord('propertyType', `maison ${'très belle '.repeat(50)}`), undefined);
});

test('yes and no are translated from the languages of feeds', () => {
  assert.deepEqual(['OUI', 'vrai', 'Ja', 'sí', '1', 'Y'].map(translateFlag), [
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  assert.deepEqual(['Non', 'faux', 'NEIN', '0', 'n'].map(translateFlag), [false, false, false, false, false]);
  assert.equal(translateFlag('peut-être'), undefined);
});

test('a floor is parsed from a number or a name', () => {
  assert.deepEqual(
    ['RDC', 'bj', 'EG', '1er', '2ème étage', '3. OG', '-1', 'sous-sol'].map(translateFloor),
    [0, 0, 0, 1, 2, 3, -1, -1],
  );
  assert.deepEqual(['R+3', '3/5', '2 sur 4', 'étage 3'].map(translateFloor), [3, 3, 2, 3]);
  assert.equal(translateFloor('dernier'), undefined);
});

test('an entry of a feature list is translated to our boolean', () => {
  assert.deepEqual(['Piscine', 'double vitrage', 'Lift', 'airConditioning'].map(translateFeature), [
    'swimmingPool',
    'doubleGlazing',
    'elevator',
    'airConditioning',
  ]);
  assert.equal(translateFeature('near beach'), undefined);
});

test('every boolean of the catalogue is recognised in a feature list by its own name', () => {
  const names = Object.keys({ ...unitFlags, ...amenityFlags });
  const spelled = names.map((name) => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));
  assert.deepEqual(spelled.map(translateFeature), names);
});

test('a heating phrase is parsed into its parts', () => {
  assert.deepEqual(parseHeatingPhrase('Individuel gaz radiateur'), {
    system: 'RADIATOR',
    energyCarrier: 'GAS',
    collective: false,
  });
  assert.deepEqual(parseHeatingPhrase('centralFuelOil'), { energyCarrier: 'OIL', collective: true });
  assert.deepEqual(parseHeatingPhrase('individualAirConditioningHeatPump'), {
    system: 'HEAT_PUMP',
    collective: false,
  });
  assert.deepEqual(parseHeatingPhrase('radiateur électrique'), { system: 'ELECTRIC_HEATER' });
  assert.equal(parseHeatingPhrase('aucun'), undefined);
});
