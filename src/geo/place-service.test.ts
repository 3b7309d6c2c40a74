import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { createdCountry } from '../../test/support/made-country.ts';
import { systemClock } from '../lib/clock.ts';
import { HOUR_MS } from '../lib/durations.ts';
import type { Geometry } from '../lib/polygon.ts';
import type { Division } from './division.ts';
import { buildCountryRows } from './load/rows.ts';
import { loadCountry } from './load.ts';
import { createPlaceService, type PlaceService } from './place-service.ts';

const { db } = await freshDatabase({ after });

const country = createdCountry('COUNTRY', 'XA', null);
const montluel = createdCountry('MUNICIPALITY', '01262', 'XA', { name: 'Montluel' });
const oyonnax = createdCountry('MUNICIPALITY', '01283', 'XA', { name: 'Oyonnax' });

const load = (version: string, divisions: Division[], contours = new Map<string, Geometry>()) =>
  loadCountry(db, systemClock, {
    code: 'XA',
    version,
    read: async (imports) => buildCountryRows({ divisions, contours }, imports),
  });

const found = async (places: PlaceService, query: string): Promise<string[]> =>
  (await places.autocomplete({ query, limit: 30, page: 1 })).rows.map(({ name }) => name);

test('divisions loaded later are found without a restart, by all concurrent callers', async () => {
  let now = 0;
  const failures: unknown[] = [];
  const places = createPlaceService(db, (error) => failures.push(error), { monotonic: () => now });
  assert.deepEqual(await found(places, 'montluel'), [], 'nothing is loaded yet');
  await load('1', [country, montluel]);
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => found(places, 'montluel'))), [
    ['Montluel'],
    ['Montluel'],
    ['Montluel'],
  ]);
  await load('2', [country, montluel, oyonnax]);
  assert.deepEqual(await found(places, 'oyonnax'), [], 'the revision is not checked again at once');
  now += HOUR_MS;
  for (let tries = 0; tries < 100 && (await found(places, 'oyonnax')).length === 0; tries += 1) {
    await systemClock.sleep(10);
  }
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
  assert.deepEqual(failures, []);
});

test('the last known places are served while the database is down', async () => {
  let now = 0;
  let away = false;
  const failures: unknown[] = [];
  const sometimes = {
    rows: <Row>(statement: Parameters<typeof db.rows>[0]) =>
      away ? Promise.reject(new Error('away')) : db.rows<Row>(statement),
  };
  const places = createPlaceService(sometimes, (error) => failures.push(error), { monotonic: () => now });
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
  away = true;
  now += HOUR_MS;
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
  await systemClock.sleep(1);
  assert.equal(failures.length, 1);
  away = false;
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
});

test('a first call that fails is rejected, and the next one tries again', async () => {
  let away = true;
  const places = createPlaceService(
    { rows: (statement) => (away ? Promise.reject(new Error('away')) : db.rows(statement)) },
    () => assert.fail('the failure belongs to the caller'),
  );
  await assert.rejects(found(places, 'oyonnax'), /away/);
  away = false;
  assert.deepEqual(await found(places, 'oyonnax'), ['Oyonnax']);
});

/** A square of a hundredth of a degree, or larger. */
const square = (west: number, south: number, size = 0.01): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});

test('a listing is located by the known contours', async () => {
  // The centre of Oyonnax is wrong, right at the point: its contour overrules it.
  const astray: Division = { ...oyonnax, centroid: [2.005, 48.005], centroidOrigin: 'gazetteer' };
  const contours = new Map([
    [montluel.id, square(2, 48)],
    [oyonnax.id, square(2.01, 48, 0.3)],
  ]);
  await load('3', [country, montluel, astray], contours);
  const places = createPlaceService(db, () => assert.fail('nobody fails'));
  const found = await places.locate('XA', { coordinates: [2.005, 48.005] });
  assert.deepEqual([found?.city?.name, found?.agreeingSources], ['Montluel', ['contour']]);
  assert.equal((await places.locate('XA', { coordinates: [2.2, 48.2] }))?.city?.name, 'Oyonnax');
  const misspelt = { city: 'oyonax', coordinates: [2.2, 48.2] as const };
  assert.equal((await places.locate('XA', misspelt))?.confidence, 'HIGH');
  const preloaded = createPlaceService(db, assert.ifError);
  await preloaded.preload();
  assert.equal((await preloaded.locate('XA', misspelt))?.confidence, 'HIGH');
  assert.equal((await places.locate('XA', { coordinates: [9, 9] }))?.confidence, 'NONE');
});

test('a contour older than its municipality excludes nothing', async () => {
  // Montluel absorbed a village to the east: the village has no contour any more, and that of Montluel is older.
  const grown: Division = {
    ...montluel,
    formerCodes: ['01999'],
    postalCodes: ['01120'],
    centroid: [2.005, 48.005],
    centroidOrigin: 'surveyed',
  };
  const other: Division = { ...oyonnax, centroid: [2.1, 48.005], centroidOrigin: 'surveyed' };
  const contours = new Map([
    [grown.id, square(2, 48)],
    [other.id, square(2.08, 48)],
  ]);
  await load('4', [country, grown, other], contours);
  const places = createPlaceService(db, () => assert.fail('nobody fails'));
  const inTheVillage = await places.locate('XA', { coordinates: [2.04, 48.005] });
  assert.equal(inTheVillage?.city?.name, 'Montluel');
  const stated = await places.locate('XA', { postalCode: '01120', coordinates: [2.04, 48.005] });
  assert.deepEqual([stated?.city?.name, stated?.contradictions], ['Montluel', []]);
  const inOyonnax = await places.locate('XA', { coordinates: [2.085, 48.005] });
  assert.equal(inOyonnax?.city?.name, 'Oyonnax', 'a contour that contains the point still decides');
});

test('in a country without divisions nothing is located', async () => {
  const places = createPlaceService(db, () => assert.fail('nobody fails'));
  assert.equal(await places.locate('XB', { city: 'Oyonnax', coordinates: [2.2, 48.2] }), undefined);
});
