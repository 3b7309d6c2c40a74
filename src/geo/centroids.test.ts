import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCentroids } from './centroids.ts';
import { type Division, type DivisionType, isGuessed } from './division.ts';
import { bareDivision } from './load/country-facts.ts';

const division = (
  type: DivisionType,
  id: string,
  parentId: string | null,
  known: Partial<Division> = {},
): Division => ({
  ...bareDivision({ id, countryCode: 'XA', type, uniqueCode: id, name: id, parentId }),
  ...known,
});

const at = (longitude: number, latitude: number): Partial<Division> => ({
  centroid: [longitude, latitude],
  centroidOrigin: 'gazetteer',
});

const country = division('COUNTRY', 'country', null);
const region = division('ADMINISTRATIVE_REGION', 'region', 'country');
const group = division('MUNICIPALITY_GROUP', 'group', 'region');
const town = (id: string, known: Partial<Division> = {}): Division =>
  division('MUNICIPALITY', id, 'region', { groupIds: ['group'], population: 1000, ...known });

const centreOf = (divisions: readonly Division[], id: string): unknown[] => {
  const found = withCentroids(divisions).find((each) => each.id === id);
  return [found?.centroid, found?.centroidOrigin];
};

test('a municipality without a point gets the mean of those that share its postal code', () => {
  const towns = [
    town('one', { ...at(0, 0), postalCodes: ['100'] }),
    town('two', { ...at(2, 4), postalCodes: ['100', '200'] }),
    town('far', { ...at(90, 9), postalCodes: ['300'] }),
    town('lost', { postalCodes: ['100'] }),
  ];
  assert.deepEqual(centreOf([country, region, group, ...towns], 'lost'), [[1, 2], 'postal-code']);
});

test('the group is used where the postal code gives nothing, and else the parent', () => {
  const towns = [
    town('known', at(3, 3)),
    town('lost', { postalCodes: ['9'] }),
    town('alone', { groupIds: [] }),
  ];
  const all = [country, region, group, ...towns];
  assert.deepEqual(centreOf(all, 'lost'), [[3, 3], 'group']);
  assert.deepEqual(centreOf(all, 'alone'), [[3, 3], 'parent']);
});

test('the centre of a wider division follows its population, and one remote island does not move it', () => {
  const towns = [
    town('one', at(1, 1)),
    town('two', at(2, 2)),
    town('three', at(3, 3)),
    town('isle', { ...at(160, -40), population: 10 }),
  ];
  const all = [country, region, group, ...towns];
  for (const id of ['country', 'region', 'group']) assert.deepEqual(centreOf(all, id), [[2, 2], 'parts'], id);
});

test('known centres are unchanged and earlier guesses are recomputed', () => {
  const surveyed = town('surveyed', { centroid: [5, 5], centroidOrigin: 'surveyed' });
  const stale = town('stale', { centroid: [50, 50], centroidOrigin: 'group' });
  const all = [country, region, group, surveyed, stale];
  assert.deepEqual(centreOf(all, 'surveyed'), [[5, 5], 'surveyed']);
  assert.deepEqual(centreOf(all, 'stale'), [[5, 5], 'group']);
  assert.deepEqual(withCentroids(withCentroids(all)), withCentroids(all));
});

test('without any known point there is no centre', () => {
  assert.deepEqual(centreOf([country, region, town('lost')], 'lost'), [null, null]);
});

test('only a point taken from a neighbour is a guess', () => {
  assert.deepEqual(
    ['surveyed', 'gazetteer', 'parts', 'postal-code', 'group', 'parent', null].map((origin) =>
      isGuessed(origin as Division['centroidOrigin']),
    ),
    [false, false, false, true, true, true, false],
  );
});
