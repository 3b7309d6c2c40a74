import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictsRooms, largestLivingArea } from './areas.ts';

const displayed = (...metres: number[]): unknown =>
  largestLivingArea(metres.map((value) => ({ value: { displayed: value, unit: 'SQM' } })))?.value;

test('the area is the largest of those within a quarter of their median', () => {
  assert.equal(displayed(62, 64, 66), 66);
  assert.equal(displayed(60, 60, 60, 90), 60);
  assert.equal(displayed(60, 62, 620), 62);
  assert.equal(displayed(60, 62, 6), 62);
});

test('of two areas the larger counts, unless it is more than three times the other', () => {
  assert.equal(displayed(60, 80), 80);
  assert.equal(displayed(60, 600), 60);
});

test('a living area ten times what its siblings display is a misprint', () => {
  const areas = [
    { value: { displayed: 64, unit: 'SQM' } },
    { value: { displayed: 65, unit: 'SQM' } },
    { value: { indoor: { living: 645, unit: 'SQM' } } },
  ];
  assert.equal(largestLivingArea(areas)?.value, 65);
});

test('no flat has 200 m² a room, or 2', () => {
  const flat = (area: number) =>
    contradictsRooms({ propertyType: 'FLAT', unit: { rooms: 3 }, area: { displayed: area, unit: 'SQM' } });
  assert.deepEqual([6, 20, 62, 200, 620].map(flat), [true, false, false, false, true]);
});
