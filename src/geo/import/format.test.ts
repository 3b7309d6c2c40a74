import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectGeographyFormat } from './format.ts';
import type { ImportRecordResult } from './import-record.ts';
import { ImportFault } from './json-records.ts';

async function* whole(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function readingsOf(text: string): Promise<ImportRecordResult[]> {
  const records = await Array.fromAsync(detectGeographyFormat(Buffer.from(text)).records(whole(text), 0));
  return records.map(({ reading }) => reading);
}

const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ],
];
const feature = (properties: object, geometry: object | null = { type: 'Polygon', coordinates: square }) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

test('a format is detected by the content of the file', () => {
  const names = [
    collection(),
    '\uFEFF {"name": "x", "features": [',
    `${JSON.stringify(feature({}))}\n${JSON.stringify(feature({}))}`,
    '{"10002":{"center":[4.691,48.256],"bbox":[1,2,3,4],"nom":"Ailleville"}}',
    '{"iris":[{"code":"751010101"}]}',
    '#Code_commune_INSEE;Nom_de_la_commune;Code_postal;Libelle\n01001;X;01400;X',
    '"code_insee","cp"\n',
  ].map((text) => detectGeographyFormat(Buffer.from(text)).name);
  assert.deepEqual(names, [
    'GeoJSON',
    'GeoJSON',
    'GeoJSON, a feature a line',
    'list of centres',
    'list of IRIS',
    'CSV of postal codes',
    'CSV of postal codes',
  ]);
});

test('an unknown format is refused with the list of known ones', () => {
  for (const text of [
    '',
    '[]',
    '{"a":1}',
    'name;price\nx;1',
    '<xml/>',
    'code_postal;nom\n75001;Paris',
    '\u0000\u0001',
  ]) {
    assert.throws(() => detectGeographyFormat(Buffer.from(text)), ImportFault, JSON.stringify(text));
  }
});

test('column names of several publishers mean the same', async () => {
  const contour = { about: 'area', code: '01001', name: 'X', isPart: false };
  const readings = await readingsOf(
    collection(
      feature({ code: '01001', nom: 'X' }),
      feature({ INSEE_COM: '01001', NOM_COM: 'X' }),
      feature({ codgeo: 1001, libgeo: 'X' }),
      feature({ com_code: ['01001'], name: ' X ' }),
      { ...feature({ nom: 'X' }), id: '01001' },
    ),
  );
  for (const reading of readings) {
    assert.deepEqual(reading, { ...contour, geometry: { type: 'Polygon', coordinates: square } });
  }
});

test('a part of a municipality is distinguished from a municipality', async () => {
  const [iris, quarter, plain] = await readingsOf(
    collection(
      feature({ INSEE_COM: '75101', CODE_IRIS: '751010101', NOM_IRIS: 'One', TYP_IRIS: 'H' }),
      feature({ c_qu: '21', c_quinsee: '7510601', l_qu: 'Monnaie' }),
      { ...feature({ name: 'Old Town' }), id: 7 },
    ),
  );
  const geometry = { type: 'Polygon', coordinates: square };
  assert.deepEqual(iris, {
    about: 'area',
    isPart: true,
    code: '751010101',
    name: 'One',
    parentCode: '75101',
    geometry,
  });
  assert.deepEqual(quarter, { about: 'area', isPart: true, code: '7510601', name: 'Monnaie', geometry });
  assert.deepEqual(plain, { about: 'area', isPart: false, name: 'Old Town', geometry });
});

test('a record that cannot be a place is refused with its reason', async () => {
  const readings = await readingsOf(
    collection(
      feature(
        { nom: 'Metres' },
        {
          type: 'Polygon',
          coordinates: [
            [
              [652000, 6862000],
              [652001, 6862000],
              [652001, 6862001],
            ],
          ],
        },
      ),
      feature({ nom: 'Nothing' }, null),
      feature(
        { nom: 'Line' },
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      ),
      feature({ nom: 'Hollow' }, { type: 'MultiPolygon', coordinates: [] }),
      feature({ nom: 'Words' }, { type: 'Polygon', coordinates: [['a', 'b', 'c']] }),
      feature({ NOM_IRIS: 'All of it', TYP_IRIS: 'Z' }),
    ),
  );
  const reasons = readings.map((reading) =>
    'refused' in reading ? [reading.name, reading.refused] : reading,
  );
  assert.deepEqual(reasons, [
    ['Metres', 'not in longitude and latitude'],
    ['Nothing', 'no polygon and no point'],
    ['Line', 'no polygon and no point'],
    ['Hollow', 'no polygon and no point'],
    ['Words', 'no polygon and no point'],
    ['All of it', 'the whole of a municipality'],
  ]);
});

test('heights are dropped, the rest of a geometry is unchanged', async () => {
  const geometry = {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0.123456789, 0, 9],
          [1, 0, 9],
          [1, 1, 9],
          [0.123456789, 0, 9],
        ],
      ],
    ],
  };
  const [reading] = await readingsOf(collection(feature({ nom: 'X' }, geometry)));
  assert.ok(reading !== undefined && 'geometry' in reading);
  assert.deepEqual(reading.geometry?.coordinates, [
    [
      [
        [0.123456789, 0],
        [1, 0],
        [1, 1],
        [0.123456789, 0],
      ],
    ],
  ]);
});

test('a malformed record does not affect the others', async () => {
  const text = `{"type":"FeatureCollection","features":[{"a":nonsense},${JSON.stringify(feature({ code: '01001' }))}]}`;
  const readings = await readingsOf(text);
  assert.deepEqual(
    readings.map((reading) => 'refused' in reading && reading.refused),
    ['not readable as JSON', false],
  );
});

test('postal codes are read from both layouts of the national file, with leading zeros restored', async () => {
  const old =
    '#Code_commune_INSEE;Nom;Code_postal;Ligne_5;coordonnees_gps\r\n1001;X;1400;"a;b";46.15,4.92\r\n2A004;Y;20000;;\r\n';
  const recent =
    'code_commune_insee,nom,code_postal,latitude,longitude\n"01001","X, the ""Y""",01400,46.15,4.92\n\n';
  const expected = { about: 'postal code', code: '01001', postalCode: '01400', position: [4.92, 46.15] };
  assert.deepEqual(await readingsOf(old), [
    expected,
    { about: 'postal code', code: '2A004', postalCode: '20000' },
  ]);
  assert.deepEqual(await readingsOf(recent), [expected]);
  const [noCode, noPostal] = await readingsOf('insee;cp\n;75001\n75056;\n');
  assert.deepEqual(
    [noCode, noPostal].map((reading) => reading && 'refused' in reading && reading.refused),
    ['no code', 'no postal code'],
  );
});
