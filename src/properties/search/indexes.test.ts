import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { copySearchRows } from '../../../test/support/copied-search-rows.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { parseTree } from '../../../test/support/parse-tree.ts';
import { combinationOf, encodeCombination } from '../../criteria/combinations.ts';
import { matchAll } from '../../criteria/tree.ts';
import { type Db, type Sql, sql } from '../../db/sql.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { buildPolygon, polygonContains } from '../../lib/polygon-edges.ts';
import { CHANGED_SINCE } from './changed-since.ts';
import { buildSearchCondition } from './condition.ts';
import { countCreatedByHour } from './count-created.ts';

const { db } = await freshDatabase({ after });
const ROWS = 4_000;
const CENTRE = { longitude: 4.83, latitude: 45.76 };

const listings = combinationOf('listing');
const [urgent, plain] = listings
  ? [encodeCombination(listings, [true]), encodeCombination(listings, [])]
  : ['', ''];

/** Copies of one property that differ in what the tests ask for. */
before(async () => {
  await copySearchRows(
    db,
    ROWS,
    sql`
      'unit_floor', number % 50, 'building_construction_year', 1900 + number % 100,
      'energy_consumption_rating', case when number % 80 = 0 then 'A' else 'D' end,
      'pricing_displayed', 100000 + number, 'created_at', timestamptz '2026-01-01' + number * interval '1 hour',
      'postal_codes', (10000 + number % 90)::text,
      'listings_sources', 'id-' || number % 70 || e'\x1f' || 'source-' || number % 70,
      'listings_url', jsonb_build_array(md5('https://example.com/' || number)::uuid),
      'listings_values', case when number % 100 = 0 then ${urgent} else ${plain} end,
      'changes_variation_percent', jsonb_build_array(- (number % 100)),
      'longitude', ${CENTRE.longitude}::float8 + (number % 61 - 30) / 100.0,
      'latitude', ${CENTRE.latitude}::float8 + (number % 53 - 26) / 100.0`,
  );
  await db.rows({ text: 'vacuum (analyze) property_search', values: [] });
});

const conditionOf = (criteria: object) => buildSearchCondition(parseTree(criteria), () => undefined);

const rare: Readonly<Record<string, [index: string, criteria: object, found: number]>> = {
  'a floor': ['floor', { property: { unit: { floor: { gte: 49 } } } }, 80],
  'a year': ['built', { property: { building: { constructionYear: { lte: 1900 } } } }, 40],
  'an energy class': [
    'energy',
    { property: { unit: { diagnostic: { scores: [{ type: 'ENERGY_CONSUMPTION', rating: ['A'] }] } } } },
    50,
  ],
  'a price': ['displayed', { property: { pricing: { displayed: { gte: 100_010, lte: 100_019 } } } }, 10],
  'a day of creation': [
    'created',
    { dates: { createdAt: { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' } } },
    24,
  ],
  'a postal code': ['lists', { property: { locations: { in: { postalCodes: ['10007'] } } } }, 45],
  'a source by its id': ['lists', { listings: { sources: { in: ['id-7'] } } }, 58],
  'a source by its name': ['lists', { listings: { sources: { in: ['source-7'] } } }, 58],
  'a switch of listings': ['lists', { listings: { marketing: { urgent: true } } }, 40],
  'a price drop': ['drop', { changes: { variationPercent: { lte: -99 } } }, 40],
  'a URL': ['url', { listings: { url: 'https://example.com/77' } }, 1],
};

async function explain({ text, values }: Sql): Promise<string> {
  const plan = await db.transaction(async (tx) => {
    // As on a solid-state disk, the default of the embedded server.
    await tx.rows({ text: 'set local random_page_cost = 1.1', values: [] });
    return tx.rows<Record<string, string>>({ text: `explain ${text}`, values });
  });
  return plan.flatMap((row) => Object.values(row)).join('\n');
}

for (const [name, [index, criteria, expected]] of Object.entries(rare)) {
  test(`${name} that few properties have is found by an index`, async () => {
    const { from, where, values } = conditionOf(criteria);
    const text = `select s.property_id from ${from} where ${where}`;
    const lines = await explain({ text, values });
    assert.match(lines, new RegExp(`property_search_${index}\\b`), lines);
    assert.equal((await db.rows({ text, values })).length, expected);
  });
}

test('what changed lately is found by an index: every process asks several times a second', async () => {
  const lines = await explain({ text: CHANGED_SINCE, values: ['9000000000'] });
  assert.match(lines, /property_search_changed\b/, lines);
  assert.doesNotMatch(lines, /Seq Scan on property_search$/m, lines);
});

test('homes that appeared in a few hours are counted by an index, those off the market too', async () => {
  const places = { register: async () => ({ typeOf: () => undefined }) } as unknown as PlaceService;
  const from = new Date('2026-06-15T00:00:00Z');
  let lines = '';
  const explained = {
    async rows({ text, values }: Sql) {
      lines = await explain({ text, values });
      return db.rows({ text, values });
    },
  } as Db;
  const hours = await countCreatedByHour(explained, places, matchAll, from);
  assert.match(lines, /property_search_created\b/, lines);
  assert.match(lines, /property_search_gone_created\b/, 'not all that left the market are read');
  assert.equal(hours.length, 41);
});

/** A star, whose edges cross many latitudes. */
const star = Array.from({ length: 200 }, (_, at): [number, number] => {
  const [angle, reach] = [(2 * Math.PI * at) / 200, at % 3 === 0 ? 0.25 : 0.12];
  return [CENTRE.longitude + reach * Math.cos(angle), CENTRE.latitude + reach * Math.sin(angle)];
});
/** Its sides contain points of the table. */
const rectangle: [number, number][] = [
  [CENTRE.longitude - 0.1, CENTRE.latitude - 0.1],
  [CENTRE.longitude + 0.1, CENTRE.latitude - 0.1],
  [CENTRE.longitude + 0.1, CENTRE.latitude + 0.1],
  [CENTRE.longitude - 0.1, CENTRE.latitude + 0.1],
];

for (const [name, corners] of Object.entries({ 'a star of 200 corners': star, 'a rectangle': rectangle })) {
  test(`${name} contains the same points in SQL and in memory`, async () => {
    const ring = [...corners, corners[0] as [number, number]];
    const polygon = buildPolygon([ring]);
    const shape = { type: 'Polygon', coordinates: [ring] };
    const { from, where, values } = conditionOf({ property: { locations: { in: { geoShapes: [shape] } } } });
    const points = await db.rows<{ x: number; y: number; found: boolean }>({
      text: `select s.longitude as x, s.latitude as y, coalesce(${where}, false) as found from ${from} where s.longitude is not null`,
      values,
    });
    const wrong = points.filter(({ x, y, found }) => found !== polygonContains(polygon, x, y));
    assert.deepEqual(wrong, []);
    assert.ok(points.some(({ found }) => found) && points.some(({ found }) => !found));
  });
}

test('expressions of an index with a condition have no statistics, which no plan reads', async () => {
  const analysed = await db.rows<{ column: string }>(sql`
    select format('%s column %s', indexrelid::regclass, attnum) as column
    from pg_index join pg_attribute on attrelid = indexrelid
    where indrelid::regclass::text like 'property_search%' and indpred is not null and indkey[attnum - 1] = 0
      and attstattarget is distinct from 0`);
  assert.deepEqual(analysed, []);
});
