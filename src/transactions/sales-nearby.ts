import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { medianPerSqm, salesAround } from './around.ts';
import { pricePerSqmCents } from './transaction.ts';

export interface NearbyAsked {
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
const SHOWN = 30;

/** What was sold around a property. One whose position is not known has nothing around it. */
export async function salesNearby(
  db: Db,
  { id, property }: PropertyResult,
  { radius, from, to, propertyType }: NearbyAsked,
): Promise<SalesNearby> {
  const [longitude, latitude] = property.location?.geometry?.coordinates ?? [];
  const near =
    longitude === undefined || latitude === undefined
      ? []
      : await salesAround(db, { longitude, latitude, radiusMetres: radius, from, to, propertyType });
  return {
    id,
    radius,
    from,
    to,
    propertyType: propertyType ?? null,
    count: near.length,
    medianPricePerSqmCents: medianPerSqm(near.map(({ sale }) => sale)),
    sales: near.slice(0, SHOWN).map(({ sale, metres }) => ({
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
