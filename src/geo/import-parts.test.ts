import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  collection,
  importMadeCountry,
  madeCountry,
  square,
  writeGeoFile,
} from '../../test/support/made-country.ts';
import { divisionId } from './division.ts';
import { findDivisionByCode, readDivisions } from './store.ts';

test('a neighbourhood is assigned to a municipality by code, by contour, or by the nearest centre', async (t) => {
  const db = await madeCountry(t);
  const parts: [object, object][] = [
    [{ code_iris: '010010101', nom_iris: 'By code' }, square(1.2, 0.2, 0.1)],
    [{ nom_quartier: 'By position' }, square(1.1, 0.1, 0.1)],
    [{ name: 'Near a district', code: '7' }, square(5.12, 5, 0.02)],
    [{ quartier: 'In the city', insee_com: '01003' }, square(4.8, 4.9, 0.1)],
    [{ quartier: 'Nowhere' }, square(80, 80, 0.1)],
  ];
  // The contour of 01002 covers the point nearer to the centre of 01001; the contour of a city is not one of its
  // districts.
  await importMadeCountry(
    db,
    writeGeoFile(collection([{ code: '01002' }, square(0.9, 0)], [{ code: '01003' }, square(4.5, 4.5)])),
  );
  const report = await importMadeCountry(db, writeGeoFile(collection(...parts)));
  assert.deepEqual(report.refused, { 'no municipality around it': { count: 1, first: 'Nowhere' } });
  const codes = (await Array.fromAsync(readDivisions(db, 'XA')))
    .filter(({ type }) => type === 'NEIGHBORHOOD')
    .map(({ uniqueCode }) => uniqueCode);
  assert.deepEqual(codes.sort(), ['010010101', '01002-by-position', '01031-in-the-city', '01032-7']);
  const byCode = await findDivisionByCode(db, 'XA', '010010101');
  assert.deepEqual([byCode?.parentId, byCode?.postalCodes], [divisionId('XA', '01001'), ['01100']]);
});

test('layers of neighbourhoods nest the same way in any order of import', async (t) => {
  const quarters = writeGeoFile(
    collection([{ code_quartier: '0100101', nom_quartier: 'West' }, square(0, 0, 0.5)]),
  );
  const blocks = writeGeoFile(
    collection(
      [{ code_iris: '010019901', nom_iris: 'West 1' }, square(0.1, 0.1, 0.2)],
      [{ code_iris: '010019902', nom_iris: 'East 1' }, square(0.6, 0.1, 0.2)],
    ),
  );
  const [one, other] = [await madeCountry(t), await madeCountry(t)];
  for (const path of [quarters, blocks]) await importMadeCountry(one, path);
  for (const path of [blocks, quarters]) await importMadeCountry(other, path);
  const west = await findDivisionByCode(one, 'XA', '010019901');
  assert.deepEqual([west?.type, west?.parentId], ['SUB_NEIGHBORHOOD', divisionId('XA', '0100101')]);
  assert.equal((await findDivisionByCode(one, 'XA', '010019902'))?.type, 'NEIGHBORHOOD');
  assert.deepEqual(
    await Array.fromAsync(readDivisions(other, 'XA')),
    await Array.fromAsync(readDivisions(one, 'XA')),
  );
  for (const path of [quarters, blocks]) assert.equal((await importMadeCountry(other, path)).changed, 0);
});

test('a neighbourhood that is renamed and redrawn has the same id', async (t) => {
  const db = await madeCountry(t);
  await importMadeCountry(
    db,
    writeGeoFile(
      collection([{ code_quartier: '0100101', nom_quartier: 'West', insee_com: '01001' }, square(0, 0, 0.5)]),
    ),
  );
  await importMadeCountry(
    db,
    writeGeoFile(
      collection([
        { code_quartier: '0100101', nom_quartier: 'West End', insee_com: '01001' },
        square(0, 0, 0.4),
      ]),
    ),
  );
  const part = await findDivisionByCode(db, 'XA', '0100101');
  assert.deepEqual(
    [part?.id, part?.name, part?.centroid],
    [divisionId('XA', '0100101'), 'West End', [0.2, 0.2]],
  );
});

test('a neighbourhood may not take the code of a municipality', async (t) => {
  const db = await madeCountry(t);
  const report = await importMadeCountry(
    db,
    writeGeoFile(
      collection([{ code_iris: '01001', nom_iris: 'Thief', insee_com: '01001' }, square(0, 0, 0.5)]),
    ),
  );
  assert.deepEqual(report.refused, {
    'the code belongs to another kind of division': { count: 1, first: '01001' },
  });
  assert.equal((await findDivisionByCode(db, 'XA', '01001'))?.name, 'Place 01001');
});
