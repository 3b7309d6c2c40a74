import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { importContents } from '../../test/support/import-contents.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { type Database, firstRow, sql } from '../db/sql.ts';
import { bulkImport } from '../imports/import.ts';
import { systemClock } from '../lib/clock.ts';
import { createReplacingImport, salesImport } from './import-sales.ts';
import { type Sale, saleColumns } from './sale.ts';
import { searchSales, TOO_WIDE } from './search.ts';

const { db } = await freshDatabase({ after });

const HEADER =
  'id_mutation,date_mutation,numero_disposition,nature_mutation,valeur_fonciere,adresse_nom_voie,code_commune,id_parcelle,code_type_local,surface_reelle_bati,nombre_pieces_principales,surface_terrain,longitude,latitude';
const sale = (at: number, price = 100_000 + at): string =>
  `2024-${at},2024-03-05,1,Vente,${price},RUE DES TILLEULS ${'DE LA LONGUE ALLEE '.repeat(40)},33063,33063000AB${String(at % 10_000).padStart(4, '0')},2,50,2,,-0.57,44.84`;
/** Four blocks. */
const SALES = 8_000;
const countSales = async (on: Database): Promise<number | undefined> =>
  (await firstRow<{ count: number }>(on, sql`select count(*)::integer as count from sale`))?.count;

test('an interrupted release that starts again drops none of its sales', async (t) => {
  const folder = temporaryDirectory(t);
  const path = join(folder, 'sales.csv');
  await importContents(db, salesImport, [HEADER, sale(1, 77)].join('\n'));
  await writeFile(path, [HEADER, ...Array.from({ length: SALES }, (_, at) => sale(at))].join('\n'));
  const stop = new AbortController();
  const onProgress = (_: number, { rows }: { rows: number }): void => {
    if (rows > 0) stop.abort(new Error('cut'));
  };
  const cut = { path, onProgress, signal: stop.signal };
  await assert.rejects(bulkImport(db, systemClock, createReplacingImport(7).bulk, cut), /cut/);
  const { bulk, drop } = createReplacingImport(8);
  const report = await bulkImport(db, systemClock, bulk, { path });
  assert.deepEqual([report.resumedAt, report.accepted], [0, SALES]);
  assert.equal(await drop(db), 1, 'the sale whose price was corrected');
  assert.equal(await countSales(db), SALES);
});

test('an invalid value is reported with the column as the file spells it', async (t) => {
  const raw = [
    'No disposition|Date mutation|Nature mutation|Valeur fonciere|Code departement|Code commune|Section|No plan|Code type local|Surface reelle bati|Surface terrain',
    '1|05/03/2024|Vente|100000,00|33|63|AB|12|2|50|',
    '1|31/02/2024|Vente|100000,00|33|63|AB|13|2|50|',
    '1|05/03/2024|Vente|100000,00|33|63|AB|14|7|50|',
    '1|05/03/2024|Vente|100000,00|33|x|AB|14|2|50|',
  ];
  const { db: other } = await freshDatabase(t);
  const report = await importContents(other, salesImport, raw.join('\n'));
  assert.deepEqual([report.format, report.rows, report.accepted], ['dvf', 4, 1]);
  assert.deepEqual(report.faults, {
    'no date': { count: 1, first: 'line 3, column Date mutation: "31/02/2024"' },
    'no kind of building from 1 to 4': { count: 1, first: 'line 4, column Code type local: "7"' },
    'no code of a commune': { count: 1, first: 'line 5, column Code commune: "3300x"' },
  });
});

test('missing columns are reported by the names of that edition, required or not', async (t) => {
  const { db: other } = await freshDatabase(t);
  const raw = [
    'No disposition|Date mutation|Nature mutation|Valeur fonciere|Code departement|Code commune|Section|No plan|Code type local|Surface reelle bati|Surface terrain',
    '1|05/03/2024|Vente|100000,00|33|63|AB|12|2|50|',
  ].join('\n');
  const { notes } = await importContents(other, salesImport, raw);
  assert.match(notes.join(), /columns that the file lacks: No voie, B\/T\/Q, Nombre pieces principales,/);
  await assert.rejects(
    importContents(other, salesImport, raw.replace('Date mutation', 'Jour'), 'dvf'),
    /line 1: not dvf: the column Date mutation missing/,
  );
});

test('a parcel of a merged commune is the same sale in every edition, under the reference it was sold by', async (t) => {
  const raw = [
    'No disposition|Date mutation|Nature mutation|Valeur fonciere|Code departement|Code commune|Section|No plan|Code type local|Surface reelle bati|Surface terrain',
    '1|05/03/2024|Vente|100000,00|33|63|AB|12|2|50|',
  ];
  const geo = [
    HEADER.replace('id_parcelle', 'id_parcelle,ancien_id_parcelle'),
    '2024-1,2024-03-05,000001,Vente,100000,RUE,33999,33999063AB0012,33063000AB0012,2,50,2,,-0.57,44.84',
  ];
  const { db: other } = await freshDatabase(t);
  await importContents(other, salesImport, raw.join('\n'));
  assert.equal((await importContents(other, salesImport, geo.join('\n'))).changed, 1);
  const [only, ...more] = await other.rows<Sale>(sql`select ${saleColumns} from sale`);
  assert.deepEqual(
    [only?.cityCode, only?.parcel, only?.externalRef, more],
    ['33999', '33999063AB0012', '2024-03-05/33063000AB0012/1', []],
  );
  const found = await searchSales(other, { cityCodes: ['33999'], within: [] }, { size: 10 });
  assert.deepEqual(found !== TOO_WIDE && found.sales.map(({ sale: { id } }) => id), [only?.id]);
});

