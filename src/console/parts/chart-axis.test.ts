import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTimeAxis, labelSpace, pickLabels, pickTimeTicks } from './chart-axis.ts';

test('positions are in proportion to time, not to the number of points', () => {
  const x = createTimeAxis([0, 10, 100], 50, 150);
  assert.deepEqual([x(0), x(1), x(2)], [50, 60, 150]);
  assert.equal(createTimeAxis([7], 50, 150)(0), 100);
});

test('the space left of the axis grows with the longest label', () => {
  assert.ok(labelSpace(['€1,480,000']) > labelSpace(['€480']));
  assert.ok(labelSpace(['€1,480,000']) >= 10 * 7);
});

test('the outer labels of a time axis are anchored inside', () => {
  const ticks = pickTimeTicks([0, 5, 100], 50, 650, String);
  assert.deepEqual([ticks[0]?.anchor, ticks.at(-1)?.anchor], ['start', 'end']);
  assert.deepEqual([ticks[0]?.x, ticks.at(-1)?.x], [50, 650]);
});

test('long labels below a narrow chart leave room for each other', () => {
  const weeks = Array.from({ length: 12 }, () => '28 Sept 2026');
  const marks = pickLabels(weeks, (at) => 20 + at * 24, 288);
  const distances = marks.slice(1).map(({ x }, at) => x - (marks[at]?.x ?? 0));
  assert.ok(marks.length >= 2);
  assert.ok(Math.min(...distances) >= labelSpace(weeks), String(distances));
});
