import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTree } from '../../../../test/support/parse-tree.ts';
import { lineageInStock, randomProperty, stock } from '../../../../test/support/random-property.ts';
import { buildSearchRow, columnAt } from '../../../criteria/columns.ts';
import { compilePredicate } from '../../../criteria/matches.ts';
import { matchAll } from '../../../criteria/tree.ts';
import { newId } from '../../../lib/ids.ts';
import { createRandom } from '../../../world/random.ts';
import { sortColumns } from '../layout.ts';
import { SegmentBuilder } from './build-segment.ts';
import { IndexSnapshot } from './index-snapshot.ts';
import type { IndexRow } from './open-segment.ts';
import { queryCount } from './query.ts';
import { compareNewestFirst } from './streams.ts';

const chance = createRandom('columns with too many cells', 1);
const property = () => {
  const result = randomProperty(chance, newId(new Date()));
  const alike = { propertyType: 'FLAT', transaction: { type: 'SELL' } } as const;
  return { ...result, property: { ...result.property, ...alike, expired: false } };
};

test('a query on a column with too many distinct cells is left to SQL, other columns are answered', () => {
  const rows: IndexRow[] = Array.from({ length: 200 }, () => {
    const result = property();
    const cells = buildSearchRow(result, lineageInStock);
    const moment = (cells[columnAt(sortColumns.UPDATED_AT).position] as number) * 1_000;
    return { id: result.id, moment, positionedAt: -Infinity, cells };
  });
  const builder = new SegmentBuilder(undefined, 4);
  const isOnTheMarket = compilePredicate(matchAll);
  for (const row of rows.filter(({ cells }) => isOnTheMarket(cells)).sort(compareNewestFirst))
    builder.add(row);
  const index = new IndexSnapshot({ segment: builder.finish(), horizon: '0', readAt: 0 });
  const count = (criteria: object) => {
    const tree = parseTree(criteria);
    const holds = compilePredicate(tree);
    return { found: queryCount(index, tree), expected: rows.filter(({ cells }) => holds(cells)).length };
  };
  const somewhere = count({ property: { locations: { in: { uniqueCodes: stock.codes.slice(0, 2) } } } });
  assert.equal(somewhere.found, 'column');
  const expensive = count({ property: { pricing: { displayed: { gte: 3 } } } });
  assert.ok(expensive.expected > 0);
  assert.equal(expensive.found, expensive.expected);
});
