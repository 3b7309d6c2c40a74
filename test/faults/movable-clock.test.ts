import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as timer } from 'node:timers/promises';
import { MovableClock } from './movable-clock.ts';

const NOON = '2026-03-01T12:00:00.000Z';

test('the clock stands still until it is moved', async () => {
  const clock = new MovableClock(NOON);
  await timer(5);
  assert.equal(clock.now().toISOString(), NOON);
  await clock.advance({ days: 1, hours: 1, minutes: 5, seconds: 2, ms: 3 });
  assert.equal(clock.now().toISOString(), '2026-03-02T13:05:02.003Z');
  await clock.advance(997);
  assert.equal(clock.now().toISOString(), '2026-03-02T13:05:03.000Z');
});

test('a time handed out does not move with the clock', async () => {
  const clock = new MovableClock(NOON);
  const then = clock.now();
  await clock.advance({ minutes: 5 });
  assert.equal(then.toISOString(), NOON);
});

test('sleepers wake in due order, each at its own time, equal ones in the order they started', async () => {
  const clock = new MovableClock(NOON);
  const woken: string[] = [];
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push(`${name} ${clock.now().toISOString().slice(17, 23)}`);
  };
  const all = [
    sleeper('late', 3_000),
    sleeper('early', 1_000),
    sleeper('twin a', 2_000),
    sleeper('twin b', 2_000),
  ];
  await clock.advance({ seconds: 10 });
  await Promise.all(all);
  assert.deepEqual(woken, ['early 01.000', 'twin a 02.000', 'twin b 02.000', 'late 03.000']);
});

test('a sleeper is not woken a millisecond early', async () => {
  const clock = new MovableClock(NOON);
  const sleeping = clock.sleep(1_000);
  await clock.advance(999);
  assert.equal(clock.sleeping, 1);
  await clock.advance(1);
  await sleeping;
  assert.equal(clock.sleeping, 0);
});

test('a loop of sleeps is woken every time within one advance', async () => {
  const clock = new MovableClock(NOON);
  const ticks: number[] = [];
  const stop = new AbortController();
  const loop = async () => {
    for (;;) {
      await clock.sleep(60_000, stop.signal);
      await Promise.resolve();
      ticks.push(clock.now().getUTCMinutes());
    }
  };
  const looping = loop();
  await clock.advance({ minutes: 3, seconds: 30 });
  assert.deepEqual(ticks, [1, 2, 3]);
  stop.abort(new Error('enough'));
  await assert.rejects(looping, /enough/);
  assert.equal(clock.sleeping, 0);
});

test('an aborted sleep rejects with the reason of its signal, before or while it lasts', async () => {
  const clock = new MovableClock(NOON);
  const reason = new Error('the worker stops');
  const stop = new AbortController();
  const sleeping = clock.sleep(1_000, stop.signal);
  stop.abort(reason);
  await assert.rejects(sleeping, (error) => error === reason);
  await assert.rejects(clock.sleep(1_000, stop.signal), (error) => error === reason);
  assert.equal(clock.sleeping, 0);
});

test('a sleep of zero length ends without moving the clock', async () => {
  const clock = new MovableClock(NOON);
  await clock.sleep(0);
  await clock.sleep(-1);
  assert.equal(clock.now().toISOString(), NOON);
});

test('set to a later time wakes sleepers that are due', async () => {
  const clock = new MovableClock(NOON);
  let wokenAt = '';
  const sleeping = clock.sleep(60_000).then(() => {
    wokenAt = clock.now().toISOString();
  });
  await clock.set('2026-03-01T13:00:00Z');
  await sleeping;
  assert.equal(wokenAt, '2026-03-01T12:01:00.000Z');
  assert.equal(clock.now().toISOString(), '2026-03-01T13:00:00.000Z');
});

test('set to an earlier time wakes no sleeper and lengthens no sleep', async () => {
  const clock = new MovableClock(NOON);
  const sleeping = clock.sleep(60_000);
  await clock.set(new Date('2026-03-01T11:00:00Z'));
  assert.equal(clock.now().toISOString(), '2026-03-01T11:00:00.000Z');
  assert.equal(clock.sleeping, 1);
  await clock.advance({ minutes: 1 });
  await sleeping;
});

test('asleep waits for code that does real work before it sleeps', async () => {
  const clock = new MovableClock(NOON);
  const working = timer(10).then(() => clock.sleep(1_000));
  await clock.asleep(1);
  await clock.advance({ seconds: 1 });
  await working;
  await assert.rejects(
    clock.asleep(1, { within: 10 }),
    /1 sleepers \(there were 0\) did not come within 10 ms/,
  );
});

test('a negative advance, two at once and an invalid time are refused', async () => {
  const clock = new MovableClock(NOON);
  await assert.rejects(clock.advance(-1), RangeError);
  await assert.rejects(clock.advance({ minutes: Number.NaN }), RangeError);
  const moving = clock.advance(1);
  await assert.rejects(clock.advance(1), /already moving/);
  await moving;
  await assert.rejects(clock.set('yesterday'), /not a time: yesterday/);
});
