import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Division } from '../../src/geo/division.ts';
import { type GeographyImportReport, importGeography } from '../../src/geo/import.ts';
import {
  findDivisionByCode,
  findDivisionGeometry,
  readDivisions,
  selectAncestors,
  selectContourBoxes,
} from '../../src/geo/store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { buildContour, contourContains } from '../../src/lib/polygon.ts';
import { frenchDatabase } from '../support/database.ts';
import { SAMPLES, samplesMissing } from '../support/samples.ts';

const skip = samplesMissing;

const { db } = skip ? { db: undefined as never } : await frenchDatabase({ after });

const take = (path: string): Promise<GeographyImportReport> =>
  importGeography(db, systemClock, { path: join(SAMPLES, path), countryCode: 'FR' });

const centresOf = async (type: Division['type']): Promise<Map<string, number>> => {
  const divisions = (await Array.fromAsync(readDivisions(db, 'FR'))).filter(
    (division) => division.type === type,
  );
  return new Map(
    [...Map.groupBy(divisions, ({ centroidOrigin }) => centroidOrigin ?? 'none')].map(([origin, list]) => [
      origin,
      list.length,
    ]),
  );
};

test('the national file gives a surveyed centre to every commune but the eight created since', {
  skip,
}, async () => {
  const report = await take('communes/geo.json');
  assert.deepEqual([report.records, report.accepted], [35_074, 35_006]);
  assert.deepEqual(Object.keys(report.refused), ['a municipality that has since been merged']);
  assert.deepEqual(Object.fromEntries(await centresOf('MUNICIPALITY')), {
    surveyed: 34_961,
    'postal-code': 8,
  });
  assert.deepEqual(Object.fromEntries(await centresOf('MUNICIPAL_DISTRICT')), { surveyed: 45 });
});

test('contours of communes and of departments match their divisions', { skip }, async () => {
  const gironde = await take('communes-contours/communes-33-gironde.geojson');
  assert.deepEqual([gironde.format, gironde.records, gironde.accepted], ['GeoJSON', 538, 534]);
  await take('communes-contours/communes-69-rhone.geojson');
  await take('communes-contours/communes-75-paris.geojson');
  assert.equal((await take('communes-contours/departements-version-simplifiee.geojson')).accepted, 96);
  assert.equal((await selectContourBoxes(db, 'FR', ['ADMINISTRATIVE_SUBREGION'])).length, 96);

  const bordeaux = await findDivisionGeometry(db, (await findDivisionByCode(db, 'FR', '33063'))?.id ?? '');
  assert.ok(bordeaux);
  const placeDeLaBourse = [-0.5701, 44.8414] as const;
  const merignacAirport = [-0.7015, 44.8286] as const;
  assert.deepEqual(
    [
      contourContains(buildContour(bordeaux), placeDeLaBourse),
      contourContains(buildContour(bordeaux), merignacAirport),
    ],
    [true, false],
  );
});

test('the blocks of Paris are in its quarters, the quarters in its districts', { skip }, async () => {
  assert.equal((await take('neighbourhoods/iris-75.json')).accepted, 992);
  assert.equal((await take('neighbourhoods/quartier_paris.geojson')).accepted, 80);
  const odeon = await findDivisionByCode(db, 'FR', '751062201');
  const above = await selectAncestors(db, odeon?.id ?? '');
  assert.deepEqual(
    above.map(({ name }) => name),
    [
      'Odéon',
      'Paris 6e Arrondissement',
      'Paris',
      'Métropole du Grand Paris',
      'Paris',
      'Île-de-France',
      'France',
    ],
  );
  const blocks = (await Array.fromAsync(readDivisions(db, 'FR'))).filter(({ uniqueCode }) =>
    /^75\d{7}$/.test(uniqueCode),
  );
  const nested = blocks.filter(({ type }) => type === 'SUB_NEIGHBORHOOD');
  assert.ok(nested.length >= 980, `${nested.length} of ${blocks.length}`);
});
