import { filters } from '../../catalogue/filters.ts';
import type { Test, Tree } from '../../criteria/tree.ts';
import type { Db } from '../../db/sql.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { buildSearchCondition } from './condition.ts';

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
  const { typeOf } = await places.register();
  const condition = buildSearchCondition(includeOffMarket(criteria), typeOf);
  return db.rows({
    text: `
      select date_trunc('hour', s.created_at, 'UTC') as hour, count(*)::int as count from ${condition.from}
      where ${condition.where} and s.created_at >= $${condition.values.length + 1}
      group by 1 order by 1`,
    values: [...condition.values, from],
  });
}

const expired = filters.find(({ path }) => path === 'property.expired');

/** Testing for both values disables the default filter that hides off-market properties. */
function includeOffMarket(criteria: Tree): Tree {
  if (expired?.kind !== 'switch') throw new Error('there is no filter property.expired');
  const either = [true, false].map((condition): Tree => {
    const test: Test = { kind: 'switch', filter: expired, operand: condition };
    return { kind: 'leaf', tests: [test] };
  });
  return { kind: 'and', nodes: [{ kind: 'or', nodes: either }, criteria] };
}
