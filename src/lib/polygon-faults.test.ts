import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_POSITIONS, readShape } from './polygon-faults.ts';

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
  const read = readShape(given, 'geoshape');
  return 'faults' in read ? read.faults.map(({ path, code }) => `${path} ${code}`) : [];
};
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });

test('a polygon with a hole and a multipolygon are sound, heights are dropped', () => {
  assert.deepEqual(codes(polygon(square, hole)), []);
  assert.deepEqual(codes({ type: 'MultiPolygon', coordinates: [[square], [square, hole]] }), []);
  const read = readShape(polygon(square.map((position) => [...position, 12])), '');
  assert.deepEqual(read, { geometry: polygon(square) });
});

test('each fault is named where it stands', () => {
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

test('ten thousand positions are judged quickly, one more is too many, the whole world is too wide', () => {
  const circle = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const turn = (2 * Math.PI * (at % (count - 1))) / (count - 1);
      return [Math.cos(turn), Math.sin(turn)];
    });
  const started = performance.now();
  assert.deepEqual(codes(polygon(circle(MOST_POSITIONS))), []);
  assert.ok(performance.now() - started < 2_000);
  assert.deepEqual(codes(polygon(circle(MOST_POSITIONS + 1))), ['geoshape.coordinates too_large']);
  assert.deepEqual(codes(polygon(square.map(([x, y]) => [(x ?? 0) * 60 - 90, y]))), [
    'geoshape.coordinates[0] too_large',
  ]);
});
