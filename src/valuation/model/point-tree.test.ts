import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/seeded-random.ts';
import { buildPointTree, findNearest, NearestRows } from './point-tree.ts';

test('the tree finds the same nearest rows as a scan, without those to skip', () => {
  const random = seededRandom(7);
  const count = 2_000;
  const x = Float64Array.from({ length: count }, () => Math.floor(random() * 300));
  const y = Float64Array.from({ length: count }, () => Math.floor(random() * 300));
  const tree = buildPointTree(x, y);
  const found = new NearestRows(20);
  const skip = (row: number) => row % 3 === 0;
  for (let round = 0; round < 50; round++) {
    const at = { x: random() * 300, y: random() * 300 };
    const distance = (row: number) => ((x[row] ?? 0) - at.x) ** 2 + ((y[row] ?? 0) - at.y) ** 2;
    const expected = Array.from({ length: count }, (_, row) => row)
      .filter((row) => !skip(row))
      .map(distance)
      .sort((one, other) => one - other)
      .slice(0, 20);
    findNearest(tree, { ...at, skip }, found);
    assert.deepEqual([...found.squared], expected);
    assert.ok([...found.rows].every((row) => !skip(row)));
  }
});

test('fewer rows than asked for are all found', () => {
  const tree = buildPointTree(Float64Array.of(1, 2), Float64Array.of(1, 2));
  const found = findNearest(tree, { x: 0, y: 0, skip: () => false }, new NearestRows(5));
  assert.deepEqual([found.count, found.rows[0], found.rows[1]], [2, 0, 1]);
});
