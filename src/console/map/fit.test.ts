import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildClusterGrid, clusterColumn, clusterRow } from '../../properties/search/clusters.ts';
import { cellBox, fitBox } from './fit.ts';

test('the first view holds all homes but a few far away', () => {
  const town = [0, 1, 2].map((step) => ({ at: [2 + step, 48] as const, count: 100 }));
  const overseas = { at: [55, -21] as const, count: 2 };
  assert.deepEqual(fitBox([...town, overseas], 1), { west: 1, south: 47, east: 5, north: 49 });
  assert.deepEqual(fitBox([{ at: [2, 48], count: 1 }], 1), { west: 1, south: 47, east: 3, north: 49 });
  assert.equal(fitBox([], 1), undefined);
});

test('the id of a cluster names the cell that the service counted in', () => {
  const grid = buildClusterGrid(12);
  const [x, y] = [4.8357, 45.764];
  const box = cellBox(`12/${clusterColumn(x, grid)}/${clusterRow(y, grid)}`);
  assert.ok(box && box.west <= x && x < box.east && box.south <= y && y < box.north, JSON.stringify(box));
  assert.equal(cellBox('0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f'), undefined);
});
