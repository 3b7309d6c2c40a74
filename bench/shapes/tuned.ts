import { type Database, type Db, firstRow, type Sql } from '../../src/db/sql.ts';
import type { PlaceService } from '../../src/geo/place-service.ts';
import type { FacetCounts, FacetQuery } from '../../src/properties/search/aggregates.ts';
import { withinViewport } from '../../src/properties/search/clusters.ts';
import { findSearchCondition, type TableCondition } from '../../src/properties/search/condition.ts';
import { MAX_COUNTED_ROWS, type SearchEngine } from '../../src/properties/search/engine.ts';
import { TRANSACTION_COLUMN, TYPE_COLUMN } from '../../src/properties/search/filter-column.ts';
import { buildOrderSql } from '../../src/properties/search/order-sql.ts';
import { byValue, findClusters } from '../../src/properties/search/sql-aggregates.ts';

/** The columns that the shapes ask for, numbers first; nothing else is in the table. */
const COLUMNS = [
  ...[
    's.property_id',
    's.expired',
    's.listings_price_coherent',
    's.created_at',
    's.updated_at',
    's.valid_from',
  ],
  ...['s.longitude', 's.latitude', 's.space_x', 's.space_y', 's.space_z', 's.pricing_displayed'],
  ...['s.pricing_price_per_area', 's.areas_displayed', 's.unit_rooms', 's.unit_floor'],
  ...['s.building_construction_year', 's.unit_features', 's.unit_features_denied', 's.amenities_features'],
  ...['s.amenities_features_denied', 's.type', 's.transaction_type', 's.country_code', 's.location_accuracy'],
  ...['s.region_code', 's.subregion_code', 's.city_code', 's.district_code', 's.energy_consumption_rating'],
  ...[
    's.division_codes',
    's.postal_codes',
    's.publisher_values',
    's.listings_values',
    's.listings_sources',
    's.changes_values',
    's.changes_variation_percent',
  ],
  ...['s.changes_occurred_at', 'w.body_title', 'w.body_description'],
];
const VISIBLE = 'where not expired and listings_price_coherent';
const BTREES = [
  ...[
    'updated_at, property_id',
    'created_at',
    'transaction_type, type, updated_at',
    'transaction_type, type',
  ],
  ...['transaction_type, type, pricing_displayed', 'pricing_displayed', 'pricing_price_per_area'],
  ...[
    'areas_displayed',
    'unit_rooms',
    'unit_floor',
    'building_construction_year',
    'energy_consumption_rating',
  ],
  ...['region_code', 'subregion_code, transaction_type, type', 'city_code, transaction_type, type'],
  ...[
    'district_code, transaction_type, type',
    'location_accuracy',
    'lowest_value(changes_variation_percent)',
  ],
];
const GINS = [
  ...[
    "string_to_array(division_codes, e'\\x1f')",
    "string_to_array(postal_codes, e'\\x1f')",
    'string_to_array(publisher_values, null)',
    'split_values(listings_sources)',
  ],
  ...[
    'string_to_array(listings_values, null)',
    'string_to_array(changes_values, null)',
    "string_to_array(body_description, ' ')",
  ],
  "string_to_array(body_title, ' ')",
];
const HIDDEN = ['updated_at, property_id', 'subregion_code', 'city_code', 'pricing_displayed'];

/**
 * The rival: one narrow table as a specialist tunes it for these shapes alone, with an index for every condition. It
 * has no documents, no history and no columns of other filters.
 */
export async function prepareTuned(db: Database): Promise<void> {
  const statements = [
    'drop table if exists tuned',
    `create unlogged table tuned as select ${COLUMNS.join(', ')} from property_search as s join property_search_words as w using (property_id)`,
    ...BTREES.map((columns) => `create index on tuned (${columns}) ${VISIBLE}`),
    ...GINS.map(
      (column) =>
        `create index on tuned using gin (${column.includes('(') ? `(${column})` : column}) ${VISIBLE}`,
    ),
    // The planner ignores the statistics of an index on a part of the rows.
    ...GINS.map((expression) => `create statistics on (${expression}) from tuned`),
    `create index on tuned using gist (point(longitude, latitude)) ${VISIBLE}`,
    ...HIDDEN.map(
      (columns) => `create index on tuned (${columns}) where expired or not listings_price_coherent`,
    ),
    'vacuum (analyze) tuned',
  ];
  for (const text of statements) await db.rows({ text, values: [] });
}

