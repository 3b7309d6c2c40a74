import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildContour, contourContains, type Geometry, type Ring } from '../lib/polygon.ts';
import type { Position } from './division.ts';
import { computeArea, computeCentre } from './polygon-centre.ts';

const square = (west: number, south: number, side: number): Ring => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

/** A lake in an island, an islet in the lake, and another island. */
const archipelago: Geometry = {
  type: 'MultiPolygon',
  coordinates: [[square(0, 0, 10), square(2, 2, 6)], [square(4, 4, 2)], [square(20, 0, 4)]],
};

test('a point is on land, in the lake, on the islet in the lake, or at sea', () => {
  const contour = buildContour(archipelago);
  const contains = (x: number, y: number): boolean => contourContains(contour, [x, y]);
  assert.deepEqual(
    [contains(1, 1), contains(3, 3), contains(5, 5), contains(22, 2), contains(15, 2)],
    [true, false, true, true, false],
  );
});

test('rings may have either orientation and be closed or open', () => {
  for (const ring of [square(0, 0, 4), square(0, 0, 4).toReversed(), square(0, 0, 4).slice(1)]) {
    const contour = buildContour({ type: 'Polygon', coordinates: [ring, square(1, 1, 1)] });
    assert.equal(computeArea(contour), 15);
    assert.deepEqual([contourContains(contour, [3, 3]), contourContains(contour, [1.5, 1.5])], [true, false]);
  }
});

test('of two neighbours, a point on their common border belongs to exactly one', () => {
  const [west, east] = [0, 1].map((x) => buildContour({ type: 'Polygon', coordinates: [square(x, 0, 1)] }));
  assert.ok(west !== undefined && east !== undefined);
  for (const latitude of [0, 0.25, 0.5, 0.99]) {
    assert.notEqual(
      contourContains(west, [1, latitude]),
      contourContains(east, [1, latitude]),
      `at ${latitude}`,
    );
  }
});

test('the centre of a square, of a crescent and of islands is inside', () => {
  assert.deepEqual(computeCentre(buildContour({ type: 'Polygon', coordinates: [square(0, 0, 2)] })), [1, 1]);
  const crescent: Ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 9],
    [9, 9],
    [9, 1],
    [0, 1],
    [0, 0],
  ];
  for (const geometry of [archipelago, { type: 'Polygon', coordinates: [crescent] } as Geometry]) {
    const contour = buildContour(geometry);
    assert.ok(contourContains(contour, computeCentre(contour)), JSON.stringify(computeCentre(contour)));
  }
});

test('the centre of any star-shaped contour anywhere on earth is inside it', () => {
  const star = fc.record({
    x: fc.double({ min: -170, max: 170, noNaN: true }),
    y: fc.double({ min: -80, max: 80, noNaN: true }),
    reach: fc.array(fc.double({ min: 0.01, max: 0.2, noNaN: true }), { minLength: 5, maxLength: 40 }),
  });
  fc.assert(
    fc.property(star, ({ x, y, reach }) => {
      const ring = reach.map((radius, step): Position => {
        const angle = (2 * Math.PI * step) / reach.length;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });
      const contour = buildContour({ type: 'Polygon', coordinates: [ring] });
      assert.ok(contourContains(contour, computeCentre(contour)));
    }),
  );
});

test('a contour without area has a centre', () => {
  const line: Ring = [
    [1, 1],
    [3, 1],
    [1, 1],
  ];
  assert.deepEqual(computeCentre(buildContour({ type: 'Polygon', coordinates: [line] })), [2, 1]);
});
