import { type Db, type Sql, sql } from '../../src/db/sql.ts';

/** The squares that the importer counts, for sales that a test writes itself; their communes have numeric codes only. */
export const listSquares = (longitude: Sql, latitude: Sql, cityCode: Sql): Sql => sql`
  coalesce(((${latitude} + 90000000) / 20000) * 18000 + (${longitude} + 180000000) / 20000,
    -2 - 1000 * (36 * left(${cityCode}, 1)::integer + substr(${cityCode}, 2, 1)::integer) - right(${cityCode}, 3)::integer),
  coalesce(((${latitude} + 90000000) / 500000) * 720 + (${longitude} + 180000000) / 500000, -1)`;

export const insertSquares = (db: Db): Promise<unknown> =>
  db.rows(sql`
    insert into sale_cell (city_code, cell) select distinct city_code, cell from sale on conflict do nothing`);
