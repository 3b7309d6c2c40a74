import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Facts } from '../../src/valuation/model/facts.ts';
import type { MarketRow } from '../../src/valuation/model/market-rows.ts';

/** A file of adverts, one a line, with the columns of the idealista18 data set; gzip or not. */
export interface PortalAdvert extends MarketRow {
  asset: string;
  period: number;
}

type Cells = ReadonlyMap<string, number>;

export function readCsv(path: string): { cells: Cells; text: (column: string) => string }[] {
  const bytes = readFileSync(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const lines = (isGzip ? gunzipSync(bytes) : bytes).toString('utf8').trim().split(/\r?\n/);
  const header = splitCells(lines[0] ?? '');
  return lines.slice(1).map((line) => {
    const cells = splitCells(line);
    return {
      cells: new Map(header.map((name, at) => [name, readNumber(cells[at])])),
      text: (column) => cells[header.indexOf(column)] ?? '',
    };
  });
}

/** The files have no comma inside a cell. */
const splitCells = (line: string): string[] => line.split(',').map((cell) => cell.replaceAll('"', ''));

const readNumber = (cell: string | undefined): number =>
  cell === undefined || cell === '' || cell === 'NA' ? Number.NaN : Number(cell);

/** What an advert states. Columns of the cadastre (CAD…) and distances to landmarks are not read. */
const COLUMNS: Readonly<Partial<Record<keyof Facts, string>>> = {
  rooms: 'ROOMNUMBER',
  bathrooms: 'BATHNUMBER',
  floor: 'FLOORCLEAN',
  constructionYear: 'CONSTRUCTIONYEAR',
  equipment: 'AMENITYID',
  exterior: 'FLATLOCATIONID',
  elevator: 'HASLIFT',
  terrace: 'HASTERRACE',
  airConditioning: 'HASAIRCONDITIONING',
  parking: 'HASPARKINGSPACE',
  parkingIncluded: 'ISPARKINGSPACEINCLUDEDINPRICE',
  parkingPrice: 'PARKINGSPACEPRICE',
  storage: 'HASBOXROOM',
  wardrobe: 'HASWARDROBE',
  swimmingPool: 'HASSWIMMINGPOOL',
  caretaker: 'HASDOORMAN',
  garden: 'HASGARDEN',
  duplex: 'ISDUPLEX',
  studio: 'ISSTUDIO',
  lastFloor: 'ISINTOPFLOOR',
  facesNorth: 'HASNORTHORIENTATION',
  facesSouth: 'HASSOUTHORIENTATION',
  facesEast: 'HASEASTORIENTATION',
  facesWest: 'HASWESTORIENTATION',
};

export function readPortalFile(path: string): PortalAdvert[] {
  const numbers = new Map<string, number>();
  return readCsv(path).flatMap(({ cells, text }) => {
    const asset = text('ASSETID');
    const read = (column: string): number => cells.get(column) ?? Number.NaN;
    if (!numbers.has(asset)) numbers.set(asset, numbers.size);
    const period = read('PERIOD');
    const advert: PortalAdvert = {
      asset,
      period,
      home: numbers.get(asset) ?? 0,
      month: Math.floor(period / 100) * 12 + (period % 100) - 1,
      longitude: read('LONGITUDE'),
      latitude: read('LATITUDE'),
      area: read('CONSTRUCTEDAREA'),
      price: read('PRICE'),
      facts: { ...readFacts(read), condition: readCondition(read) },
    };
    return advert.price > 0 && advert.area > 0 && Number.isFinite(advert.longitude + advert.latitude)
      ? [advert]
      : [];
  });
}

const readFacts = (read: (column: string) => number): Facts =>
  Object.fromEntries(Object.entries(COLUMNS).map(([fact, column]) => [fact, read(column)]));

/** The portal's three states of a home are three columns. */
const readCondition = (read: (column: string) => number): number =>
  [1, 2, 3].find((state) => read(`BUILTTYPEID_${state}`) === 1) ?? Number.NaN;

/** Fit on all periods but the last; judge the dwellings first seen in it, by their first row. */
export function splitByPeriod(adverts: readonly PortalAdvert[], last: number) {
  const earlier = adverts.filter(({ period }) => period < last);
  const known = new Set(earlier.map(({ asset }) => asset));
  const judged = new Map<string, PortalAdvert>();
  for (const advert of adverts)
    if (advert.period === last && !known.has(advert.asset) && !judged.has(advert.asset))
      judged.set(advert.asset, advert);
  return { earlier, judged: [...judged.values()] };
}
