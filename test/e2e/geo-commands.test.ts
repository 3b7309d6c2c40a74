import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-3.7, 40.4],
      [-3.69, 40.4],
      [-3.69, 40.41],
      [-3.7, 40.4],
    ],
  ],
};
const features = [
  { type: 'Feature', properties: { code: '28079', nom: 'Madrid' }, geometry: square },
  { type: 'Feature', properties: { code: '99999', nom: 'Nowhere' }, geometry: square },
  { type: 'Feature', properties: { quartier: 'Sol', insee_com: '28079' }, geometry: square },
];

test('a second country is loaded, imported into twice and counted', {
  timeout: 110_000,
}, async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const DATABASE_URL = databaseUrl((await freshDatabase(t)).connection);
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runGableToEnd(t, ['geo', ...args], { DATA_DIR, DATABASE_URL });
    return code === 0 ? stdout : `${code} ${stderr}`;
  };
  assert.equal(await run('load', 'es'), 'loaded 8203 divisions of ES\n');
  assert.equal(await run('load', 'ES'), 'ES is already loaded\n');

  const file = join(DATA_DIR, 'madrid.geojson');
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  const report = (changed: string): RegExp =>
    new RegExp(
      `^GeoJSON: 3 records, 2 accepted, ${changed} rows changed\nskipped: 1 \\(no such division\\), the first is 99999\n$`,
    );
  assert.match(await run('import', file, '--country', 'ES'), report('[1-9]\\d*'));
  assert.match(await run('import', file, '--country', 'ES'), report('0'));
  assert.match(await run('status'), /\nES\tMUNICIPALITY\t8131\t8131\t0\t0\nES\tNEIGHBORHOOD\t1\t1\t0\t0\n$/);

  assert.match(await run('load', 'XX'), /^2 gable: no divisions of "XX" are available; known: FR, ES\n$/);
  assert.match(await run('import', join(DATA_DIR, 'absent')), /^1 gable: there is no file .+absent\n$/);
});
