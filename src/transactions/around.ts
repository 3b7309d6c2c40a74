import { type Db, sql } from '../db/sql.ts';
import { contourOf, type Ring } from '../lib/polygon.ts';
import { merged, reconciled } from './reconcile.ts';
import type { Sale } from './sale.ts';
import { squaresOf } from './squares.ts';
import { salesByIds } from './store.ts';
import { pricePerSqmCents } from './transaction.ts';

export interface Around {
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

const METRES_A_DEGREE = 111_320;
const MICRO = 1_000_000;
/** A median of more would not be another: the nearest so many are taken. */
const MAX_SALES = 5_000;

/** The sales around a point, nearest first, each once whatever the number of sources that tell it. */
export async function salesAround(db: Db, around: Around): Promise<NearbySale[]> {
  const { longitude, latitude, radiusMetres, from, to, propertyType } = around;
  const squares = squaresOf([contourOf({ type: 'Polygon', coordinates: [frame(around)] })]);
  if (squares === undefined) return [];
  const column = squares.fine ? sql`cell` : sql`wide_cell`;
  const typed = propertyType === undefined ? sql`true` : sql`property_type = ${propertyType}`;
  const near = await db.rows<{ id: string; metres: number }>(sql`
    select * from (
      select sale_id as id, ${METRES_A_DEGREE}::double precision * sqrt(
        power((longitude / ${MICRO}::double precision - ${longitude}) * cos(radians(${latitude})), 2)
        + power(latitude / ${MICRO}::double precision - ${latitude}, 2)) as metres
      from sale where ${column} = any (${squares.cells}::integer[]) and date_mutation between ${from} and ${to} and ${typed}
    ) measured where metres <= ${radiusMetres} order by metres, id limit ${MAX_SALES}`);
  const metres = new Map(near.map((each) => [each.id, each.metres]));
  const sales = await salesByIds(db, [...metres.keys()]);
  const pairs = await reconciled(db, sales);
  return sales
    .flatMap((sale) => {
      const pair = pairs.get(sale.id);
      if (pair === undefined) return [{ sale, metres: metres.get(sale.id) ?? 0 }];
      return pair.survivor.id === sale.id
        ? [{ sale: merged(pair).sale, metres: metres.get(sale.id) ?? 0 }]
        : [];
    })
    .sort((one, other) => one.metres - other.metres);
}

function frame({ longitude, latitude, radiusMetres }: Around): Ring {
  const up = radiusMetres / METRES_A_DEGREE;
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

/** The middle price by the square metre, in cents; null when no sale has one. */
export function medianPerSqm(sales: readonly Sale[]): number | null {
  const prices = sales.flatMap((sale) => pricePerSqmCents(sale) ?? []).sort((one, other) => one - other);
  if (prices.length === 0) return null;
  const middle = Math.floor(prices.length / 2);
  const [low = 0, high = 0] =
    prices.length % 2 === 1 ? [prices[middle], prices[middle]] : [prices[middle - 1], prices[middle]];
  return Math.round((low + high) / 2);
}
