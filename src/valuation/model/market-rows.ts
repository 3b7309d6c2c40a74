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

export function subjectOf(rows: MarketRows, row: number): Subject {
  return {
    x: rows.x[row] as number,
    y: rows.y[row] as number,
    month: rows.month[row] as number,
    area: rows.area[row] as number,
    facts: Float32Array.from(rows.facts, (column) => column[row] as number),
  };
}

/** The logarithm of the price per square metre, which every part of the model works with. */
export const logUnitPrice = (rows: MarketRows): Float32Array =>
  Float32Array.from({ length: rows.count }, (_, row) =>
    Math.log((rows.price[row] as number) / (rows.area[row] as number)),
  );
