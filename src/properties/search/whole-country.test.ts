import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../test/faults/until.ts';
import { copySearchRows } from '../../../test/support/copied-search-rows.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { parseTree } from '../../../test/support/parse-tree.ts';
import { combinationOf, encodeCombination } from '../../criteria/combinations.ts';
import { encodeWords } from '../../criteria/kinds/word-codes.ts';
import { type Db, firstRow, type Sql, sql } from '../../db/sql.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { MAX_COUNTED_ROWS } from './engine.ts';
import { NEWEST_FIRST } from './order.ts';
import { sqlEngine } from './sql-engine.ts';

// Its large statements take longer than a request may wait, on a busy machine.
const { db } = await freshDatabase({ after }, { statementTimeoutMs: MINUTE_MS });
/** More than are counted. */
const ROWS = 13_000;
const places = {
  register: async () => ({ typeOf: () => 'ADMINISTRATIVE_SUBREGION' }),
} as unknown as PlaceService;

const publisherOf = (type: string): string => {
  const combination = combinationOf('publisher');
  return combination ? encodeCombination(combination, [type]) : '';
};

/** Copies of one property: a tenth of them off the market, few incoherent, most with a phrase. */
before(async () => {
  // Lists are not searched here, and their indexes take most of the time of writing.
  for (const name of ['url', 'urls', 'references', 'divisions'])
    await db.rows({ text: `drop index property_search_${name}`, values: [] });
  await copySearchRows(
    db,
    ROWS,
    sql`
      'expired', number % 10 = 0, 'listings_price_coherent', number % 50 > 1,
      'subregion_code', (number % 4)::text, 'pricing_displayed', 100000 + number % 5000,
      'created_at', timestamptz '2026-01-01' + number * interval '1 minute',
      'updated_at', timestamptz '2026-01-01' + number * interval '1 minute',
      'publisher_values', case when number % 5 = 2 then ${publisherOf('PRIVATE_INDIVIDUAL')} else ${publisherOf('REAL_ESTATE_AGENCY')} end,
      'listings_url', jsonb_build_array(), 'listings_sources', e'id-1\\x1fle-portail'`,
  );
  await db.rows(sql`delete from property_search_words`);
  await db.rows(sql`
    insert into property_search_words (property_id, visible, transaction_type, type, body_title, body_description)
    select property_id, not expired and listings_price_coherent, transaction_type, type, null,
           case when pricing_displayed::int % 40 = 0 then null
                when pricing_displayed::int % 40 = 1 then ${encodeWords('. vue mer degagee .')}
                else ${encodeWords('. vue degagee sur jardin .')} end
    from property_search`);
  await until(
    async () => {
      for (const table of ['property_search', 'property_search_words'])
        await db.rows({ text: `vacuum (analyze) ${table}`, values: [] });
      return (await countHiddenPages()) === 0;
    },
    { within: 20_000, every: 50, what: () => 'rows that every session may see' },
  );
});

/** Pages with rows that another session, as that of the server's own vacuum, may not see yet: an index alone does not suffice for them. */
const countHiddenPages = async (): Promise<number | undefined> =>
  (
    await firstRow<{ pages: number }>(
      db,
      sql`select relpages - relallvisible as pages from pg_class where oid = 'property_search'::regclass`,
    )
  )?.pages;

/**
 * An engine whose statements are explained, as without some ways to scan: so small a table is cheap to read as a whole, and a bitmap of
 * two indexes was estimated to be cheaper once, where it matters that the index alone suffices.
 */
function explainedEngine(without: readonly string[]) {
  const plans: string[] = [];
  const explained = {
    async rows({ text, values }: Sql) {
      const plan = await db.transaction(async (tx) => {
        // As on a solid-state disk, the default of the embedded server.
        await tx.rows({ text: 'set local random_page_cost = 1.1', values: [] });
        for (const scan of text.includes('property_search_words') ? [] : without)
          await tx.rows({ text: `set local enable_${scan} = off`, values: [] });
        return tx.rows<Record<string, string>>({ text: `explain ${text}`, values });
      });
      if (!text.includes('pg_class')) plans.push(plan.flatMap((row) => Object.values(row)).join('\n'));
      return db.rows({ text, values });
    },
  } as Db;
  return { engine: sqlEngine(explained, places), plans };
}

/** A page, and the plans of its statements. */
async function explainPage(
  criteria: object,
  { offset = 0, order = NEWEST_FIRST, without = ['bitmapscan'] } = {},
) {
  const { engine, plans } = explainedEngine(without);
  const query = { criteria: parseTree(criteria), order, offset, limit: 10 };
  return { page: await engine.queryPage(query), plans };
}

