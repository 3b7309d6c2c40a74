import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { insertSquares, listSquares } from '../../test/support/sale-squares.ts';
import { sql } from '../db/sql.ts';
import { buildContour } from '../lib/polygon.ts';
import type { SaleCursorPosition, SaleQuery } from './sale-query.ts';
import { searchSales, TOO_WIDE } from './search.ts';

const { db } = await freshDatabase({ after });

/** Three of five sales in one cell, the others over a department: cells differ in density. */
before(async () => {
  await db.rows(sql`select setseed(0.3)`);
  await db.rows(sql`
    with made as materialized (
      select at, date '2023-01-01' + (200 * random())::integer as day,
        2000000 + (case when at % 5 < 3 then 10000 else 1200000 end * random())::integer as longitude,
        48000000 + (case when at % 5 < 3 then 10000 else 800000 end * random())::integer as latitude,
        (array['75101', '75102', '33063'])[1 + floor(3 * random())::integer] as code
      from generate_series(1, 700) as at)
    insert into sale (sale_id, date_mutation, longitude, latitude, cell, wide_cell, price_cents, layout_id, source, nature,
      property_type, city_code, external_ref, lots, source_rows, created_at, updated_at)
    select md5('sale ' || at)::uuid, day, longitude, latitude, ${listSquares(sql`longitude`, sql`latitude`, sql`code`)}, 100 * at, 1, 'D',
      'SALE', (array['FLAT', 'HOUSE', 'LAND'])[1 + at % 3], code, at, 'F', 'x', now(), now()
    from made`);
  // Sales without a point, of years before: a scan of everything must not end with the first gap.
  await db.rows(sql`
    insert into sale (sale_id, date_mutation, cell, wide_cell, price_cents, layout_id, source, nature, property_type, city_code,
      external_ref, lots, source_rows, created_at, updated_at)
    select md5('old ' || at)::uuid, date '1998-02-01' + at / 9, ${listSquares(sql`null::integer`, sql`null::integer`, sql`'33063'`)}, at, 1,
      'D', 'SALE', 'HOUSE', '33063', at, 'H', 'x', now(), now()
    from generate_series(1, 60) as at`);
  await insertSquares(db);
});

interface Stored {
  readonly id: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly type: string;
  readonly day: string;
  readonly code: string;
}

const frame = (west: number, south: number, east: number, north: number) =>
  buildContour({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  });
const isWithin =
  (west: number, south: number, east: number, north: number) =>
  ({ longitude, latitude }: Stored): boolean =>
    longitude !== null &&
    latitude !== null &&
    longitude >= 1e6 * west &&
    longitude <= 1e6 * east &&
    latitude >= 1e6 * south &&
    latitude <= 1e6 * north;

const QUESTIONS: Record<string, [SaleQuery, (sale: Stored) => boolean]> = {
  'a small shape': [{ within: [[frame(2, 48, 2.3, 48.2)]] }, isWithin(2, 48, 2.3, 48.2)],
  'a shape of wide squares': [{ within: [[frame(1, 47, 4, 49.5)]] }, ({ longitude }) => longitude !== null],
  everything: [{ within: [] }, () => true],
  'houses everywhere, of some days': [
    { types: ['HOUSE'], dates: { after: '1998-02-03', before: '2023-05-01' }, within: [] },
    ({ type, day }) => type === 'HOUSE' && day >= '1998-02-03' && day <= '2023-05-01',
  ],
  'half of the crowded square, and flats only': [
    { types: ['FLAT'], within: [[frame(2.005, 48.005, 2.9, 48.6)]] },
    (sale) => sale.type === 'FLAT' && isWithin(2.005, 48.005, 2.9, 48.6)(sale),
  ],
  'cities, one of them named twice': [
    { cityCodes: ['75101', '33063', '75101'], within: [] },
    ({ code }) => code !== '75102',
  ],
};

for (const [name, [query, isWanted]] of Object.entries(QUESTIONS))
  test(`pages of any size show all sales in their order, each once: ${name}`, async () => {
    const stored = await db.rows<Stored>(sql`
      select sale_id as id, longitude, latitude, property_type as type, city_code as code, date_mutation as day
      from sale order by date_mutation desc, sale_id`);
    const wanted = stored.filter(isWanted).map(({ id }) => id);
    for (const size of [20, 100]) {
      const collected: string[] = [];
      let position: SaleCursorPosition | undefined;
      do {
        const page = await searchSales(db, query, { size, after: position });
        assert.notEqual(page, TOO_WIDE);
        if (page === TOO_WIDE) return;
        collected.push(...page.sales.map(({ sale }) => sale.id));
        position = page.next;
      } while (position !== undefined);
      assert.deepEqual(collected, wanted);
    }
  });
