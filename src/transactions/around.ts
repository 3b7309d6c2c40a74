import { type Db, sql } from '../db/sql.ts';
import { buildContour, type Ring } from '../lib/polygon.ts';
import { findSalePairs, mergeSalePair } from './reconcile.ts';
import type { Sale } from './sale.ts';
import { coverWithSquares } from './squares.ts';
import { selectSalesByIds } from './store.ts';
import { pricePerSqmCents } from './transaction.ts';

export interface SalesAroundQuery {
  readonly longitude: number;
  readonly latitude: number;
  readonly radiusMetres: number;
  /** Both days included. */
  readonly from: string;
  readonly to: string;
  readonly propertyType?: string | undefined;
}

export interface NearbySale {
  readonly sale: Sale;
  readonly metres: number;
}

const METRES_PER_DEGREE = 111_320;
const MICRO = 1_000_000;
/** The median of more sales would not differ: only the nearest are read. */
const MAX_SALES = 5_000;

/** The sales around a point, nearest first, each once whatever the number of its sources. */
export async function findSalesAround(db: Db, around: SalesAroundQuery): Promise<NearbySale[]> {
  const { longitude, latitude, radiusMetres, from, to, propertyType } = around;
  const squares = coverWithSquares([buildContour({ type: 'Polygon', coordinates: [frame(around)] })]);
  if (squares === undefined) return [];
  const column = squares.fine ? sql`cell` : sql`wide_cell`;
  const typed = propertyType === undefined ? sql`true` : sql`property_type = ${propertyType}`;
  const near = await db.rows<{ id: string; metres: number }>(sql`
    select * from (
      select sale_id as id, ${METRES_PER_DEGREE}::double precision * sqrt(
        power((longitude / ${MICRO}::double precision - ${longitude}) * cos(radians(${latitude})), 2)
        + power(latitude / ${MICRO}::double precision - ${latitude}, 2)) as metres
      from sale where ${column} = any (${squares.cells}::integer[]) and date_mutation between ${from} and ${to} and ${typed}
    ) measured where metres <= ${radiusMetres} order by metres, id limit ${MAX_SALES}`);
  const metres = new Map(near.map((each) => [each.id, each.metres]));
  const sales = await selectSalesByIds(db, [...metres.keys()]);
  const pairs = await findSalePairs(db, sales);
  return sales
    .flatMap((sale) => {
      const pair = pairs.get(sale.id);
      if (pair === undefined) return [{ sale, metres: metres.get(sale.id) ?? 0 }];
      return pair.survivor.id === sale.id
        ? [{ sale: mergeSalePair(pair).sale, metres: metres.get(sale.id) ?? 0 }]
        : [];
    })
    .sort((one, other) => one.metres - other.metres);
}

function frame({ longitude, latitude, radiusMetres }: SalesAroundQuery): Ring {
  const up = radiusMetres / METRES_PER_DEGREE;
  const aside = up / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const [west, east, south, north] = [longitude - aside, longitude + aside, latitude - up, latitude + up];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** The median price per square metre in cents; null when no sale has one. */
export function computeMedianPerSqm(sales: readonly Sale[]): number | null {
  const prices = sales.flatMap((sale) => pricePerSqmCents(sale) ?? []).sort((one, other) => one - other);
  if (prices.length === 0) return null;
  const middle = Math.floor(prices.length / 2);
  const [low = 0, high = 0] =
    prices.length % 2 === 1 ? [prices[middle], prices[middle]] : [prices[middle - 1], prices[middle]];
  return Math.round((low + high) / 2);
}
