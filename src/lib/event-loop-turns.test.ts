import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLoopTurns } from './event-loop-turns.ts';

test('long work of microtasks gives way to timers; short work awaits nothing', async () => {
  const turns = new EventLoopTurns();
  assert.equal(turns.giveWay(), undefined);
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 1);
  for (let pauses = 0; pauses < 5; ) {
    await Promise.resolve();
    const pause = turns.giveWay();
    if (pause === undefined) continue;
    await pause;
    pauses += 1;
  }
  clearInterval(ticking);
  assert.ok(ticks >= 5, `${ticks} ticks`);
});
