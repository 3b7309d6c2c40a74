import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position, Ring } from '../../../lib/polygon.ts';
import { buildPolygon, polygonContains } from '../../../lib/polygon-edges.ts';
import { createRandom } from '../../../world/random.ts';
import { createPolygonTest } from './polygon-test.ts';

const chance = createRandom('polygon cells', 1);

/** A star-shaped ring; some corners share a latitude, so that edges are horizontal. */
function randomRing(corners: number, radius: number, [x, y]: Position): Ring {
  const ring: Position[] = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    const reach = radius * chance.between(0.4, 1);
    const latitude = y + reach * Math.sin(angle);
    return [x + reach * Math.cos(angle), chance.happens(0.3) ? Number(latitude.toFixed(1)) : latitude];
  });
  return [...ring, ring[0] as Position];
}

test('a polygon divided into cells contains the same points, also on corners, edges and bounds', () => {
  let [inside, count] = [0, 0];
  for (let round = 0; round < 60; round += 1) {
    const rings = [randomRing(chance.whole(3, 300), 3, [2, 47])];
    if (chance.happens(0.5)) rings.push(randomRing(chance.whole(3, 20), 0.4, [2, 47]));
    const polygon = buildPolygon(rings);
    const contains = createPolygonTest(polygon, rings);
    const corners = rings.flat();
    const points: Position[] = Array.from({ length: 2_000 }, (_, at) => {
      const [x, y] = chance.pick(corners);
      if (at % 4 === 0) return [x, y];
      if (at % 4 === 1) return [chance.between(polygon.west, polygon.east), y];
      if (at % 4 === 2) return [x + chance.between(-1e-9, 1e-9), y + chance.between(-1e-9, 1e-9)];
      return [chance.between(-2, 6), chance.between(43, 51)];
    });
    for (const [x, y] of points) {
      const expected = polygonContains(polygon, x, y);
      inside += Number(expected);
      count += 1;
      if (contains(x, y) !== expected) assert.fail(JSON.stringify({ rings, x, y, expected }));
    }
  }
  assert.ok(inside > count / 10 && inside < (count * 9) / 10, `${inside} of ${count} are inside`);
});

test('a rectangle along the axes and a sliver contain the same points; an unknown position is in none', () => {
  const shapes: Ring[] = [
    [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
      [0, 0],
    ],
    [
      [0, 0],
      [1e-12, 0],
      [1e-12, 5],
      [0, 5],
      [0, 0],
    ],
  ];
  for (const ring of shapes) {
    const polygon = buildPolygon([ring]);
    const contains = createPolygonTest(polygon, [ring]);
    for (const x of [-1, 0, 1e-13, 1e-12, 0.03125, 2, 3.999, 4, 5])
      for (const y of [-1, 0, 0.046875, 1, 2.999, 3, 5])
        assert.equal(contains(x, y), polygonContains(polygon, x, y), `${x} ${y}`);
    assert.equal(contains(NaN, NaN), false);
  }
});
