import type { Db, Sql } from '../../db/sql.ts';
import type { ClusterCell, ClusterGrid, FacetCounts, FacetQuery } from './aggregates.ts';
import type { SearchCondition } from './condition.ts';
import { PRICE_COLUMN, TRANSACTION_COLUMN, TYPE_COLUMN } from './filter-column.ts';
import { PLACE_COLUMNS } from './place-filter.ts';

type CountRow = {
  facet: 'total' | 'type' | 'transaction' | 'band' | 'division';
  value: string;
  count: number;
};

/** One scan of the matches for all facets. */
export async function countFacets(
  db: Db,
  { from, where, values }: SearchCondition,
  { priceBounds, isCounted }: Pick<FacetQuery, 'priceBounds' | 'isCounted'>,
): Promise<FacetCounts> {
  const bounds = `$${values.length + 1}::float8[]`;
  const group = (facet: string, value: string, more = ''): string =>
    `select '${facet}' as facet, ${value}::text as value, count(*)::int as count from found ${more} where ${value} is not null group by 2`;
  const text = `
    with found as materialized (
      select s.${TYPE_COLUMN} as type, s.${TRANSACTION_COLUMN} as transaction, s.${PRICE_COLUMN} as price,
             s.${PLACE_COLUMNS.codes} as codes
      from ${from} where ${where}
    )
    select 'total' as facet, '' as value, count(*)::int as count from found
    union all ${group('type', 'type')}
    union all ${group('transaction', 'transaction')}
    union all ${group('band', `width_bucket(price, ${bounds})`)}
    union all ${group('division', 'code', 'cross join unnest(codes) as code')}`;
  const rows = await db.rows<CountRow>(statement(text, [...values, priceBounds]));
  const counts = (facet: CountRow['facet']): Map<string, number> =>
    new Map(rows.filter((row) => row.facet === facet).map(({ value, count }) => [value, count]));
  const bands = counts('band');
  return {
    total: counts('total').get('') ?? 0,
    types: counts('type'),
    transactions: counts('transaction'),
    bands: Array.from({ length: priceBounds.length + 1 }, (_, band) => bands.get(String(band)) ?? 0),
    divisions: new Map([...counts('division')].filter(([code]) => isCounted(code))),
  };
}

export function findClusters(
  db: Db,
  { from, where, values }: SearchCondition,
  { width, height }: ClusterGrid,
): Promise<ClusterCell[]> {
  const { longitude, latitude } = PLACE_COLUMNS;
  const microdegrees = (column: string): string => `sum(floor(s.${column} * 1000000 + 0.5))`;
  const text = `
    select floor((s.${longitude} + 180) / $${values.length + 1}::float8) as column,
           floor((s.${latitude} + 90) / $${values.length + 2}::float8) as row,
           count(*)::int as count, ${microdegrees(longitude)} as longitudes, ${microdegrees(latitude)} as latitudes,
           min(s.${PRICE_COLUMN}) as price, min(s.property_id::text) as "propertyId"
    from ${from} where ${where} group by 1, 2`;
  return db.rows<ClusterCell>(statement(text, [...values, width, height]));
}

const statement = (text: string, values: readonly unknown[]): Sql => ({ text, values });
