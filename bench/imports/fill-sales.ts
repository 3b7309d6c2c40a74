import { type Database, firstRow, sql } from '../../src/db/sql.ts';
import { withoutIndexes } from '../../test/support/made-addresses.ts';
import { insertSquares, listSquares } from '../../test/support/sale-squares.ts';

/** The sales of bench/sales.ts, by the database itself: a twentieth in a city like Paris; one of fifty is in the notaries' file too. */
export async function fillSales(db: Database, count: number): Promise<void> {
  const layout = await firstRow<{ id: number }>(
    db,
    sql`select layout_id as id from sale_layout where format = 'geo-dvf'`,
  );
  await withoutIndexes(db, 'sale', async (bulk) => {
    await bulk.rows(sql`truncate sale, sale_cell`);
    await bulk.rows(sql`
      create temp table made_sale on commit drop as
      select at, date '2015-01-01' + (3650 * random())::integer as day, area,
        (100000 * round((area * (case when city then 10 else 2.5 end) * (0.7 + 0.6 * random()))::numeric))::bigint as cents,
        case when city then (75101 + floor(20 * random()))::text else lpad((1001 + town)::text, 5, '0') end as code,
        (1e6 * (case when city then 2.26 + 0.15 * random() else -3 + (town % 60) / 6.0 + 0.05 * random() end))::integer as lon,
        (1e6 * (case when city then 48.82 + 0.1 * random() else 43 + (town / 60) / 9.0 + 0.033 * random() end))::integer as lat
      from generate_series(1, ${count}::integer) as at,
        lateral (select random() + 0 * at < 0.05 as city, floor(3000 * random() + 0 * at)::integer as town,
          round(18 + 120 * (random() + 0 * at) ^ 2) as area)`);
    const columns = sql`
      insert into sale (sale_id, date_mutation, longitude, latitude, cell, wide_cell, price_cents, living_area, layout_id, rooms, source, nature,
        property_type, city_code, external_ref, street_number, street_name, parcel, lots, source_rows, created_at, updated_at)`;
    await bulk.rows(sql`${columns}
      select md5('D' || at)::uuid, day, lon, lat, ${listSquares(sql`lon`, sql`lat`, sql`code`)}, cents, area, ${layout?.id}, greatest(1, area / 22), 'D', 'SALE', 'FLAT', code,
        '1', at % 90 + 1, 'RUE DES TILLEULS', code || '000AB' || lpad((at % 10000)::text, 4, '0'), 'F',
        repeat(at || ',', 25), now(), now()
      from made_sale`);
    await bulk.rows(sql`${columns}
      select md5('N' || at)::uuid, day, null, null, ${listSquares(sql`null::integer`, sql`null::integer`, sql`code`)}, cents, area, ${layout?.id}, greatest(1, area / 22), 'N', 'SALE', 'FLAT', code,
        at, null, null, code || '000AB' || lpad((at % 10000)::text, 4, '0'), 'F', at, now(), now()
      from made_sale where at % 50 = 0`);
    await insertSquares(bulk);
  });
}
