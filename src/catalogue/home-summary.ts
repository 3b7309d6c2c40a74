import type { PropertyResult } from './document.ts';

/** What names a home in one line. */
export interface HomeSummary {
  id: string;
  picture: string | null;
  price: number | null;
  currency: string | null;
  transactionType: string | null;
  propertyType: string | null;
  area: number | null;
  areaUnit: string | null;
  rooms: number | null;
  town: string | null;
}

export const summarizeHome = ({ id, property }: PropertyResult): HomeSummary => ({
  id,
  picture: property.pictures[0]?.url ?? null,
  price: property.pricing?.displayed ?? null,
  currency: property.pricing?.currency ?? null,
  transactionType: property.transaction?.type ?? null,
  propertyType: property.propertyType ?? null,
  area: property.area?.displayed ?? null,
  areaUnit: property.area?.unit ?? null,
  rooms: property.unit?.rooms ?? null,
  town: property.location?.city?.name ?? property.location?.stated?.city ?? null,
});
