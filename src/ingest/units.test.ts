import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertToOneUnit } from './read-area.ts';
import { areaInSquareMetres, convertAreaUnit, parseAreaText } from './units.ts';

test('an area keeps its unit when our vocabulary has it', () => {
  assert.deepEqual(parseAreaText('1,5 ha'), { value: 1.5, unit: 'HECTARE' });
  assert.deepEqual(parseAreaText('62,4 m²'), { value: 62.4, unit: 'SQM' });
  assert.deepEqual(convertAreaUnit(1100, 'feet'), { value: 1100, unit: 'SQFT' });
  assert.deepEqual(convertAreaUnit(81, 'MTK'), { value: 81, unit: 'SQM' });
});

test('ares, centiares and sums of units are converted to square metres', () => {
  assert.deepEqual(parseAreaText('30 ares'), { value: 3000, unit: 'SQM' });
  assert.deepEqual(parseAreaText('1 ha 20 a 35 ca'), { value: 12_035, unit: 'SQM' });
});

test('a range of areas is not parsed as a sum of ares and metres', () => {
  for (const text of ['68 à 72 m²', '68 a 72 m2', '68 à 72'])
    assert.equal(parseAreaText(text), undefined, text);
  assert.deepEqual(parseAreaText('68 a 72 ca'), { value: 6872, unit: 'SQM' });
});

test('a figure without a unit or with an unknown unit is no area', () => {
  for (const text of ['100', 'm²', '3 arpents', '', `1 ha ${' '.repeat(100)}`])
    assert.equal(parseAreaText(text), undefined, text);
});

test('every unit is converted to square metres', () => {
  assert.equal(areaInSquareMetres({ value: 2, unit: 'HECTARE' }), 20_000);
  assert.equal(areaInSquareMetres({ value: 1000, unit: 'SQFT' }), 92.903);
  assert.equal(areaInSquareMetres({ value: 1, unit: 'ACRE' }), 4046.8564);
});

test('the areas of an object are converted to one unit', () => {
  assert.deepEqual(convertToOneUnit({ displayed: '62,4', unit: 'm2', terrace: '108 sq ft' }), {
    displayed: 62.4,
    unit: 'SQM',
    terrace: 10.0335,
  });
  assert.deepEqual(convertToOneUnit({ value: '45', unit: 'ares' }), { value: 4500, unit: 'SQM' });
  assert.deepEqual(convertToOneUnit({ value: '2 acres' }), { value: 2, unit: 'ACRE' });
  assert.deepEqual(convertToOneUnit({ displayed: 62 }), { displayed: 62 });
});
