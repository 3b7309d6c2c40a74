import { type Facts, facts } from './facts.ts';

/** Homes with a known price, one row an advert or a sale, in columns. */
export interface MarketRows {
  count: number;
  /** Metres east and north. */
  x: Float64Array;
  y: Float64Array;
  /** Months since the year 0: the unit of the price index. */
  month: Float32Array;
  area: Float32Array;
  price: Float64Array;
  /** Rows with the same number are the same home. */
  home: Int32Array;
  /** By the order of `facts`; NaN where a row does not state the fact. */
  facts: Float32Array[];
}

/** A home to value. */
export interface Subject {
  x: number;
  y: number;
  month: number;
  area: number;
  facts: Float32Array;
}

export interface MarketRow {
  longitude: number;
  latitude: number;
  month: number;
  area: number;
  price: number;
  home: number;
  facts: Facts;
}

const EARTH_METRES_PER_DEGREE = 111_195;

/** Equal distances hold near this latitude; comparables are near, so the error elsewhere stretches one axis a little. */
export interface Projection {
  latitude: number;
}

export const projectX = ({ latitude }: Projection, longitude: number): number =>
  longitude * EARTH_METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
export const projectY = (latitude: number): number => latitude * EARTH_METRES_PER_DEGREE;

export const factVector = (stated: Facts): Float32Array =>
  Float32Array.from(facts, ({ name }) => (stated as Record<string, number | undefined>)[name] ?? Number.NaN);

export function createMarketRows(capacity: number): MarketRows {
  return {
    count: 0,
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    month: new Float32Array(capacity),
    area: new Float32Array(capacity),
    price: new Float64Array(capacity),
    home: new Int32Array(capacity),
    facts: facts.map(() => new Float32Array(capacity)),
  };
}

/** The columns of the rows that there are, without free space. */
export const cutMarketRows = (rows: MarketRows): MarketRows => ({
  count: rows.count,
  x: rows.x.slice(0, rows.count),
  y: rows.y.slice(0, rows.count),
  month: rows.month.slice(0, rows.count),
  area: rows.area.slice(0, rows.count),
  price: rows.price.slice(0, rows.count),
  home: rows.home.slice(0, rows.count),
  facts: rows.facts.map((column) => column.slice(0, rows.count)),
});

/** Projects rows that were added at the equator to the middle of their latitudes. */
export function projectRows({ x, y, count }: MarketRows): Projection {
  let sum = 0;
  for (let row = 0; row < count; row++) sum += (y[row] as number) / EARTH_METRES_PER_DEGREE;
  const projection = { latitude: sum / Math.max(1, count) };
  const metres = projectX(projection, 1 / EARTH_METRES_PER_DEGREE);
  for (let row = 0; row < count; row++) x[row] = (x[row] as number) * metres;
  return projection;
}

export const EQUATOR: Projection = { latitude: 0 };

export function addMarketRow(rows: MarketRows, row: MarketRow, projection: Projection): void {
  const at = rows.count++;
  rows.x[at] = projectX(projection, row.longitude);
  rows.y[at] = projectY(row.latitude);
  rows.month[at] = row.month;
  rows.area[at] = row.area;
  rows.price[at] = row.price;
  rows.home[at] = row.home;
  const vector = factVector(row.facts);
  for (const [position, column] of rows.facts.entries()) column[at] = vector[position] as number;
}

/** A fit describes each row several times: a plain loop takes a third of the time of `from` with a function. */
export function subjectOf(rows: MarketRows, row: number): Subject {
  const own = new Float32Array(rows.facts.length);
  for (let at = 0; at < own.length; at++) own[at] = (rows.facts[at] as Float32Array)[row] as number;
  return {
    x: rows.x[row] as number,
    y: rows.y[row] as number,
    month: rows.month[row] as number,
    area: rows.area[row] as number,
    facts: own,
  };
}

/** The logarithm of the price per square metre, which every part of the model works with. */
export const logUnitPrice = (rows: MarketRows): Float32Array =>
  Float32Array.from({ length: rows.count }, (_, row) =>
    Math.log((rows.price[row] as number) / (rows.area[row] as number)),
  );
