import type { PropertyResult } from '../catalogue/document.ts';
import { defaultRegion } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { computeMedianPerSqm, findSalesAround } from './around.ts';
import { pricePerSqmCents } from './transaction.ts';

export interface NearbySalesQuery {
  readonly radius: number;
  readonly from: string;
  readonly to: string;
  readonly propertyType?: string | undefined;
}

export interface SalesNearby {
  id: string;
  radius: number;
  from: string;
  to: string;
  propertyType: string | null;
  count: number;
  medianPricePerSqmCents: number | null;
  sales: {
    transactionId: string;
    dateMutation: string;
    propertyType: string;
    priceCents: number | null;
    pricePerSqmCents: number | null;
    livingAreaSqm: number | null;
    distanceMetres: number;
  }[];
}

/** The nearest are shown, all are counted. */
const MAX_LISTED_SALES = 30;

/** The sales around a property. A property without a position has none. */
export async function findSalesNearby(
  db: Db,
  { id, property }: PropertyResult,
  { radius, from, to, propertyType }: NearbySalesQuery,
): Promise<SalesNearby> {
  const [longitude, latitude] = property.location?.geometry?.coordinates ?? [];
  const near =
    longitude === undefined || latitude === undefined
      ? []
      : await findSalesAround(defaultRegion(db), {
          longitude,
          latitude,
          radiusMetres: radius,
          from,
          to,
          propertyType,
        });
  return {
    id,
    radius,
    from,
    to,
    propertyType: propertyType ?? null,
    count: near.length,
    medianPricePerSqmCents: computeMedianPerSqm(near.map(({ sale }) => sale)),
    sales: near.slice(0, MAX_LISTED_SALES).map(({ sale, metres }) => ({
      transactionId: sale.id,
      dateMutation: sale.dateMutation,
      propertyType: sale.propertyType,
      priceCents: sale.priceCents,
      pricePerSqmCents: pricePerSqmCents(sale),
      livingAreaSqm: sale.livingArea === null ? null : Math.round(100 * sale.livingArea) / 100,
      distanceMetres: Math.round(metres),
    })),
  };
}
