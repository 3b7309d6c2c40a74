import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  collection,
  importMadeCountry,
  madeCountry,
  square,
  writeGeoFile,
} from '../../test/support/made-country.ts';
import { systemClock } from '../lib/clock.ts';
import { divisionId } from './division.ts';
import { NO_IMPORT_COUNTS } from './import/counts.ts';
import { storeImportProgress } from './import/store.ts';
import { ImportFault } from './import.ts';
import { findDivisionByCode, findDivisionGeometry, readDivisions, readDivisionsRevision } from './store.ts';

test('centres are stored, unknown codes are counted with their reason, and guesses follow', async (t) => {
  const db = await madeCountry(t, 1);
  const report = await importMadeCountry(
    db,
    writeGeoFile(
      JSON.stringify({
        '01001': { center: [7, 7] },
        '01009': { center: [8, 8] },
        '99999': { center: [9, 9] },
        '01002': { center: [900, 9] },
      }),
    ),
  );
  assert.deepEqual([report.format, report.records, report.accepted], ['list of centres', 4, 1]);
  assert.deepEqual(report.refused, {
    'not in longitude and latitude': { count: 1, first: '01002' },
    'a municipality that has since been merged': { count: 1, first: '01009' },
    'no such division': { count: 1, first: '99999' },
  });
  const town = await findDivisionByCode(db, 'XA', '01001');
  assert.deepEqual([town?.centroid, town?.centroidOrigin], [[7, 7], 'surveyed']);
  const guessed = await findDivisionByCode(db, 'XA', '020000');
  assert.deepEqual([guessed?.centroid, guessed?.centroidOrigin], [[5, 5], 'parent']);
});

test('the same file twice changes nothing', async (t) => {
  const db = await madeCountry(t);
  const contours = writeGeoFile(
    collection(
      [{ code: '01001', nom: 'One' }, square(0, 0)],
      [{ nom_quartier: 'Old Town', insee_com: '01001' }, square(0, 0, 0.5)],
    ),
  );
  const postal = writeGeoFile('insee;cp;latitude;longitude\n01001;01101;0.1;0.2\n01001;01102;0.3;0.4\n');
  for (const path of [contours, postal]) {
    assert.ok((await importMadeCountry(db, path)).changed > 0);
    const before = [await readDivisionsRevision(db), await Array.fromAsync(readDivisions(db, 'XA'))];
    assert.equal((await importMadeCountry(db, path)).changed, 0);
    assert.deepEqual(
      [await readDivisionsRevision(db), await Array.fromAsync(readDivisions(db, 'XA'))],
      before,
    );
  }
});

test('an interrupted import resumes where it stopped and ends with the same result', async (t) => {
  const centres = Object.fromEntries(
    Array.from({ length: 2_500 }, (_, index) => [
      `02${String(index).padStart(4, '0')}`,
      { center: [index / 100, 1] },
    ]),
  );
  const rows = Object.keys(centres).map((code) => `${code};01100`);
  for (const content of [
    JSON.stringify(centres),
    gzipSync(JSON.stringify(centres)),
    ['insee;cp', ...rows].join('\n'),
  ]) {
    const [whole, cut] = [await madeCountry(t, 2_490), await madeCountry(t, 2_490)];
    const path = writeGeoFile(content);
    const uncut = await importMadeCountry(whole, path);
    const stop = new AbortController();
    await assert.rejects(
      importMadeCountry(cut, path, {
        signal: stop.signal,
        onProgress: () => stop.abort(new Error('enough')),
      }),
      /enough/,
    );
    const resumed = await importMadeCountry(cut, path);
    assert.ok(resumed.resumedAt > 0);
    assert.deepEqual({ ...resumed, resumedAt: 0 }, uncut);
    assert.equal(uncut.refused['no such division']?.count, 10);
    assert.deepEqual(
      await Array.fromAsync(readDivisions(cut, 'XA')),
      await Array.fromAsync(readDivisions(whole, 'XA')),
    );
    assert.equal((await importMadeCountry(cut, path)).resumedAt, 0, 'what ended is not resumed');
  }
});

test('progress reports every byte of the file once', async (t) => {
  const db = await madeCountry(t);
  const content = collection([{ code: '01001' }, square(0, 0)], [{ code: '01002' }, square(1, 0)]);
  let bytes = 0;
  await importMadeCountry(db, writeGeoFile(content), {
    onProgress: (count) => {
      bytes += count;
    },
  });
  assert.equal(bytes, content.length);
});

