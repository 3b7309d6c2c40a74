import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MovableClock } from '../../../test/faults/movable-clock.ts';
import { BEAT_INTERVAL_MS, isOwnTimeout, StallMeter } from './stall-meter.ts';

async function beatFor(meter: StallMeter, clock: MovableClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += BEAT_INTERVAL_MS) {
    await clock.advance({ ms: BEAT_INTERVAL_MS });
    meter.beat();
  }
}

test('beats in time are no stall, a late one is a stall of its delay, also before it beats', async () => {
  const clock = new MovableClock();
  const meter = new StallMeter(clock);
  meter.beat();
  await beatFor(meter, clock, 30_000);
  assert.equal(meter.stalledMs(), 0);
  await clock.advance({ ms: 4_000 });
  assert.equal(meter.stalledMs(), 4_000 - BEAT_INTERVAL_MS, 'a timeout may fire before the beat');
  meter.beat();
  await beatFor(meter, clock, 10_000);
  assert.equal(meter.stalledMs(), 4_000 - BEAT_INTERVAL_MS);
});

test('a wall clock that is set is no stall, nor is time without a running timer', async () => {
  const clock = new MovableClock();
  const meter = new StallMeter(clock);
  await clock.advance({ hours: 1 });
  assert.equal(meter.stalledMs(), 0);
  meter.beat();
  clock.step({ hours: 1 });
  assert.equal(meter.stalledMs(), 0);
  meter.stop();
  await clock.advance({ hours: 1 });
  meter.beat();
  assert.equal(meter.stalledMs(), 0);
});

test('a call that lost a tenth of its time to stalls still says something about the endpoint, more does not', () => {
  assert.equal(isOwnTimeout({ tookMs: 30_000, stalledMs: 0 }), false);
  assert.equal(isOwnTimeout({ tookMs: 30_000, stalledMs: 3_000 }), false);
  assert.equal(isOwnTimeout({ tookMs: 30_000, stalledMs: 3_100 }), true);
});
