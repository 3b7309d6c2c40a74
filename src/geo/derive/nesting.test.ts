import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildContour } from '../../lib/polygon.ts';
import { type ContouredPart, findNesting } from './nesting.ts';

const block = (id: string, west: number, south: number, [wide, high]: [number, number]): ContouredPart => ({
  id,
  contour: buildContour({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + wide, south],
        [west + wide, south + high],
        [west, south + high],
        [west, south],
      ],
    ],
  }),
});

const quarter = block('quarter', 2, 48, [0.02, 0.02]);
const other = block('other', 2.02, 48, [0.02, 0.02]);
const blocks = [
  block('sw', 2, 48, [0.01, 0.01]),
  block('ne', 2.01, 48.01, [0.01, 0.01]),
  block('far', 2.03, 48, [0.01, 0.01]),
];

test('blocks nest in the quarter that contains them, and quarters in nothing', () => {
  assert.deepEqual(Object.fromEntries(findNesting([quarter, other, ...blocks])), {
    sw: 'quarter',
    ne: 'quarter',
    far: 'other',
  });
});

test('the order of import does not matter', () => {
  const all = [quarter, other, ...blocks];
  for (const order of [all.toReversed(), [...blocks, other, quarter]])
    assert.deepEqual(findNesting(order), findNesting(all));
});

test('borders drawn some metres apart in two files still nest', () => {
  const loose = block('loose', 1.9998, 47.9998, [0.0102, 0.0102]);
  assert.equal(findNesting([quarter, loose]).get('loose'), 'quarter');
});

test('the same place in two layers, and two that only overlap, do not nest', () => {
  const twin = block('twin', 2.0001, 48.0001, [0.0195, 0.0195]);
  const astride = block('astride', 2.015, 48.005, [0.01, 0.01]);
  assert.deepEqual([...findNesting([quarter, other, twin, astride])], []);
});

test('there are two levels: a part of a part nests in the whole', () => {
  const inner = block('inner', 2.001, 48.001, [0.004, 0.004]);
  const within = findNesting([quarter, ...blocks, inner]);
  assert.deepEqual([within.get('sw'), within.get('inner')], ['quarter', 'quarter']);
});
