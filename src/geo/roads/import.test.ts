import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { freshDatabase } from '../../../test/support/database.ts';
import { writeGeoFile } from '../../../test/support/made-country.ts';
import type { Database } from '../../db/sql.ts';
import { systemClock } from '../../lib/clock.ts';
import { ImportFault } from '../import/json-records.ts';
import { listMapRoads } from '../map-roads.ts';
import { defaultLayerName, importRoads, type RoadImportOptions, removeRoads } from './import.ts';
import { listLayers } from './store.ts';

const RECORD_SEPARATOR = '\u001e';
const run = (db: Database, content: string | Buffer, options: Partial<RoadImportOptions> = {}) =>
  importRoads(db, systemClock, { path: writeGeoFile(content), name: 'made', ...options });

const road = (highway: string, coordinates: number[][], more: object = {}) =>
  JSON.stringify({
    type: 'Feature',
    properties: { highway, ...more },
    geometry: { type: 'LineString', coordinates },
  });
/** A motorway of 0.6 degrees through the middle of Paris in two features, and a street. */
const FEATURES = [
  road(
    'motorway',
    [
      [2, 48.85],
      [2.3, 48.86],
    ],
    { ref: 'A 1' },
  ),
  road(
    'motorway',
    [
      [2.6, 48.85],
      [2.3, 48.86],
    ],
    { ref: 'A 1' },
  ),
  road('residential', [
    [2.3, 48.85],
    [2.31, 48.85],
  ]),
  road(
    'secondary',
    [
      [2.3, 48.85],
      [2.31, 48.85],
    ],
    { ref: 'D 5', name: 'Rue Haute' },
  ),
];
const asCollection = (features: string[]): string =>
  `{"type":"FeatureCollection","name":"x","features":[\n${features.join(',\n')}\n]}`;
const PARIS = { finest: { column: 18, row: 390 }, country: { column: 0, row: 6 } };
const OSM = {
  text: 'OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
  licence: 'ODbL',
};

test('every form of GeoJSON gives the same roads, generalised by level', async (t) => {
  for (const content of [
    asCollection(FEATURES),
    FEATURES.join('\n'),
    `${FEATURES.join('\r\n')}\r\n`,
    FEATURES.map((one) => `${RECORD_SEPARATOR}${JSON.stringify(JSON.parse(one), null, 1)}\n`).join(''),
    FEATURES.map((one) => JSON.stringify(JSON.parse(one), null, 2)).join('\n'),
    gzipSync(FEATURES.join('\n')),
  ]) {
    const { db } = await freshDatabase(t);
    assert.deepEqual(await listMapRoads(db, 0, PARIS.country), { hasRoads: false, lines: [], credits: [] });
    const report = await run(db, content);
    assert.deepEqual([report.records, report.accepted, report.credits], [4, 3, [OSM]], report.format);
    assert.deepEqual(report.refused, {
      'not a main road': { count: 1, first: report.refused['not a main road']?.first },
    });
    const country = await listMapRoads(db, 0, PARIS.country);
    assert.deepEqual(
      country.lines.map(({ class: one, ref }) => [one, ref]),
      [['MOTORWAY', 'A 1']],
    );
    const [line] = country.lines;
    assert.deepEqual(line?.steps.slice(0, 2).map(Math.abs), [
      line?.steps[0] === 2_000 ? 2_000 : 2_600,
      48_850,
    ]);
    const near = await listMapRoads(db, 3, PARIS.finest);
    assert.deepEqual(
      near.lines.map(({ class: one, ref, name }) => [one, ref, name]),
      [
        ['MOTORWAY', 'A 1', undefined],
        ['SECONDARY', 'D 5', 'Rue Haute'],
      ],
    );
    assert.deepEqual(near.credits, [OSM]);
    assert.deepEqual(await listMapRoads(db, 3, { column: 0, row: 0 }), {
      hasRoads: true,
      lines: [],
      credits: [],
    });
  }
});

test('damaged and hostile lines are counted with their reason, and cost no other line', async (t) => {
  const { db } = await freshDatabase(t);
  const hostile = [
    FEATURES[0],
    '{"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,',
    '"}}}}]]]]',
    `{"type":"Feature","properties":{"highway":"primary","name":"Long"},"x":"${'y'.repeat(9_000_000)}"}`,
    '{"type":"Feature","properties":{"__proto__":{"highway":"primary"},"highway":{"a":1}}}',
    road(
      'primary',
      [
        [2, 48],
        [900, 48],
      ],
      { name: 'Beyond' },
    ),
    '\u0000\u0000',
    '[['.repeat(50_000),
    FEATURES[1],
  ].join('\n');
  const report = await run(db, hostile);
  assert.deepEqual([report.records, report.accepted], [9, 2]);
  assert.deepEqual(
    Object.entries(report.refused)
      .map(([reason, { count }]) => [reason, count])
      .toSorted(),
    [
      ['longer than 8 MB', 1],
      ['not a main road', 1],
      ['not in longitude and latitude', 1],
      ['not readable as JSON', 4],
    ],
  );
  assert.equal(report.refused['not in longitude and latitude']?.first, 'Beyond');
});

