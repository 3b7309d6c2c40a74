import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topology } from 'topojson-specification';
import { toGeoJsonGeometry } from './topology.ts';

/** Two unit squares side by side that share an arc, quantized to halves from 10, 20. */
const topology: Topology = {
  type: 'Topology',
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

test('a ring joins its arcs without repeating positions, and a negative arc is reversed', () => {
  assert.deepEqual(toGeoJsonGeometry(topology, { type: 'Polygon', arcs: [[0, 1]] }), {
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
  assert.deepEqual(toGeoJsonGeometry(topology, { type: 'MultiPolygon', arcs: [[[2, -1]]] }), {
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

test('an object that encloses no area has no geometry', () => {
  assert.equal(toGeoJsonGeometry(topology, { type: 'LineString', arcs: [0] }), undefined);
});
