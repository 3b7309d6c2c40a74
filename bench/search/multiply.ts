import { type Database, sql } from '../../src/db/sql.ts';

/** Between 0 and 1, the same at every run: by the row, the copy and the purpose. */
const chance = (purpose: string): string =>
  `(abs(hashtext(property_id::text || copy || '${purpose}')::bigint) % 1000 / 1000.0)`;

const EARTH_KM = 6371.0088;
const EAST = `longitude + 0.02 * (${chance('east')} - 0.5)`;
const NORTH = `latitude + 0.02 * (${chance('north')} - 0.5)`;

const COPY_ID = `md5(property_id::text || copy)::uuid`;

/** Ids of version 7 get the number of the copy: two properties with one listing are rendered together, page by page. */
const COPY_GROUP = `lpad(to_hex(copy), 4, '0')`;
const withOwnIds = (text: string): string =>
  `regexp_replace(${text}, '("id":"[0-9a-f]{8}-)[0-9a-f]{4}(-7)', '\\1' || ${COPY_GROUP} || '\\2', 'g')`;

/** A copy is in the same town and of the same type, with another price, size, position and day. */
const CHANGED: Readonly<Record<string, string>> = {
  property_id: COPY_ID,
  updated_at: `updated_at - ${chance('day')} * interval '60 days'`,
  pricing_displayed: `round(pricing_displayed * (0.8 + 0.4 * ${chance('price')}))`,
  areas_displayed: `round(areas_displayed * (0.8 + 0.4 * ${chance('area')}))`,
  listings_url: `(select array_agg(md5(url::text || copy)::uuid) from unnest(listings_url) as url)`,
  longitude: EAST,
  latitude: NORTH,
  space_x: `${EARTH_KM} * cosd(${NORTH}) * cosd(${EAST})`,
  space_y: `${EARTH_KM} * cosd(${NORTH}) * sind(${EAST})`,
  space_z: `${EARTH_KM} * sind(${NORTH})`,
  document: `replace(${withOwnIds('document::text')}, overlay(property_id::text placing ${COPY_GROUP} from 10), (${COPY_ID})::text)::json`,
};

/**
 * Fills the tables with copies: ten times as many rows in a fifth of the time. Copies are for timing only: their documents do not
 * have the changes of their search rows.
 */
export async function multiply(db: Database, copies: number): Promise<void> {
  for (const table of ['property', 'property_search', 'property_search_words']) {
    const columns = await db.rows<{ name: string }>(sql`
      select quote_ident(column_name) as name from information_schema.columns
      where table_name = ${table} and table_schema = 'public' order by ordinal_position`);
    const names = columns.map(({ name }) => name);
    await db.rows({
      text: `
        insert into ${table} (${names.join(', ')})
        select ${names.map((name) => CHANGED[name] ?? name).join(', ')}
        from ${table} cross join generate_series(1, ${copies}) as copy`,
      values: [],
    });
  }
}