test('the area of a home without an own one is the sum of the private areas of its five lots', async (t) => {
  const lots = [1, 2, 3, 4, 5].map((lot) => `lot${lot}_surface_carrez`);
  const columns = HEADER.replace('code_type_local', `${lots.join()},code_type_local`);
  const row = (at: number, area: string): string =>
    `2024-${at},2024-03-05,1,Vente,100000,RUE,33063,33063000AB000${at},10.5,20,30,40,50.5,2,${area},2,,-0.57,44.84`;
  const { db: other } = await freshDatabase(t);
  await importContents(other, salesImport, [columns, row(1, ''), row(2, '60')].join('\n'));
  const found = await other.rows(sql`select living_area from sale order by parcel`);
  assert.deepEqual(found, [{ living_area: 151 }, { living_area: 60 }]);
});

test('a number out of range and an invalid byte reject at most their own row', async (t) => {
  const { db: other } = await freshDatabase(t);
  const wide = sale(1).replace(',50,2,', ',50,99999999,');
  const report = await importContents(
    other,
    salesImport,
    [HEADER, wide, sale(2).replace('RUE', 'R\0E'), sale(3)].join('\n'),
  );
  assert.deepEqual(report.faults, {
    'a byte that is zero': { count: 1, first: 'line 3, column adresse_nom_voie' },
  });
  const found = await other.rows(sql`select rooms, price_cents from sale order by price_cents`);
  assert.deepEqual(found, [
    { rooms: null, price_cents: 10_000_100 },
    { rooms: 2, price_cents: 10_000_300 },
  ]);
});

const row = (mutation: string, parcel: string, part: string, more: { price?: number; area?: string } = {}) =>
  `${mutation},2024-03-05,1,Vente,${more.price ?? 200_000},RUE DES LILAS,33063,33063000AB${parcel},${part},${more.area ?? '80'},3,,-0.57,44.84`;
const file = (...rows: readonly string[]): string => [HEADER, ...rows].join('\n');
const storedSales = (on: Database) =>
  on.rows<{ lots: string; area: number | null; rows: string }>(sql`
    select lots, living_area as area, source_rows as rows from sale order by price_cents, lots`);

test('rows of one mutation that are not adjacent are one sale', async (t) => {
  const { db: other } = await freshDatabase(t);
  const apart = file(
    row('2024-1', '0001', '1'),
    row('2024-2', '0002', '2', { price: 300_000 }),
    row('2024-1', '0009', '3', { area: '12' }),
    row('2024-1', '0001', '3', { area: '9' }),
  );
  const report = await importContents(other, salesImport, apart);
  assert.deepEqual(report.faults, {});
  const sales = await storedSales(other);
  assert.deepEqual(
    sales.map(({ lots, area }) => [lots, area]),
    [
      ['HDD', 80],
      ['F', 80],
    ],
  );
  const together = file(
    row('2024-1', '0001', '1'),
    row('2024-1', '0009', '3', { area: '12' }),
    row('2024-1', '0001', '3', { area: '9' }),
  );
  const { changed } = await importContents(other, salesImport, together);
  assert.deepEqual([changed, (await storedSales(other)).length], [0, 2], 'the same id as in one piece');
});

test('a later file with fewer rows of a sale does not replace the fuller one, also after another sale', async (t) => {
  const { db: other } = await freshDatabase(t);
  const [house, shed] = [row('2024-1', '0001', '1'), row('2024-1', '0001', '3', { area: '9' })];
  await importContents(other, salesImport, file(house, shed));
  for (const lesser of [file(shed), file(row('2024-7', '0005', '2', { price: 9 }), house)]) {
    await importContents(other, salesImport, lesser);
    assert.deepEqual((await storedSales(other)).at(-1)?.lots, 'HD');
  }
  await importContents(other, salesImport, file(house, shed, row('2024-1', '0001', '3', { area: '4' })));
  assert.equal((await storedSales(other)).at(-1)?.lots, 'HDD', 'a fuller one replaces it');
});

test('one broken row rejects its sale by name and changes nothing stored', async (t) => {
  const { db: other } = await freshDatabase(t);
  const [house, shed] = [row('2024-1', '0001', '1'), row('2024-1', '0001', '3', { area: '9' })];
  await importContents(other, salesImport, file(house, shed));
  const broken = row('2024-1', '0001', '3', { area: 'x' });
  const healthy = row('2024-2', '0002', '2', { price: 300_000 });
  for (const rows of [
    [broken, house, shed, healthy],
    [house, broken, shed, healthy],
    [house, shed, broken, healthy],
  ]) {
    const { faults } = await importContents(other, salesImport, file(...rows));
    assert.deepEqual(faults['a sale with a row that cannot be read']?.names, ['2024-1']);
    assert.deepEqual(
      (await storedSales(other)).map(({ lots }) => lots),
      ['HD', 'F'],
    );
  }
});

test('a release with a broken row drops nothing: its sale would count as removed', async (t) => {
  const { db: other } = await freshDatabase(t);
  await importContents(other, salesImport, file(row('2024-1', '0001', '1'), row('2024-2', '0002', '2')));
  const { bulk, drop } = createReplacingImport(9);
  await importContents(other, bulk, file(row('2024-1', '0001', 'x'), row('2024-2', '0002', '2')));
  assert.equal(await drop(other), 'incomplete');
  assert.equal((await storedSales(other)).length, 2);
});