test('the same file twice changes nothing but the credit, and another of the same name replaces it', async (t) => {
  const { db } = await freshDatabase(t);
  await run(db, FEATURES.join('\n'));
  const before = await listMapRoads(db, 3, PARIS.finest);
  const again = await run(db, FEATURES.join('\n'));
  assert.deepEqual([again.wasComplete, again.accepted], [true, 3]);
  assert.deepEqual(await listMapRoads(db, 3, PARIS.finest), before);
  await run(db, FEATURES.join('\n'), { credit: { text: 'City' } });
  assert.deepEqual((await listMapRoads(db, 3, PARIS.finest)).credits, [{ text: 'City' }]);
  await run(
    db,
    road('primary', [
      [-1, 44],
      [-1.01, 44],
    ]),
  );
  assert.deepEqual((await listMapRoads(db, 3, PARIS.finest)).lines, []);
  await run(db, FEATURES.join('\n'), { name: 'other' });
  assert.equal((await listMapRoads(db, 3, PARIS.finest)).lines.length, 2);
  assert.deepEqual(
    (await listLayers(db)).map(({ name }) => name),
    ['made', 'other'],
  );
  assert.equal(await removeRoads(db, 'other'), true);
  assert.equal(await removeRoads(db, 'other'), false);
  assert.deepEqual((await listMapRoads(db, 3, PARIS.finest)).lines, []);
});

test('an import that is stopped while reading or drawing resumes, and shows nothing before its end', async (t) => {
  const many = Array.from({ length: 5_000 }, (_, at) =>
    road(at % 2 === 0 ? 'motorway' : 'primary', [
      [at / 2_000, 44],
      [at / 2_000 + 0.001, 44.001],
    ]),
  ).join('\n');
  const [{ db: whole }, { db: cut }] = [await freshDatabase(t), await freshDatabase(t)];
  const uncut = await run(whole, many);
  const resumed: number[] = [];
  for (const stopAt of ['onProgress', 'onSquare'] as const) {
    const stop = new AbortController();
    const abort = () => stop.abort(new Error('enough'));
    await assert.rejects(run(cut, many, { signal: stop.signal, [stopAt]: abort }), /enough/);
    assert.equal((await listMapRoads(cut, 1, { column: 0, row: 22 })).hasRoads, false);
    resumed.push((await listLayers(cut))[0]?.position ?? 0);
  }
  const report = await run(cut, many);
  assert.ok((resumed[0] ?? 0) > 0 && (resumed[1] ?? 0) > (resumed[0] ?? 0));
  assert.deepEqual({ ...report, resumedAt: 0 }, uncut);
  for (const [level, square] of [
    [0, { column: 0, row: 5 }],
    [1, { column: 0, row: 22 }],
    [3, { column: 1, row: 352 }],
  ] as const)
    assert.deepEqual(await listMapRoads(cut, level, square), await listMapRoads(whole, level, square));
});

test('a file that ends early, or has no main road, leaves the map as it was', async (t) => {
  const { db } = await freshDatabase(t);
  await run(db, asCollection(FEATURES));
  const before = await listMapRoads(db, 3, PARIS.finest);
  await assert.rejects(
    run(db, asCollection(FEATURES).slice(0, -40)),
    (error) => error instanceof ImportFault && /nothing of the file is shown/.test(error.message),
  );
  assert.equal((await run(db, FEATURES[2] ?? '')).accepted, 0);
  await assert.rejects(run(db, 'insee;cp\n1;2'), ImportFault);
  assert.deepEqual(await listMapRoads(db, 3, PARIS.finest), before);
  assert.equal((await listLayers(db)).length, 1);
});

test('a layer is named after its file', () => {
  for (const [path, name] of [
    ['/data/rhone-roads.geojson.gz', 'rhone-roads'],
    ['idf.geojsonseq', 'idf'],
    ['idf.ndjson', 'idf'],
    ['roads.json', 'roads'],
    ['/x/.gz', 'roads'],
    ['plain', 'plain'],
  ] as const)
    assert.equal(defaultLayerName(path), name, path);
});