const hidden: Readonly<Record<string, [index: string, criteria: object]>> = {
  'off the market': ['gone\\w*', { property: { expired: true } }],
  'off the market in a department': [
    'gone_subregion',
    { property: { expired: true, locations: { in: { uniqueCodes: ['2'] } } } },
  ],
  'with incoherent prices': ['incoherent', { listings: { priceCoherent: false } }],
};

for (const [name, [index, criteria]] of Object.entries(hidden)) {
  test(`homes ${name} are counted and listed from an index alone`, async () => {
    const { page, plans } = await explainPage(criteria);
    for (const plan of plans)
      assert.match(plan, new RegExp(`Index Only Scan using property_search_${index}\\b`));
    assert.equal(page.ids.length, 10);
  });
}

/** Every match by one statement over both tables, newest first. */
const listByJoin = (condition: string): Promise<{ id: string }[]> =>
  db.rows({
    text: `
      select s.property_id as id from property_search as s join property_search_words as w using (property_id)
      where not s.expired and s.listings_price_coherent and ${condition}
      order by s.updated_at desc, s.property_id desc`,
    values: [],
  });

const kind = { type: { nin: ['LAND'] } };

const texts: Readonly<Record<string, [criteria: object, condition: string]>> = {
  'a phrase of most homes': [
    { body: { description: { in: ['vue dégagée'] } } },
    `w.body_description like '% ${encodeWords('vue degagee')} %'`,
  ],
  'a phrase of some homes': [
    { body: { description: { in: ['mer'] } } },
    `w.body_description like '% ${encodeWords('mer')} %'`,
  ],
  'all but a phrase': [
    { body: { description: { nin: ['vue mer'] } } },
    `(w.body_description is null or w.body_description not like '% ${encodeWords('vue mer')} %')`,
  ],
  'homes of a kind without a phrase': [
    { ...kind, body: { description: { nin: ['vue mer'] } } },
    `(w.body_description is null or w.body_description not like '% ${encodeWords('vue mer')} %')`,
  ],
  'a price without a phrase': [
    { body: { description: { nin: ['vue mer'] } }, pricing: { displayed: { gte: 100_001 } } },
    `(w.body_description is null or w.body_description not like '% ${encodeWords('vue mer')} %') and s.pricing_displayed >= 100001`,
  ],
  'a price without a phrase of most homes': [
    { body: { description: { nin: ['vue dégagée', 'jardin'] } }, pricing: { displayed: { gte: 100_001 } } },
    `(w.body_description is null or w.body_description not like '% ${encodeWords('jardin')} %') and s.pricing_displayed >= 100001`,
  ],
  'a phrase and a price': [
    { body: { description: { in: ['vue dégagée'] } }, pricing: { displayed: { gte: 100_001 } } },
    `w.body_description like '% ${encodeWords('vue degagee')} %' and s.pricing_displayed >= 100001`,
  ],
};

for (const [name, [property, condition]] of Object.entries(texts)) {
  for (const offset of [0, 700, 1_200])
    test(`${name}: the page at ${offset} is that of a plain join`, async () => {
      const { page } = await explainPage({ property }, { offset });
      const matches = await listByJoin(condition);
      assert.equal(page.total, Math.min(matches.length, MAX_COUNTED_ROWS));
      assert.deepEqual(
        page.ids,
        matches.slice(offset, offset + 10).map(({ id }) => id),
      );
    });
}

test('the first of many homes with a phrase are found in the order, without collecting all', async () => {
  const { page, plans } = await explainPage({ property: { body: { description: { in: ['vue dégagée'] } } } });
  assert.equal(page.total, MAX_COUNTED_ROWS);
  const [counted = '', listed = ''] = plans;
  assert.doesNotMatch(counted, /on property_search s/, 'texts alone are counted');
  assert.doesNotMatch(listed, /Sort|Join|Nested/, listed);
});

test('texts that must not have a phrase are read by the ids of enough homes, not one after the other', async () => {
  const body = { description: { nin: ['vue mer'] } };
  const { page, plans } = await explainPage({ property: { body, pricing: { displayed: { gte: 100_001 } } } });
  assert.equal(page.total, MAX_COUNTED_ROWS);
  assert.match(plans[0] ?? '', /using property_search_words_pkey[\s\S]*property_id = ANY/, plans[0]);
});

test('homes of a kind without a phrase are counted in the table of texts alone', async () => {
  const { page, plans } = await explainPage({
    property: { ...kind, body: { description: { nin: ['vue mer'] } } },
  });
  assert.equal(page.total, MAX_COUNTED_ROWS);
  assert.doesNotMatch(plans[0] ?? '', /on property_search s/, plans[0]);
  const { page: none } = await explainPage({
    property: { type: { in: ['LAND'] }, body: { description: { nin: ['vue mer'] } } },
  });
  assert.equal(none.total, 0);
});

