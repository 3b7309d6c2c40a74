import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureCpuMs } from '../../test/support/cpu-time.ts';
import { MAX_SHAPE_POSITIONS, parseGeoShape } from './parse-geo-shape.ts';

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const hole = [
  [1, 1],
  [1, 2],
  [2, 2],
  [1, 1],
];
const codes = (given: unknown): string[] => {
  const read = parseGeoShape(given, 'geoshape');
  return 'faults' in read ? read.faults.map(({ path, code }) => `${path} ${code}`) : [];
};
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });

test('a polygon with a hole and a multipolygon are valid, heights are dropped', () => {
  assert.deepEqual(codes(polygon(square, hole)), []);
  assert.deepEqual(codes({ type: 'MultiPolygon', coordinates: [[square], [square, hole]] }), []);
  const read = parseGeoShape(polygon(square.map((position) => [...position, 12])), '');
  assert.deepEqual(read, { geometry: polygon(square) });
});

test('each fault has its path', () => {
  const bowTie = [
    [0, 0],
    [4, 4],
    [4, 0],
    [0, 4],
    [0, 0],
  ];
  assert.deepEqual(codes(polygon(bowTie)), ['geoshape.coordinates[0] self_crossing']);
  assert.deepEqual(codes(polygon(square.slice(0, 4))), ['geoshape.coordinates[0] unclosed']);
  assert.deepEqual(codes(polygon(square, square.slice(0, 2))), ['geoshape.coordinates[1] too_short']);
  assert.deepEqual(codes(polygon(square.map(([x, y]) => [(x ?? 0) * 100, y]))), [
    'geoshape.coordinates[0][1] out_of_range',
  ]);
  assert.deepEqual(
    codes(
      polygon(
        square,
        square.map(([x, y]) => [(x ?? 0) + 9, y]),
      ),
    ),
    ['geoshape.coordinates[1] hole_outside'],
  );
  assert.deepEqual(codes({ type: 'Point', coordinates: [1, 2] }), ['geoshape.type wrong_type']);
  assert.deepEqual(codes({ type: 'MultiPolygon', coordinates: [] }), ['geoshape.coordinates wrong_type']);
  assert.deepEqual(codes(polygon([...square, 'x'])), ['geoshape.coordinates[0][5] wrong_type']);
  assert.deepEqual(codes(null), ['geoshape.type wrong_type']);
});

test('a ring that runs back over itself, and a hole that crosses the rim, cross', () => {
  const spike = [
    [0, 0],
    [4, 0],
    [4, 4],
    [4, 9],
    [4, 4],
    [0, 4],
    [0, 0],
  ];
  assert.deepEqual(codes(polygon(spike)), ['geoshape.coordinates[0] self_crossing']);
  assert.deepEqual(
    codes(
      polygon(
        square,
        hole.map(([x, y]) => [(x ?? 0) * 3, y]),
      ),
    ),
    ['geoshape.coordinates[1] self_crossing'],
  );
});

test('ten thousand positions are checked quickly, one more is refused, and so is a ring around the world', async () => {
  const circle = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const turn = (2 * Math.PI * (at % (count - 1))) / (count - 1);
      return [Math.cos(turn), Math.sin(turn)];
    });
  const cpuMs = await measureCpuMs(() => assert.deepEqual(codes(polygon(circle(MAX_SHAPE_POSITIONS))), []));
  assert.ok(cpuMs < 2_000, `${cpuMs} ms`);
  assert.deepEqual(codes(polygon(circle(MAX_SHAPE_POSITIONS + 1))), ['geoshape.coordinates too_large']);
  assert.deepEqual(codes(polygon(square.map(([x, y]) => [(x ?? 0) * 60 - 90, y]))), [
    'geoshape.coordinates[0] too_large',
  ]);
});

/** Strokes as wide as the drawing, one above the other. */
const comb = (strokes: number, slant: number): unknown => {
  const corners = Array.from({ length: strokes }, (_, at) => [at % 2 === 0 ? 1 : 3, 8 + at / strokes]);
  const ring = [...corners, [4, 9.5], [4, 7], corners[0] as number[]];
  return polygon(ring.map(([x = 0, y = 0]) => [x + slant * y, y + slant * x]));
};

test('thousands of long parallel edges exceed the budget, a few dozen do not', () => {
  for (const slant of [0, 3]) {
    assert.deepEqual(codes(comb(5_000, slant)), ['geoshape.coordinates too_intricate']);
    assert.deepEqual(codes(comb(40, slant)), []);
  }
});

test('a coast of 9,999 positions with 900 lakes is within the budget', () => {
  const rim = Array.from({ length: 5_000 }, (_, at) => {
    const turn = (at / 5_000) * 2 * Math.PI;
    const radius = 3 + 0.05 * Math.sin(turn * 300);
    return [2 + radius * Math.cos(turn), 48 + radius * Math.sin(turn)];
  });
  const lake = (x: number, y: number) => [
    [x, y],
    [x, y + 0.01],
    [x + 0.01, y + 0.01],
    [x, y],
  ];
  const lakes = Array.from({ length: 900 }, (_, at) =>
    lake(1 + 0.06 * (at % 30), 47 + 0.06 * Math.floor(at / 30)),
  );
  assert.deepEqual(codes(polygon([...rim, rim[0]], ...lakes)), []);
  assert.deepEqual(codes(polygon([...rim, rim[0]], ...lakes, lake(9, 48))), [
    'geoshape.coordinates[901] hole_outside',
  ]);
});
