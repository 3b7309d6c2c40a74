import { type BulkDb, sql } from '../db/sql.ts';
import { type Stage, stageRows } from '../imports/stage.ts';
import type { Layout, SaleRow } from './sale-row.ts';

const incoming: Stage = {
  name: 'incoming_sale',
  columns: {
    sale_id: 'uuid',
    date_mutation: 'date',
    longitude: 'integer',
    latitude: 'integer',
    price_cents: 'bigint',
    living_area: 'real',
    land_area: 'integer',
    layout_id: 'integer',
    rooms: 'smallint',
    source: '"char"',
    elevator: 'boolean',
    balcony: 'boolean',
    cellar: 'boolean',
    nature: 'text',
    property_type: 'text',
    city_code: 'text',
    external_ref: 'text',
    street_number: 'text',
    street_name: 'text',
    parcel: 'text',
    construction_era: 'text',
    lots: 'text',
    source_rows: 'text',
  },
};

const valuesOf = (sale: SaleRow) => [
  sale.id,
  sale.dateMutation,
  sale.longitude,
  sale.latitude,
  sale.priceCents,
  sale.livingArea,
  sale.landArea,
  sale.layout.id,
  sale.rooms,
  sale.source.charAt(0),
  sale.elevator,
  sale.balcony,
  sale.cellar,
  sale.nature,
  sale.propertyType,
  sale.cityCode,
  sale.externalRef,
  sale.streetNumber,
  sale.streetName,
  sale.parcel,
  sale.constructionEra,
  sale.lots,
  sale.sourceRows,
];

const columns = Object.keys(incoming.columns);
const told = columns.slice(1);
/** An edition without points does not take away the point that another one told, nor its rows. */
const KEPT_WITH_POINT = ['longitude', 'latitude', 'layout_id', 'source_rows'];
const next = (name: string): string =>
  KEPT_WITH_POINT.includes(name)
    ? `case when excluded.longitude is null and sale.longitude is not null then sale.${name} else excluded.${name} end`
    : `excluded.${name}`;

const writing = `
  with changed as (
    insert into sale (${columns.join(', ')}, release, created_at, updated_at)
    select ${columns.join(', ')}, $1, $2, $2 from ${incoming.name}
    on conflict (sale_id) do update set
      ${told.map((name) => `${name} = ${next(name)}`).join(', ')}, release = excluded.release, updated_at = excluded.updated_at
    where (${told.map((name) => `sale.${name}`).join(', ')}) is distinct from (${told.map(next).join(', ')})
      or ($1 <> 0 and sale.release <> $1)
    returning 1)
  select count(*)::integer as count from changed`;

/** Writes sales; one that is known as told is not touched. A release marks what it told, so that the rest can be dropped after it. */
export async function putSales(
  db: BulkDb,
  sales: readonly SaleRow[],
  { release, at }: { release: number; at: Date },
): Promise<number> {
  const latest = new Map(sales.map((sale) => [sale.id, sale]));
  await putLayouts(db, new Set(sales.map(({ layout }) => layout)));
  await stageRows(db, incoming, latest.values().map(valuesOf));
  const [written] = await db.rows<{ count: number }>({ text: writing, values: [release, at] });
  return written?.count ?? 0;
}

async function putLayouts(db: BulkDb, layouts: ReadonlySet<Layout>): Promise<void> {
  for (const { id, format, separator, columns: names } of layouts)
    await db.rows(sql`
      insert into sale_layout (layout_id, format, separator, columns) values (${id}, ${format}, ${separator}, ${names})
      on conflict (layout_id) do nothing`);
}
