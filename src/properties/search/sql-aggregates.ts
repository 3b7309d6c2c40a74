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

/**
 * One scan of the matches for all facets. Properties of a place share their list of codes, so the lists are counted
 * first and taken apart afterwards: a tenth of the entries.
 */
export async function countFacets(
  db: Db,
  { from, where, values }: SearchCondition,
  { priceBounds, isCounted }: Pick<FacetQuery, 'priceBounds' | 'isCounted'>,
): Promise<FacetCounts> {
  const bounds = `$${values.length + 1}::float8[]`;
  const facets = {
    type: `s.${TYPE_COLUMN}`,
    transaction: `s.${TRANSACTION_COLUMN}`,
    band: `width_bucket(s.${PRICE_COLUMN}, ${bounds})`,
  };
  const group = (facet: keyof typeof facets): string =>
    `select '${facet}' as facet, ${facet}::text as value, sum(count)::int as count from counted where codes is null and ${facet} is not null group by ${facet}`;
  const text = `
    with counted as materialized (
      select type, transaction, band, codes, count(*)::int as count
      from (
        select ${facets.type} as type, ${facets.transaction} as transaction, ${facets.band} as band,
               s.${PLACE_COLUMNS.codes} as codes
        from ${from} where ${where}
      ) as found
      group by grouping sets ((type, transaction, band), (codes))
    )
    select 'total' as facet, '' as value, coalesce(sum(count), 0)::int as count from counted where codes is null
    union all ${group('type')}
    union all ${group('transaction')}
    union all ${group('band')}
    union all select 'division', code, sum(count)::int from counted cross join unnest(codes) as code group by code`;
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
           min(s.${PRICE_COLUMN}) as price, min(s.property_id::text collate "C") as "propertyId"
    from ${from} where ${where} group by 1, 2`;
  return db.rows<ClusterCell>(statement(text, [...values, width, height]));
}

const statement = (text: string, values: readonly unknown[]): Sql => ({ text, values });
