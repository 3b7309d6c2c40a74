import { filters } from '../../catalogue/filters.ts';
import type { Test, Tree } from '../../criteria/tree.ts';
import { type Db, joinSql, type Sql, sql } from '../../db/sql.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { findSearchCondition } from './condition.ts';

/**
 * Counts the matching properties created in each hour since `from`; hours without any are left out. Properties
 * that have left the market count too.
 */
export async function countCreatedByHour(
  db: Db,
  places: PlaceService,
  criteria: Tree,
  from: Date,
): Promise<{ hour: Date; count: number }[]> {
  const conditions = await Promise.all(
    [false, true].map((offMarket) => findSearchCondition(withExpired(criteria, offMarket), places)),
  );
  const created = conditions.map(({ from: tables, where, values }): Sql => {
    const bound = `$${values.length + 1}::timestamptz`;
    return {
      text: `select s.created_at from ${tables} where ${where} and s.created_at >= ${bound}`,
      values: [...values, from],
    };
  });
  return db.rows(sql`
    select date_trunc('hour', created_at, 'UTC') as hour, count(*)::int as count
    from (${joinSql(created, ' union all ')}) as created group by 1 order by 1`);
}

const expired = filters.find(({ path }) => path === 'property.expired');

/** Each has an index of its own, and a filter that is mentioned has no default. */
function withExpired(criteria: Tree, operand: boolean): Tree {
  if (expired?.kind !== 'switch') throw new Error('there is no filter property.expired');
  const test: Test = { kind: 'switch', filter: expired, operand };
  return { kind: 'and', nodes: [{ kind: 'leaf', tests: [test] }, criteria] };
}
