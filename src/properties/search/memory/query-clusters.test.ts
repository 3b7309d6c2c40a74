import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTree } from '../../../../test/support/parse-tree.ts';
import { lineageInStock, randomProperty } from '../../../../test/support/random-property.ts';
import { buildSearchRow, columnAt } from '../../../criteria/columns.ts';
import { compilePredicate } from '../../../criteria/matches.ts';
import { newId } from '../../../lib/ids.ts';
import type { Box } from '../../../lib/polygon.ts';
import { createRandom } from '../../../world/random.ts';
import type { ClusterCell } from '../aggregates.ts';
import { buildClusterGrid, clusterColumn, clusterRow, toMicrodegrees } from '../clusters.ts';
import { PRICE_COLUMN } from '../filter-column.ts';
import { sortColumns } from '../layout.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { SegmentBuilder } from './build-segment.ts';
import { cellOf } from './each-match.ts';
import { IndexSnapshot } from './index-snapshot.ts';
import type { IndexRow } from './open-segment.ts';
import { findClusters } from './query-clusters.ts';
import { compareNewestFirst } from './streams.ts';
import { isVisible } from './visibility.ts';

const ROWS = 3_000;
const chance = createRandom('clusters of map cells', 1);

/** Many to a cell, some at the corners of cells and viewports. */
const position = (from: number, to: number): number =>
  chance.happens(0.3) ? Math.round(chance.between(from, to)) : chance.between(from, to);

function randomRow(): IndexRow {
  const { id, ...rest } = randomProperty(chance, newId(new Date()));
  const cells = [...buildSearchRow({ id, ...rest }, lineageInStock)];
  cells[columnAt(PLACE_COLUMNS.longitude).position] = position(2, 4);
  cells[columnAt(PLACE_COLUMNS.latitude).position] = position(46, 48);
  const moment = (cells[columnAt(sortColumns.UPDATED_AT).position] as number) * 1_000;
  return { id, moment, positionedAt: -Infinity, cells };
}

function countOneByOne(rows: readonly IndexRow[], viewport: Box, zoom: number): ClusterCell[] {
  const grid = buildClusterGrid(zoom);
  const found = new Map<string, ClusterCell>();
  for (const { id, cells } of rows) {
    const [x, y] = [cellOf(cells, PLACE_COLUMNS.longitude), cellOf(cells, PLACE_COLUMNS.latitude)] as [
      number,
      number,
    ];
    if (x < viewport.west || x >= viewport.east || y < viewport.south || y >= viewport.north) continue;
    const [column, row] = [clusterColumn(x, grid), clusterRow(y, grid)];
    const key = `${column}/${row}`;
    const price = cellOf(cells, PRICE_COLUMN) as number | null;
    const known = found.get(key);
    const prices = [known?.price ?? null, price].filter((one) => one !== null);
    found.set(key, {
      column,
      row,
      count: (known?.count ?? 0) + 1,
      longitudes: (known?.longitudes ?? 0) + toMicrodegrees(x),
      latitudes: (known?.latitudes ?? 0) + toMicrodegrees(y),
      price: prices.length === 0 ? null : Math.min(...prices),
      propertyId: id,
    });
  }
  return [...found.values()];
}

/** The property of a cell is of interest when it is the only one. */
const comparable = (cells: readonly ClusterCell[]): ClusterCell[] =>
  cells
    .map((cell) => ({ ...cell, propertyId: cell.count === 1 ? cell.propertyId : '' }))
    .toSorted((one, other) => one.row - other.row || one.column - other.column);

test('clusters from map cells are those of a count one by one, also after changes', () => {
  const rows = Array.from({ length: ROWS }, randomRow)
    .filter(({ cells }) => isVisible(cells))
    .sort(compareNewestFirst);
  const builder = new SegmentBuilder();
  for (const row of rows) builder.add(row);
  const index = new IndexSnapshot({ segment: builder.finish(), horizon: '0', readAt: 0 });
  const live = new Set(rows);
  const trees = [{}, { property: { pricing: { displayed: { gte: 3 } } } }].map(parseTree);
  let [questions, single] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    for (const tree of trees)
      for (const zoom of [0, 4, 7, 10, 12, 14, 15]) {
        const [west, south] = [position(1, 3), position(45, 47)];
        const viewport = { west, south, east: position(west + 0.5, 5), north: position(south + 0.5, 49) };
        const holds = compilePredicate(tree);
        const expected = countOneByOne(
          [...live].filter(({ cells }) => holds(cells)),
          viewport,
          zoom,
        );
        const found = findClusters(index, { criteria: tree, viewport, grid: buildClusterGrid(zoom) });
        assert.ok(typeof found !== 'string', String(found));
        assert.deepEqual(comparable(found), comparable(expected), JSON.stringify({ round, viewport, zoom }));
        questions += expected.length > 0 ? 1 : 0;
        single += expected.filter(({ count }) => count === 1).length;
      }
    for (const row of rows.filter((one) => live.has(one) && chance.happens(0.05))) {
      live.delete(row);
      index.applyChange({ id: row.id, row: undefined, past: [] }, String(round + 1));
    }
  }
  assert.ok(questions > 30 && single > 100, `${questions} questions, ${single} single homes: too few`);
});
