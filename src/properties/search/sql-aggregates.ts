import { valuesSql } from '../../criteria/kinds/joined-texts.ts';
import type { Db, Sql } from '../../db/sql.ts';
import type { ClusterCell, ClusterGrid, FacetCounts, FacetQuery } from './aggregates.ts';
import { DIVISION_COLUMNS, type TableCondition } from './condition.ts';
import { decodeValue, PRICE_COLUMN, TRANSACTION_COLUMN, TYPE_COLUMN } from './filter-column.ts';
import { PLACE_COLUMNS } from './place-filter.ts';

type CountRow = {
  facet: 'total' | 'type' | 'transaction' | 'band' | 'division';
  value: string;
  count: number;
};

/**
 * One scan of the matches for all facets: they are counted by all columns together, and then by each. Divisions of one type are
 * counted by their column, which is in an index with the others: of 1,000,000 properties the facets of the country take 0.5 s, 2.1 s
 * by the lists of codes of each place, and 4.3 s when kinds and lists were grouped by themselves.
 */
export async function countFacets(
  db: Db,
  { from, where, values }: TableCondition,
  { priceBounds, isCounted, divisionType }: Omit<FacetQuery, 'criteria'>,
): Promise<FacetCounts> {
  const column = divisionType && DIVISION_COLUMNS[divisionType];
  const sum = (facet: CountRow['facet'], value: string, source = 'counted'): string =>
    `select '${facet}' as facet, ${value}::text as value, sum(count)::int as count from ${source} where ${value} is not null group by ${value}`;
  const text = `
    with counted as materialized (
      select s.${TYPE_COLUMN} as type, s.${TRANSACTION_COLUMN} as transaction,
             width_bucket(s.${PRICE_COLUMN}, $${values.length + 1}::float8[]) as band,
             s.${column ?? PLACE_COLUMNS.codes} as place, count(*)::int as count
      from ${from} where ${where} group by 1, 2, 3, 4
    ), placed as (select place, sum(count) as count from counted group by place)
    select 'total' as facet, '' as value, coalesce(sum(count), 0)::int as count from counted
    union all ${sum('type', 'type')}
    union all ${sum('transaction', 'transaction')}
    union all ${sum('band', 'band')}
    union all ${column === undefined ? sum('division', 'code', `placed cross join unnest(${valuesSql('place')}) as code`) : sum('division', 'place', 'placed')}`;
  const rows = await db.rows<CountRow>(statement(text, [...values, priceBounds]));
  const counts = (facet: CountRow['facet']): Map<string, number> =>
    new Map(rows.filter((row) => row.facet === facet).map(({ value, count }) => [value, count]));
  const bands = counts('band');
  return {
    total: counts('total').get('') ?? 0,
    types: byValue(TYPE_COLUMN, counts('type')),
    transactions: byValue(TRANSACTION_COLUMN, counts('transaction')),
    bands: Array.from({ length: priceBounds.length + 1 }, (_, band) => bands.get(String(band)) ?? 0),
    divisions: new Map([...counts('division')].filter(([code]) => isCounted(code))),
  };
}

export const byValue = (column: string, counts: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...counts].map(([code, count]) => [decodeValue(column, code), count]));

export function findClusters(
  db: Db,
  { from, where, values }: TableCondition,
  { width, height }: ClusterGrid,
): Promise<ClusterCell[]> {
  const { longitude, latitude } = PLACE_COLUMNS;
  const microdegrees = (column: string): string => `sum(floor(s.${column} * 1000000 + 0.5))`;
  const text = `
    select floor((s.${longitude} + 180) / $${values.length + 1}::float8) as column,
           floor((s.${latitude} + 90) / $${values.length + 2}::float8) as row,
           count(*)::int as count, ${microdegrees(longitude)} as longitudes, ${microdegrees(latitude)} as latitudes,
           min(s.${PRICE_COLUMN}) as price, min(s.property_id::text collate "C") as "propertyId"
    from ${from} where ${where} group by 1, 2`;
  return db.rows<ClusterCell>(statement(text, [...values, width, height]));
}

const statement = (text: string, values: readonly unknown[]): Sql => ({ text, values });
