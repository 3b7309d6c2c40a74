import { filters } from '../../catalogue/filters.ts';
import type { Test, Tree } from '../../criteria/tree.ts';
import type { Db } from '../../db/sql.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { buildSearchCondition } from './condition.ts';

/** How many properties that meet the criteria arrived in each hour since then; hours without any are left out. Whether one left the market again does not matter. */
export async function countCreatedByHour(
  db: Db,
  places: PlaceService,
  criteria: Tree,
  from: Date,
): Promise<{ hour: Date; count: number }[]> {
  const { typeOf } = await places.register();
  const asked = buildSearchCondition(includeOffMarket(criteria), typeOf);
  return db.rows({
    text: `
      select date_trunc('hour', s.created_at, 'UTC') as hour, count(*)::int as count from ${asked.from}
      where ${asked.where} and s.created_at >= $${asked.values.length + 1}
      group by 1 order by 1`,
    values: [...asked.values, from],
  });
}

const expired = filters.find(({ path }) => path === 'property.expired');

/** Asking for both lifts the mask that hides what left the market. */
function includeOffMarket(criteria: Tree): Tree {
  if (expired?.kind !== 'switch') throw new Error('no filter tells what left the market');
  const either = [true, false].map((asked): Tree => {
    const test: Test = { kind: 'switch', filter: expired, operand: asked };
    return { kind: 'leaf', tests: [test] };
  });
  return { kind: 'and', nodes: [{ kind: 'or', nodes: either }, criteria] };
}