test('contours are stored as given, and give a centre to divisions without a surveyed one', async (t) => {
  const db = await madeCountry(t);
  await importMadeCountry(db, writeGeoFile(JSON.stringify({ '01002': { center: [1.9, 0.9] } })));
  const report = await importMadeCountry(
    db,
    writeGeoFile(
      collection(
        [{ code: '01001', nom: 'One' }, square(0, 0)],
        [{ code: '01002', nom: 'Two' }, square(1, 0)],
      ),
    ),
  );
  assert.equal(report.accepted, 2);
  const [one, two] = [
    await findDivisionByCode(db, 'XA', '01001'),
    await findDivisionByCode(db, 'XA', '01002'),
  ];
  assert.deepEqual(await findDivisionGeometry(db, one?.id ?? ''), square(0, 0));
  assert.deepEqual([one?.centroid, one?.centroidOrigin], [[0.5, 0.5], 'contour']);
  assert.deepEqual([two?.centroid, two?.centroidOrigin], [[1.9, 0.9], 'surveyed']);
  assert.equal(one?.name, 'Place 01001', 'a contour file changes no name');
});

test('department and region share their codes: the name decides which contour it is', async (t) => {
  const db = await madeCountry(t);
  const report = await importMadeCountry(
    db,
    writeGeoFile(
      collection(
        [{ code: '01', nom: 'UPLAND' }, square(0, 0, 4)],
        [{ code: '01', nom: 'Lowland' }, square(0, 0, 3)],
      ),
    ),
  );
  assert.equal(report.accepted, 2);
  assert.deepEqual(await findDivisionGeometry(db, divisionId('XA', 'R01')), square(0, 0, 4));
  assert.deepEqual(await findDivisionGeometry(db, divisionId('XA', '01')), square(0, 0, 3));
});

test('postal codes are added, never removed, and a point fills a centre without moving a surveyed one', async (t) => {
  const db = await madeCountry(t);
  await importMadeCountry(db, writeGeoFile(JSON.stringify({ '01002': { center: [1.9, 0.9] } })));
  await importMadeCountry(
    db,
    writeGeoFile(
      'Code_commune_INSEE;Code_postal;coordonnees_gps\n1001;1100;9,8\n1001;1101;7,7\n1002;1299;3,3\n',
    ),
  );
  const [one, two] = [
    await findDivisionByCode(db, 'XA', '01001'),
    await findDivisionByCode(db, 'XA', '01002'),
  ];
  assert.deepEqual(
    [one?.postalCodes, one?.centroid, one?.centroidOrigin],
    [['01100', '01101'], [8, 9], 'surveyed'],
  );
  assert.deepEqual(
    [two?.postalCodes, two?.centroid],
    [
      ['01200', '01299'],
      [1.9, 0.9],
    ],
  );
});

test('a truncated file is imported as far as it is readable, then refused', async (t) => {
  const content = collection([{ code: '01001' }, square(0, 0)], [{ code: '01002' }, square(1, 0)]);
  for (const half of [content.slice(0, -40), gzipSync(content).subarray(0, -20)]) {
    const db = await madeCountry(t);
    await assert.rejects(importMadeCountry(db, writeGeoFile(half)), ImportFault);
    // Compressed data arrives in blocks, and the last one is lost.
    if (typeof half === 'string')
      assert.equal((await findDivisionByCode(db, 'XA', '01001'))?.centroidOrigin, 'contour');
  }
});

test('two processes do not import the same file at once', async (t) => {
  const db = await madeCountry(t);
  const key = { countryCode: 'XA', digest: Buffer.of(1) };
  const step = (from: number, to: number): Promise<boolean> =>
    storeImportProgress(db, key, { from, to, counts: NO_IMPORT_COUNTS }, systemClock.now());
  assert.deepEqual([await step(0, 10), await step(0, 20), await step(10, 20)], [true, false, true]);

  const path = writeGeoFile(JSON.stringify({ '01001': { center: [7, 7] }, '01002': { center: [8, 8] } }));
  const outcomes = await Promise.allSettled([
    importMadeCountry(db, path),
    importMadeCountry(db, path),
    importMadeCountry(db, path),
  ]);
  assert.ok(outcomes.some(({ status }) => status === 'fulfilled'));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      assert.match(String(outcome.reason), /another process is importing this/);
  }
  assert.deepEqual((await findDivisionByCode(db, 'XA', '01002'))?.centroid, [8, 8]);
});
