import { type Sql, sql } from '../db/sql.ts';

/** A sale as it is stored. */
export interface Sale {
  readonly id: string;
  readonly source: 'D' | 'N';
  readonly externalRef: string;
  readonly dateMutation: string;
  readonly nature: string;
  readonly propertyType: string;
  readonly priceCents: number | null;
  readonly livingArea: number | null;
  readonly landArea: number | null;
  readonly rooms: number | null;
  readonly cityCode: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly streetNumber: string | null;
  readonly streetName: string | null;
  readonly parcel: string | null;
  readonly lots: string;
  readonly constructionEra: string | null;
  readonly elevator: boolean | null;
  readonly balcony: boolean | null;
  readonly cellar: boolean | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * A reference of the registry is day, parcel and disposition; its parcel is stored with it only where it is not that of
 * the sale.
 */
const externalRef: Sql = sql`
  case when sale.source <> 'D' then sale.external_ref
    when position('/' in sale.external_ref) > 0 then sale.date_mutation || '/' || sale.external_ref
    else sale.date_mutation || '/' || sale.parcel || '/' || sale.external_ref end`;

export const saleColumns: Sql = sql`
  sale.sale_id as id, sale.source, ${externalRef} as "externalRef", sale.date_mutation as "dateMutation", sale.nature,
  sale.property_type as "propertyType", sale.price_cents as "priceCents", sale.living_area as "livingArea",
  sale.land_area as "landArea", sale.rooms, sale.city_code as "cityCode", sale.longitude, sale.latitude,
  sale.street_number as "streetNumber", sale.street_name as "streetName", sale.parcel, sale.lots,
  sale.construction_era as "constructionEra", sale.elevator, sale.balcony, sale.cellar,
  sale.created_at as "createdAt", sale.updated_at as "updatedAt"`;
