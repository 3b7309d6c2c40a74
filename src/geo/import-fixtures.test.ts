import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { systemClock } from '../lib/clock.ts';
import { buildContour, contourContains } from '../lib/polygon.ts';
import { type Division, type DivisionType, divisionId } from './division.ts';
import { importGeography } from './import.ts';
import { bareDivision } from './load/country-facts.ts';
import { buildCountryRows } from './load/rows.ts';
import { loadCountry } from './load.ts';
import {
  findDivisionByCode,
  findDivisionGeometry,
  readDivisionsRevision,
  selectAncestors,
  selectContourBoxes,
} from './store.ts';

const { db } = await freshDatabase({ after });

const division = (type: DivisionType, code: string, name: string, parent: string | null): Division =>
  bareDivision({
    id: divisionId('FR', code),
    countryCode: 'FR',
    type,
    uniqueCode: code,
    name,
    parentId: parent === null ? null : divisionId('FR', parent),
  });

before(async () => {
  const divisions = [
    division('COUNTRY', 'FR', 'France', null),
    division('ADMINISTRATIVE_SUBREGION', '33', 'Gironde', 'FR'),
    division('MUNICIPALITY', '33063', 'Bordeaux', '33'),
    division('MUNICIPALITY', '33281', 'Mérignac', '33'),
    division('MUNICIPALITY', '75056', 'Paris', 'FR'),
    division('MUNICIPAL_DISTRICT', '75106', 'Paris 6e Arrondissement', '75056'),
    { ...division('MUNICIPALITY', '74010', 'Annecy', 'FR'), formerCodes: ['74011'] },
  ];
  const read = async () => buildCountryRows({ divisions, contours: new Map() }, []);
  await loadCountry(db, systemClock, { code: 'FR', version: '1', read });
});

/** Invented files in the layouts of the national publishers and of a city. */
const load = (name: string) =>
  importGeography(db, systemClock, {
    path: join(import.meta.dirname, '../../test/fixtures/open-data', name),
    countryCode: 'FR',
  });

test('the list of centres gives surveyed centres and refuses a merged commune', async () => {
  const report = await load('centres.json');
  assert.deepEqual([report.format, report.records, report.accepted], ['list of centres', 4, 3]);
  assert.deepEqual(Object.keys(report.refused), ['a municipality that has since been merged']);
  const bordeaux = await findDivisionByCode(db, 'FR', '33063');
  assert.deepEqual([bordeaux?.centroid, bordeaux?.centroidOrigin], [[-0.58, 44.84], 'surveyed']);
});

test('contours of communes and of departments match their divisions', async () => {
  const communes = await load('communes.geojson');
  assert.deepEqual([communes.format, communes.records, communes.accepted], ['GeoJSON', 3, 3]);
  assert.equal((await load('departments.geojson')).accepted, 1);
  assert.equal((await selectContourBoxes(db, 'FR', ['ADMINISTRATIVE_SUBREGION'])).length, 1);
  const bordeaux = await findDivisionGeometry(db, divisionId('FR', '33063'));
  assert.ok(bordeaux);
  const contour = buildContour(bordeaux);
  assert.deepEqual(
    [contourContains(contour, [-0.5701, 44.8414]), contourContains(contour, [-0.7015, 44.8286])],
    [true, false],
  );
});

test('blocks are in their quarter, quarters in their district', async () => {
  assert.equal((await load('iris.json')).accepted, 2);
  assert.equal((await load('quarters.geojson')).accepted, 2);
  const block = await findDivisionByCode(db, 'FR', '751060201');
  const above = await selectAncestors(db, block?.id ?? '');
  assert.deepEqual(
    above.map(({ name }) => name),
    ['Quartier du Puits', 'Paris 6e Arrondissement', 'Paris', 'France'],
  );
});

test('importing all of them a second time changes nothing', async () => {
  const before = await readDivisionsRevision(db);
  for (const name of ['centres.json', 'communes.geojson', 'iris.json', 'quarters.geojson'])
    assert.equal((await load(name)).changed, 0, name);
  assert.equal(await readDivisionsRevision(db), before);
});
