import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { copySearchRows } from '../../../test/support/copied-search-rows.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { parseTree } from '../../../test/support/parse-tree.ts';
import { type Db, type Sql, sql } from '../../db/sql.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { buildSearchCondition } from './condition.ts';
import type { CursorPosition } from './cursor.ts';
import type { SortOrder } from './order.ts';
import { buildOrderSql } from './order-sql.ts';
import { scanMoment } from './scan-moment.ts';
import { readStep } from './sql-cursor.ts';

const { db } = await freshDatabase({ after }, { statementTimeoutMs: MINUTE_MS });
/** More past positions than are compared with the criteria at once. */
const ROWS = 2_600;
const STEP = 7;

before(async () => {
  for (const name of ['urls', 'references', 'divisions', 'lists'])
    await db.rows({ text: `drop index property_search_${name}`, values: [] });
  await copySearchRows(
    db,
    ROWS,
    sql`
      'unit_floor', number % 100, 'listings_url', jsonb_build_array(),
      'pricing_displayed', case when number % 3 = 0 then null else 100000 + number / 2 end,
      'updated_at', timestamptz '2026-01-01' + number / 2 * interval '1 minute'`,
  );
  await db.rows({ text: 'vacuum (analyze) property_search', values: [] });
});

/** One property in a hundred, far from each other in every order. */
const condition = buildSearchCondition(
  parseTree({ property: { unit: { floor: { gte: 42, lte: 42 } } } }),
  () => undefined,
);

async function listInOrder(order: SortOrder): Promise<string[]> {
  const ordered = buildOrderSql(order);
  const rows = await db.rows<{ id: string }>({
    text: `
      select s.property_id as id from ${condition.from} where ${condition.where}
      order by ${ordered.orderBy(ordered.column('s'), 's.property_id')}`,
    values: [...condition.values],
  });
  return rows.map(({ id }) => id);
}

/** Nine of ten properties get another price and time, as `withSearchRows` writes a move. */
const moveMost = (): Promise<unknown> =>
  db.rows(sql`
    with moved as (
      select property_id, valid_from, statement_timestamp() as moment, created_at, updated_at, pricing_displayed, areas_displayed,
             pricing_price_per_area
      from property_search where right(property_id::text, 1) <> '0' or pricing_displayed is null
    ), displaced as (
      insert into property_search_history (property_id, valid_from, valid_to, created_at, updated_at, pricing_displayed,
                                           areas_displayed, pricing_price_per_area)
      select property_id, valid_from, moment, created_at, updated_at, pricing_displayed, areas_displayed, pricing_price_per_area
      from moved
    )
    update property_search as stored
    set valid_from = moved.moment, updated_at = stored.updated_at + interval '1 year',
        pricing_displayed = coalesce(stored.pricing_displayed, 0) + 7
    from moved where moved.property_id = stored.property_id`);

for (const field of ['UPDATED_AT', 'PRICE'] as const)
  for (const direction of ['ASC', 'DESC'] as const)
    test(`a scan by ${field} ${direction} stays in the order of its start, although thousands move`, async () => {
      const order: SortOrder = { field, direction };
      const expected = await listInOrder(order);
      assert.ok(expected.length >= 25, String(expected.length));
      const asOf = await scanMoment(db);
      const seen: string[] = [];
      let from: CursorPosition | undefined;
      for (let more = true; more; ) {
        const step = await readStep(db, condition, {
          ...{ criteria: parseTree({}), order, limit: STEP, asOf },
          from,
        });
        assert.equal(step.total, expected.length);
        seen.push(...step.positions.map(({ id }) => id));
        const last = step.positions.at(-1);
        from = { asOf, total: step.total, ...(last && { last }) };
        more = step.positions.length === STEP;
        if (seen.length === STEP) await moveMost();
      }
      assert.deepEqual(seen, expected);
    });

test('a step far into an order of prices begins at its position in the index', async () => {
  await db.rows({ text: 'analyze property_search', values: [] });
  const plans: string[] = [];
  const explained = {
    async rows({ text, values }: Sql) {
      const plan = await db.transaction(async (tx) => {
        for (const setting of ['seqscan', 'bitmapscan', 'sort'])
          await tx.rows({ text: `set local enable_${setting} = off`, values: [] });
        return tx.rows<Record<string, string>>({ text: `explain ${text}`, values });
      });
      plans.push(plan.flatMap((row) => Object.values(row)).join('\n'));
      return db.rows({ text, values });
    },
  } as Db;
  const everything = buildSearchCondition(parseTree({}), () => undefined);
  for (const direction of ['ASC', 'DESC'] as const) {
    plans.length = 0;
    const asOf = await scanMoment(db);
    const last = { key: 100_500, id: '00000000-0000-4000-8000-000000000000' };
    await readStep(explained, everything, {
      ...{ criteria: parseTree({}), order: { field: 'PRICE', direction }, limit: 3, asOf },
      from: { asOf, total: 9, last },
    });
    assert.match(plans[0] ?? '', /Index Cond: .*pricing_displayed/, plans[0]);
  }
});
