import { join } from 'node:path';
import { type Database, sql } from '../src/db/sql.ts';
import { DAY_MS } from '../src/lib/durations.ts';
import { buildContour, type Contour, type Position } from '../src/lib/polygon.ts';
import { seededRandom } from '../src/lib/seeded-random.ts';
import { findSalesAround } from '../src/transactions/around.ts';
import { salesImport } from '../src/transactions/import-sales.ts';
import type { SaleQuery } from '../src/transactions/sale-query.ts';
import { type SalePage, searchSales, TOO_WIDE } from '../src/transactions/search.ts';
import { buildTransactions, findTransaction } from '../src/transactions/transaction.ts';
import { freshDatabase } from '../test/support/database.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { fillSales } from './imports/fill-sales.ts';
import { measureCopy, measureImport, printBytes, writeLinesFile } from './imports/measure.ts';
import { formatTimes } from './search/spread.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Closed sales: import rate beside a plain copy, bytes a row, search in a city polygon p95 (--sales N; --import N sales of the file)';

const HEADER =
  'id_mutation,date_mutation,numero_disposition,nature_mutation,valeur_fonciere,adresse_numero,adresse_suffixe,adresse_nom_voie,adresse_code_voie,code_postal,code_commune,nom_commune,code_departement,ancien_code_commune,ancien_nom_commune,id_parcelle,ancien_id_parcelle,numero_volume,lot1_numero,lot1_surface_carrez,lot2_numero,lot2_surface_carrez,lot3_numero,lot3_surface_carrez,lot4_numero,lot4_surface_carrez,lot5_numero,lot5_surface_carrez,nombre_lots,code_type_local,type_local,surface_reelle_bati,nombre_pieces_principales,code_nature_culture,nature_culture,code_nature_culture_speciale,nature_culture_speciale,surface_terrain,longitude,latitude';
const DAYS = 3_650;
const QUERIES = 300;
const RANKED = 1_000_000;
/** One sale of fifty is in the notaries' file too. */
const DUPLICATE_SHARE = 50;

interface MadeSale {
  date: string;
  price: number;
  code: string;
  parcel: string;
  area: number;
  rooms: number;
  lon: string;
  lat: string;
}

const dayAt = (days: number): string =>
  new Date(Date.UTC(2015, 0, 1) + days * DAY_MS).toISOString().slice(0, 10);

/** A twentieth of all sales is in a city like Paris, twelve kilometres by eleven; the rest in 3,000 communes. */
function createSale(at: number): MadeSale {
  const random = seededRandom(at);
  const isCity = random() < 0.05;
  const town = Math.floor(3_000 * random());
  const [west, south, wide] = isCity
    ? [2.26, 48.82, 0.15]
    : [-3 + (town % 60) / 6, 43 + Math.floor(town / 60) / 9, 0.05];
  const code = isCity ? String(75_101 + Math.floor(20 * random())) : String(1_001 + town).padStart(5, '0');
  const area = Math.round(18 + 120 * random() ** 2);
  return {
    date: dayAt(Math.floor(DAYS * random())),
    price: 1_000 * Math.round(area * (isCity ? 10 : 2.5) * (0.7 + 0.6 * random())),
    code,
    parcel: `${code}000A${'BCDEFGHJ'[Math.floor(8 * random())]}${String(at % 10_000).padStart(4, '0')}`,
    area,
    rooms: Math.max(1, Math.round(area / 22)),
    lon: (west + wide * random()).toFixed(6),
    lat: (south + 0.66 * wide * random()).toFixed(6),
  };
}

/** The order of the real files: commune by commune, each by date. */
function inFileOrder(count: number): Float64Array {
  const ranks = new Float64Array(count).map((_, at) => {
    const { code, date } = createSale(at);
    return (Number(code) * DAYS + Date.parse(date) / DAY_MS) * RANKED + at;
  });
  return ranks.sort().map((rank) => rank % RANKED);
}

function* registryRows(count: number): Generator<string> {
  for (const at of inFileOrder(count)) {
    const { date, price, code, parcel, area, rooms, lon, lat } = createSale(at);
    const row = (lot: number, kind: string, metres: string): string =>
      `2024-${at},${date},000001,Vente,${price},${1 + (at % 90)},,RUE DES TILLEULS,0471,${code},${code},Ville,${code.slice(0, 2)},,,${parcel},,,${lot},,,,,,,,,,1,${kind},${metres},${rooms},,,,,,${lon},${lat}`;
    yield row(1, '2,Appartement', String(area));
    if (at % 2 === 0) yield row(2, '3,Dépendance', '');
  }
}

function* notaryRows(count: number): Generator<string> {
  for (let at = 0; at < count; at += DUPLICATE_SHARE) {
    const { date, price, code, parcel, area, rooms } = createSale(at);
    yield `${at},${date},${price},appartement,${area},${rooms},${code},${parcel},1970-1980,oui,non,oui`;
  }
}

