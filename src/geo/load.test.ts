import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { recordingLog, silentLog } from '../../test/support/log.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { buildContour, contourContains } from '../lib/polygon.ts';
import { type Division, isGuessed } from './division.ts';
import { loadDivisions } from './load.ts';
import {
  findDivisionByCode,
  findDivisionById,
  findDivisionGeometry,
  readDivisions,
  readDivisionsRevision,
  selectAncestors,
  selectDescendants,
} from './store.ts';

// Its large statements take longer than a request may wait, on a busy machine.
const { db } = await freshDatabase({ after }, { statementTimeoutMs: MINUTE_MS });
let france: Division[];
const byCode = (code: string): Division | undefined => france.find(({ uniqueCode }) => uniqueCode === code);
const ofType = (type: Division['type']): Division[] => france.filter((division) => division.type === type);

before(async () => {
  const log = recordingLog();
  const together = [1, 2, 3].map(() => loadDivisions(db, systemClock, log, 'FR'));
  const outcomes = await Promise.all(together);
  assert.equal(outcomes.filter(({ loaded }) => loaded).length, 1, 'three concurrent starts load once');
  assert.deepEqual(log.lines, ['info: divisions loaded']);
  france = await Array.fromAsync(readDivisions(db, 'FR'));
});

test('France is complete, overseas included', () => {
  const counts = Object.fromEntries(
    [...Map.groupBy(france, ({ type }) => type)].map(([type, divisions]) => [type, divisions.length]),
  );
  assert.deepEqual(counts, {
    COUNTRY: 1,
    ADMINISTRATIVE_REGION: 26,
    ADMINISTRATIVE_SUBREGION: 109,
    // 1,255 with their own taxes and the 11 territories of Greater Paris
    MUNICIPALITY_GROUP: 1_266,
    MUNICIPALITY: 34_969,
    MUNICIPAL_DISTRICT: 45,
  });
  for (const code of ['971', '2A', '987', 'R04', '97411', '98818']) assert.ok(byCode(code), code);
});

test('ids are the same on every installation', () => {
  assert.equal(byCode('75056')?.id, 'be6accb5-d0a4-5725-9bc5-43770930ce1d');
  assert.equal(byCode('69383')?.id, '8e4ffb0e-16c4-50cb-b841-798aacd45387');
});

test('a district is below its city, the city below its department, region and country', async () => {
  const above = await selectAncestors(db, byCode('69383')?.id ?? '');
  assert.deepEqual(
    above.map(({ uniqueCode }) => uniqueCode),
    ['69123', '200046977', '69', 'R84', 'FR'],
  );
  assert.equal(
    ofType('MUNICIPAL_DISTRICT').filter(({ parentId }) => parentId === byCode('75056')?.id).length,
    20,
  );
});

test('a municipality of Greater Paris is in two groups, the narrower first', async () => {
  const above = await selectAncestors(db, byCode('93066')?.id ?? '');
  assert.deepEqual(
    above.map(({ name }) => name),
    ['Plaine Commune', 'Métropole du Grand Paris', 'Seine-Saint-Denis', 'Île-de-France', 'France'],
  );
  assert.deepEqual(byCode('93066')?.groupIds, [byCode('200057867')?.id, byCode('200054781')?.id]);
});

test('the parent of a group is the narrowest division that contains all its municipalities', () => {
  const parentOf = (code: string): string | undefined => {
    const parentId = byCode(code)?.parentId;
    return france.find(({ id }) => id === parentId)?.name;
  };
  assert.equal(parentOf('200046977'), 'Rhône');
  assert.equal(parentOf('200054781'), 'Île-de-France');
});

test('the descendants of a group are paged: its municipalities, then their districts', async () => {
  const lyon = byCode('200046977')?.id ?? '';
  const first = await selectDescendants(db, lyon, 1);
  const last = await selectDescendants(db, lyon, 3);
  assert.equal(first.total, 58 + 9);
  assert.deepEqual([first.rows.length, last.rows.length], [30, 7]);
  assert.equal(first.rows[0]?.name, 'Albigny-sur-Saône');
  assert.deepEqual(new Set(last.rows.map(({ type }) => type)), new Set(['MUNICIPAL_DISTRICT']));
});