const statement = (text: string, values: readonly unknown[]): Sql => ({ text, values });

/** Plain statements over that table: the count up to its bound, then the page in order. */
export function tunedEngine(db: Db, places: PlaceService): SearchEngine {
  const conditionFor: (tree: Parameters<typeof findSearchCondition>[0]) => Promise<TableCondition> = async (
    tree,
  ) => {
    const { where, values } = await findSearchCondition(tree, places);
    return {
      from: 'tuned as s',
      where: where.replace('w.visible and ', '').replaceAll('w.body', 's.body'),
      values,
    };
  };
  const count = async ({ from, where, values }: TableCondition, limit = ''): Promise<number> => {
    const text = `select count(*)::int as total from (select from ${from} where ${where} ${limit}) as found`;
    return (await firstRow<{ total: number }>(db, statement(text, values)))?.total ?? 0;
  };
  return {
    async queryPage({ criteria, order, offset, limit }) {
      const condition = await conditionFor(criteria);
      const { from, where, values } = condition;
      const ordered = buildOrderSql(order);
      const text = `select s.property_id as id from ${from} where ${where} order by ${ordered.orderBy(ordered.column('s'), 's.property_id')} limit ${limit} offset ${offset}`;
      const rows = await db.rows<{ id: string }>(statement(text, values));
      const total = await count(condition, `limit ${MAX_COUNTED_ROWS}`);
      return { ids: rows.map(({ id }) => id), total };
    },
    async queryCursor({ criteria, order, limit, from: start }) {
      const condition = await conditionFor(criteria);
      const { from, where } = condition;
      const values = [...condition.values];
      const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
      const ordered = buildOrderSql(order);
      const after = start?.last === undefined ? '' : `and ${ordered.after('s', start.last, bind)}`;
      const text = `select s.property_id as id, ${ordered.key('s')} as key from ${from} where ${where} ${after} order by ${ordered.orderBy(ordered.column('s'), 's.property_id')} limit ${limit}`;
      const positions = await db.rows<{ id: string; key: number | null }>(statement(text, values));
      return { positions, total: start?.total ?? (await count(condition)), asOf: start?.asOf ?? 0 };
    },
    count: async (tree) => count(await conditionFor(tree)),
    countFacets: async (query) => countTunedFacets(db, await conditionFor(query.criteria), query),
    findClusters: async ({ criteria, viewport, grid }) =>
      findClusters(db, await conditionFor(withinViewport(criteria, viewport)), grid),
  };
}

/** A statement for each facet; divisions are departments. */
async function countTunedFacets(
  db: Db,
  { from, where, values }: TableCondition,
  { priceBounds, isCounted }: FacetQuery,
): Promise<FacetCounts> {
  const group = async (value: string, bounds: unknown[] = []): Promise<Map<string, number>> => {
    const text = `select ${value}::text as value, count(*)::int as count from ${from} where ${where} and ${value} is not null group by 1`;
    const rows = await db.rows<{ value: string; count: number }>(statement(text, [...values, ...bounds]));
    return new Map(rows.map(({ value: found, count }) => [found, count]));
  };
  const bands = await group(`width_bucket(s.pricing_displayed, $${values.length + 1}::float8[])`, [
    priceBounds,
  ]);
  const total = `select count(*)::int as total from ${from} where ${where}`;
  return {
    total: (await firstRow<{ total: number }>(db, statement(total, values)))?.total ?? 0,
    types: byValue(TYPE_COLUMN, await group('s.type')),
    transactions: byValue(TRANSACTION_COLUMN, await group('s.transaction_type')),
    bands: Array.from({ length: priceBounds.length + 1 }, (_, band) => bands.get(String(band)) ?? 0),
    divisions: new Map([...(await group('s.subregion_code'))].filter(([code]) => isCounted(code))),
  };
}
