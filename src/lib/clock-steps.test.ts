import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { ClockSteps } from './clock-steps.ts';
import { HOUR_MS } from './durations.ts';

test('passing time is no step; a wall clock that is set is one, reported once', async () => {
  const clock = new MovableClock();
  const steps = new ClockSteps(clock);
  await clock.advance({ days: 3 });
  assert.equal(steps.sinceLastMs(), 0);
  clock.step({ hours: -1 });
  assert.equal(steps.sinceLastMs(), -HOUR_MS);
  assert.equal(steps.sinceLastMs(), 0);
  clock.step(900);
  assert.equal(steps.sinceLastMs(), 0, 'less than a second is slewing');
  clock.step(200);
  assert.equal(steps.sinceLastMs(), 1_100, 'unless it adds up');
});
