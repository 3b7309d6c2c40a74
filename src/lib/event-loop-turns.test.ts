import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLoopTurns } from './event-loop-turns.ts';

test('long work of microtasks gives way to timers; short work awaits nothing', async () => {
  const turns = new EventLoopTurns();
  assert.equal(turns.giveWay(), undefined);
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 1);
  for (const end = performance.now() + 200; performance.now() < end; ) {
    await Promise.resolve();
    const pause = turns.giveWay();
    if (pause !== undefined) await pause;
  }
  clearInterval(ticking);
  assert.ok(ticks >= 3, `${ticks} ticks`);
});