test('homes that several conditions select are counted and listed by one statement, unless an index has them all', async () => {
  const pricing = { displayed: { gte: 100_001, lte: 104_000 } };
  const inOneIndex = await explainPage({ property: { pricing, transaction: { type: 'SELL' } } });
  assert.doesNotMatch(inOneIndex.plans[0] ?? '', /CTE found/);
  const { plans } = await explainPage({ property: { pricing, unit: { bathrooms: { gte: 1 } } } });
  assert.match(plans.join(), /CTE found/);
  assert.equal(plans.length, 1);
});

test('homes created in one day are collected: they are together in the order, and far behind', async () => {
  const createdAt = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' };
  const { page, plans } = await explainPage({ dates: { createdAt } }, { offset: 150 });
  assert.ok(page.total > 1_000 && page.total < MAX_COUNTED_ROWS, String(page.total));
  for (const plan of plans) assert.match(plan, /Index Only Scan using property_search_created\b/);
});

test('facets of the country by department are counted from an index alone', async () => {
  const { engine, plans } = explainedEngine(['seqscan', 'bitmapscan']);
  const { total, divisions } = await engine.countFacets({
    criteria: parseTree({}),
    priceBounds: [101_000],
    isCounted: () => true,
    divisionType: 'ADMINISTRATIVE_SUBREGION',
  });
  assert.match(plans.join(), /Index Only Scan using property_search_subregion\b/);
  const counts = await db.rows<{ code: string | null; count: number }>(sql`
    select subregion_code as code, count(*)::int as count from property_search
    where not expired and listings_price_coherent group by 1 order by 1`);
  assert.deepEqual(
    [...divisions].sort(),
    counts.flatMap(({ code, count }) => (code === null ? [] : [[code, count]])),
  );
  assert.equal(
    total,
    counts.reduce((sum, { count }) => sum + count, 0),
  );
});

test('homes of a large source are read in their order: the planner expects few, and would sort all of them', async () => {
  const { page, plans } = await explainPage(
    { listings: { sources: { in: ['le-portail'] } } },
    { without: [] },
  );
  assert.equal(page.total, MAX_COUNTED_ROWS);
  assert.doesNotMatch(plans.at(-1) ?? '', /Sort|Bitmap/, plans.at(-1));
  const newest = await db.rows<{ id: string }>(sql`
    select property_id as id from property_search
    where not expired and listings_price_coherent and listings_sources = ${'id-1\x1fle-portail'}
    order by updated_at desc, property_id desc limit 10`);
  assert.deepEqual(
    page.ids,
    newest.map(({ id }) => id),
  );
});

test('a type of publisher alone is found by the index of lists', async () => {
  const { page, plans } = await explainPage(
    { publisher: { type: { in: ['PRIVATE_INDIVIDUAL'] } } },
    { without: ['seqscan'] },
  );
  assert.match(plans[0] ?? '', /property_search_lists\b/, plans[0]);
  assert.ok(page.total > 1_000);
  const matches = await listByJoin(`s.publisher_values = '${publisherOf('PRIVATE_INDIVIDUAL')}'`);
  assert.equal(page.total, matches.length);
});

test('homes that changed since a moment are counted once, and read in their order', async () => {
  const { page, plans } = await explainPage({ dates: { updatedAt: { from: '2026-01-05T00:00:00Z' } } });
  assert.ok(page.total > 1_000 && page.total < MAX_COUNTED_ROWS, String(page.total));
  assert.equal(plans.length, 2);
  for (const plan of plans) assert.doesNotMatch(plan, /Sort/);
  const changed = await listByJoin("s.updated_at >= '2026-01-05T00:00:00Z'");
  assert.deepEqual(
    page.ids,
    changed.slice(0, 10).map(({ id }) => id),
  );
});

test('the last created of a department are counted and listed from its index alone', async () => {
  const { page, plans } = await explainPage(
    { property: { locations: { in: { uniqueCodes: ['2'] } } } },
    { order: { field: 'CREATED_AT', direction: 'DESC' } },
  );
  const inOrder = await db.rows<{ id: string }>(sql`
    select property_id as id from property_search
    where not expired and listings_price_coherent and subregion_code = '2'
    order by created_at desc, property_id desc limit 10`);
  assert.deepEqual(
    page.ids,
    inOrder.map(({ id }) => id),
  );
  assert.equal(plans.length, 1);
  assert.match(plans[0] ?? '', /Index Only Scan using property_search_subregion\b/);
});