test('delegated and associated communes are former names, and their codes resolve to their commune', async () => {
  assert.deepEqual(byCode('01015')?.formerNames, ['Arbignieu', 'Saint-Bois']);
  assert.equal((await findDivisionByCode(db, 'FR', '01340'))?.name, 'Arboys en Bugey');
  assert.equal(await findDivisionByCode(db, 'FR', '00000'), undefined);
  const names = france.reduce((sum, { formerNames }) => sum + formerNames.length, 0);
  // 2,576 entries, without the seats that share the name of the new commune
  assert.ok(names > 1_900 && names < 2_576, String(names));
});

test('postal codes and population are loaded, and wider divisions have the sum', () => {
  assert.deepEqual(byCode('75116')?.postalCodes, ['75016', '75116']);
  assert.equal(byCode('75056')?.postalCodes.length, 21);
  assert.equal(byCode('75')?.population, byCode('75056')?.population);
  const people = ofType('MUNICIPALITY').reduce((sum, { population }) => sum + (population ?? 0), 0);
  assert.equal(byCode('FR')?.population, people);
});

test('every division has a centre with its origin', () => {
  assert.deepEqual(
    france.filter(({ centroid }) => centroid === null),
    [],
  );
  const known = ofType('MUNICIPALITY').filter(({ centroidOrigin }) => centroidOrigin === 'gazetteer');
  assert.ok(known.length >= 8_700, String(known.length));
  assert.equal(
    ofType('MUNICIPAL_DISTRICT').filter(({ centroidOrigin }) => centroidOrigin === 'gazetteer').length,
    45,
  );
  const big = ofType('MUNICIPALITY').filter(({ population }) => (population ?? 0) >= 10_000);
  const guessed = big.filter(({ centroidOrigin }) => isGuessed(centroidOrigin));
  assert.ok(guessed.length <= 20, guessed.map(({ name }) => name).join());
});

test('loading again changes nothing', async () => {
  const before = await readDivisionsRevision(db);
  assert.deepEqual(await loadDivisions(db, systemClock, silentLog, 'FR'), { loaded: false, divisions: 0 });
  assert.equal(await readDivisionsRevision(db), before);
  await db.rows(sql`update geography set package_version = 'an older one'`);
  await loadDivisions(db, systemClock, silentLog, 'FR');
  assert.notEqual(await readDivisionsRevision(db), before);
  assert.deepEqual(await Array.fromAsync(readDivisions(db, 'FR')), france);
});

test('Spain is loaded by the same code, beside France', async () => {
  await loadDivisions(db, systemClock, silentLog, 'ES');
  const spain = await Array.fromAsync(readDivisions(db, 'ES'));
  const count = (type: Division['type']): number => spain.filter((division) => division.type === type).length;
  assert.deepEqual(
    [
      count('COUNTRY'),
      count('ADMINISTRATIVE_REGION'),
      count('ADMINISTRATIVE_SUBREGION'),
      count('MUNICIPALITY'),
    ],
    [1, 19, 52, 8_131],
  );
  const alicante = await findDivisionByCode(db, 'ES', '03014');
  assert.deepEqual(alicante?.otherNames, ['Alacant', 'Alicante']);
  const above = await selectAncestors(db, alicante?.id ?? '');
  assert.deepEqual(
    above.map(({ name }) => name),
    ['Alacant/Alicante', 'Comunitat Valenciana', 'España'],
  );
  assert.ok((alicante?.population ?? 0) > 300_000);
  assert.equal((await Array.fromAsync(readDivisions(db, 'FR'))).length, france.length);
  assert.equal((await findDivisionById(db, byCode('03014')?.id ?? ''))?.name, 'Avrilly');
});

test('the centre of a Spanish municipality is within its contour', async () => {
  for (const code of ['28079', '08019', '07040', '38038', '51001']) {
    const division = await findDivisionByCode(db, 'ES', code);
    const geometry = await findDivisionGeometry(db, division?.id ?? '');
    assert.ok(division?.centroid && geometry, code);
    assert.ok(contourContains(buildContour(geometry), division.centroid), code);
  }
});

test('a country without a package is refused', async () => {
  await assert.rejects(
    loadDivisions(db, systemClock, silentLog, 'XX'),
    /no package holds the divisions of XX/,
  );
});
