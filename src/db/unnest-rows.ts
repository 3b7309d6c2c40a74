import { identifier, joinSql, type Sql, sql } from './sql.ts';

const columnCasts = {
  uuid: sql`uuid`,
  text: sql`text`,
  json: sql`json`,
  timestamptz: sql`timestamptz`,
};

export type UnnestColumnType = keyof typeof columnCasts;

/**
 * Rows as a table named `given`, sent as one array for each column. json_to_recordset took a quarter of the time of an
 * insert to parse the rows: 17 µs for a row of eight columns, arrays 1 to 5 µs (at load 9).
 */
export function unnestRows<Row extends object>(
  rows: readonly Row[],
  columns: { readonly [Name in keyof Row & string]-?: UnnestColumnType },
): Sql {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${columnCasts[columns[name]]}[]`);
  return sql`unnest(${joinSql(arrays, ', ')}) as given (${joinSql(names.map(identifier), ', ')})`;
}