/** `--import N` rows of each file; `--sales N` that are searched. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const options = parseOptions(args, { import: 267_000, sales: 300_000, noCopy: false });
  const [count, folder] = [options.import, temporaryDirectory(scope)];
  const { db } = await freshDatabase(scope, { max: 1, statementTimeoutMs: 600_000 });
  const path = join(folder, 'sales.csv');
  await writeLinesFile(path, HEADER, registryRows(count));
  const sold = await measureImport(db, salesImport, path);
  await printBytes(db, ['sale'], { rows: count, country: 20_000_000 });
  if (!options.noCopy) await measureCopy(db, path, { header: HEADER, delimiter: ',', imported: sold });
  const notaries = join(folder, 'notaires.csv');
  const columns =
    'reference,date,price,type,living_area,rooms,city_code,parcel,construction_era,lift,balcony,cellar';
  await writeLinesFile(notaries, columns, notaryRows(count));
  await measureImport(db, salesImport, notaries);
  // Loaded by the database itself, in a tenth of the time.
  await fillSales(db, options.sales);
  await db.rows(sql`vacuum analyze sale`);
  await searchMany(db);
  await askOthers(db);
}

/** A polygon of forty corners around the city, each time another one. */
function rim(random: () => number): Contour {
  const corners = Array.from({ length: 40 }, (_, at): Position => {
    const turn = (2 * Math.PI * at) / 40;
    const reach = 0.8 + 0.2 * random();
    return [2.335 + 0.08 * reach * Math.cos(turn), 48.87 + 0.05 * reach * Math.sin(turn)];
  });
  return buildContour({ type: 'Polygon', coordinates: [[...corners, corners[0] ?? [0, 0]]] });
}

const FILTERS: readonly Omit<SaleQuery, 'within'>[] = [
  {},
  { types: ['FLAT'] },
  { price: { gte: 20_000_000, lte: 60_000_000 } },
  { livingArea: { gte: 40, lte: 60 }, types: ['FLAT'] },
  { dates: { after: '2019-01-01', before: '2020-12-31' } },
];

/** Every other query of sales: each fifty times, never the same. */
async function askOthers(db: Database): Promise<void> {
  const random = seededRandom(5);
  const day = (): string => dayAt(Math.floor(DAYS * random()));
  const code = (): string => String(1_001 + Math.floor(3_000 * random())).padStart(5, '0');
  const search = (question: SaleQuery) => searchSales(db, question, { size: 20 });
  const ids = await db.rows<{ id: string }>(sql`
    (select sale_id as id from sale where source = 'D' limit 25) union all (select sale_id from sale where source = 'N' limit 25)`);
  const around = { longitude: 2.335, latitude: 48.87, from: '2022-01-01', to: '2023-12-31' };
  await ask('everywhere', () => search({ within: [] }));
  await ask('everywhere, up to a day', () => search({ dates: { before: day() }, within: [] }));
  const dear = { gte: 136_000_000 };
  await ask('everywhere, one in a thousand', () =>
    search({ price: dear, dates: { before: day() }, within: [] }),
  );
  await ask('a region', () => search({ within: [[region(random)]] }));
  await ask('a region, one in a thousand', () => search({ price: dear, within: [[region(random)]] }));
  await ask('a commune', () => search({ cityCodes: [code()], within: [] }));
  await ask('a city of 20 districts', () => search({ cityCodes: DISTRICTS, within: [] }));
  await ask('500 m around a point of two years', () => findSalesAround(db, { ...around, radiusMetres: 500 }));
  await ask('the same of flats', () =>
    findSalesAround(db, { ...around, radiusMetres: 500, propertyType: 'FLAT' }),
  );
  await ask('by id, half of them in the notaries’ file', (at) =>
    findTransaction(db, ids[at % ids.length]?.id ?? ''),
  );
}

const DISTRICTS = Array.from({ length: 20 }, (_, at) => String(75_101 + at));
const QUERY_FILTERS = 50;

/** Two degrees by one and a half: wide squares. */
function region(random: () => number): Contour {
  const [west, south] = [-3 + 8 * random(), 43 + 4 * random()];
  const [east, north] = [west + 2, south + 1.5];
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return buildContour({ type: 'Polygon', coordinates: [ring] });
}

async function ask(name: string, question: (at: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let at = 0; at < QUERY_FILTERS; at += 1) {
    const started = performance.now();
    await question(at);
    times.push(performance.now() - started);
  }
  console.log(`${name}: ${formatTimes(times)} of ${QUERY_FILTERS}`);
}

async function searchMany(db: Database): Promise<void> {
  const random = seededRandom(3);
  const times: number[] = [];
  let [found, matched] = [0, 0];
  for (let at = 0; at < QUERIES; at += 1) {
    const question = { ...FILTERS[at % FILTERS.length], within: [[rim(random)]] };
    const started = performance.now();
    const first = await searchSales(db, question, { size: 20 });
    if (first === TOO_WIDE) throw new Error('a city is not too wide');
    const page: SalePage = first;
    await buildTransactions(db, page.sales);
    times.push(performance.now() - started);
    found += page.sales.length;
    matched += page.sales.filter(({ pair }) => pair !== undefined).length;
  }
  console.log(
    `search in a city polygon: ${formatTimes(times)} of ${times.length}, ${found} sales found, ${matched} of them from two sources; load ${currentLoad()}`,
  );
}
