import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { freshDatabase } from '../../test/support/database.ts';
import { importContents } from '../../test/support/import-contents.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { addressImport } from '../addresses/import-addresses.ts';
import { firstRow, sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { bulkImport } from './import.ts';

const { db } = await freshDatabase({ after });
const HEADER = 'id;numero;rep;nom_voie;code_postal;code_insee;lon;lat';
const row = (number: number, city = '33063'): string =>
  `${city}_0001_${String(number).padStart(5, '0')};${number};;Rue de la Forêt;33000;${city};-0.5;44.8`;
const rows = (count: number, city: string): string[] =>
  Array.from({ length: count }, (_, at) => row(at + 1, city));
const stored = async (city: string): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::integer as count from house_number join street using (street_id) where city_code = ${city}`,
    )
  )?.count ?? 0;

test('a wrong format is refused with the missing columns and the detected format', async () => {
  const file = [HEADER, row(1)].join('\n');
  await assert.rejects(
    importContents(db, addressImport, file, 'addok'),
    /line 1: not addok: .*looks like ban-csv/,
  );
  const short = file.replaceAll('nom_voie', 'voie');
  await assert.rejects(
    importContents(db, addressImport, short, 'ban-csv'),
    /line 1: not ban-csv: the column nom_voie missing/,
  );
  await assert.rejects(importContents(db, addressImport, short), /line 1: no known format/);
  await assert.rejects(
    importContents(db, addressImport, file, 'csv'),
    /there is no format csv; known: ban-csv, addok/,
  );
});

test('columns may change order with their header; a row with shifted cells is reported by line and column, the rest is imported', async () => {
  const moved = [
    'lat;lon;id;numero;rep;nom_voie;code_postal;code_insee',
    '44.8;-0.5;01001_0001_00001;1;;Rue A;01000;01001',
  ];
  assert.equal((await importContents(db, addressImport, moved.join('\n'))).changed, 1);
  const file = [
    HEADER,
    row(1, '01002'),
    '01002_0001_00002;2;;33000;Rue de la Forêt;01002;-0.5;44.8',
    row(3, '01002').replace(';44.8', ''),
  ];
  const report = await importContents(db, addressImport, file.join('\n'));
  assert.deepEqual(report.faults, {
    'no postal code': { count: 1, first: 'line 3, column code_postal: "Rue de la Forêt"' },
    'not 8 columns': { count: 1, first: 'line 4, column lat: "7 columns"' },
  });
  assert.deepEqual([report.rows, report.accepted, await stored('01002')], [3, 1, 1]);
});

test('a truncated gzip is imported as far as it is readable, and reported', async () => {
  const whole = gzipSync([HEADER, ...rows(60_000, '01003')].join('\n'));
  const report = await importContents(db, addressImport, whole.subarray(0, Math.floor(whole.length * 0.7)));
  assert.match(
    report.broken ?? '',
    /cannot be read to its end, it breaks off in line \d+: unexpected end of file/,
  );
  assert.ok(report.accepted > 10_000 && report.accepted < 60_000, String(report.accepted));
  assert.equal(await stored('01003'), report.accepted);
  const complete = await importContents(db, addressImport, whole);
  assert.deepEqual([complete.broken, complete.changed], [undefined, 60_000 - report.accepted]);
});

test('undecodable bytes and an unclosed quote are reported by line and column, the rest is imported', async () => {
  const file = [HEADER, ...rows(3, '01006'), row(4, '01006').replace('Rue', '"Rue')].join('\n');
  const bytes = Buffer.from(file);
  const at = bytes.indexOf('ê', bytes.indexOf('00002'));
  const stray = Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at + 2)]);
  const report = await importContents(db, addressImport, stray);
  assert.deepEqual(report.faults, {
    'bytes that are not UTF-8': { count: 1, first: 'line 3, column nom_voie' },
    'a quote that is never closed': { count: 1, first: 'line 5, column nom_voie' },
  });
  const streets = await db.rows(sql`select name from street where city_code = '01006'`);
  assert.deepEqual([await stored('01006'), streets], [2, [{ name: 'Rue de la Forêt' }]]);
});

test('Windows-1252 is read, UTF-16 is refused by name', async () => {
  const file = [HEADER, row(1, '01004')].join('\n');
  await importContents(db, addressImport, Buffer.from(file, 'latin1'));
  const street = await firstRow(db, sql`select name from street where city_code = '01004'`);
  assert.deepEqual(street, { name: 'Rue de la Forêt' });
  await assert.rejects(
    importContents(db, addressImport, Buffer.from(`\ufeff${file}`, 'utf16le')),
    /line 1: the file is in UTF-16/,
  );
});

test('an interrupted import resumes where it stopped and counts as one', async (t) => {
  const folder = temporaryDirectory(t);
  const path = join(folder, 'addresses.csv');
  await writeFile(path, [HEADER, ...rows(90_000, '01005')].join('\n'));
  const stop = new AbortController();
  const onProgress = (_: number, { rows: done }: { rows: number }): void => {
    if (done > 0) stop.abort(new Error('cut'));
  };
  await assert.rejects(
    bulkImport(db, systemClock, addressImport, { path, onProgress, signal: stop.signal }),
    /cut/,
  );
  const before = await stored('01005');
  assert.ok(before > 0 && before < 90_000);
  const report = await bulkImport(db, systemClock, addressImport, { path });
  assert.ok(report.resumedAt > 0);
  assert.deepEqual([report.rows, report.changed, await stored('01005')], [90_000, 90_000, 90_000]);
});
