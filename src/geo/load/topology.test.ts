import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGeometryReader, type Topology } from './topology.ts';

/** Two unit squares side by side, on a grid of halves whose corner is at 10, 20; they share the arc between them. */
const topology: Topology = {
  transform: { scale: [0.5, 0.5], translate: [10, 20] },
  arcs: [
    [
      [2, 0],
      [0, 2],
    ],
    [
      [2, 2],
      [-2, 0],
      [0, -2],
      [2, 0],
    ],
    [
      [2, 0],
      [2, 0],
      [0, 2],
      [-2, 0],
    ],
  ],
  objects: {},
};

test('a ring is a chain of arcs, each first position said once, and a negative arc is walked backwards', () => {
  const read = createGeometryReader(topology);
  assert.deepEqual(read({ type: 'Polygon', arcs: [[0, 1]] }), {
    type: 'Polygon',
    coordinates: [
      [
        [11, 20],
        [11, 21],
        [10, 21],
        [10, 20],
        [11, 20],
      ],
    ],
  });
  assert.deepEqual(read({ type: 'MultiPolygon', arcs: [[[2, -1]]] }), {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [11, 20],
          [12, 20],
          [12, 21],
          [11, 21],
          [11, 20],
        ],
      ],
    ],
  });
});
