import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as timer } from 'node:timers/promises';
import { projectFiles } from '../../scripts/project-files.ts';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { ClockSteps, systemClock } from './clock.ts';
import { HOUR_MS } from './durations.ts';

test('the system clock returns the time of the machine', () => {
  const before = Date.now();
  const now = systemClock.now().getTime();
  assert.ok(now >= before && now <= Date.now());
});

test('a sleep on the system clock lasts as long as requested', async () => {
  const start = performance.now();
  await systemClock.sleep(20);
  // Node rounds to whole milliseconds and may fire just under.
  assert.ok(performance.now() - start >= 19);
});

test('a sleep of zero or negative length ends', async () => {
  await systemClock.sleep(0);
  await systemClock.sleep(-5);
});

test('an aborted sleep ends at once with the reason of its signal', async () => {
  const reason = new Error('the worker stops');
  const stop = new AbortController();
  const sleeping = systemClock.sleep(60_000, stop.signal);
  stop.abort(reason);
  await assert.rejects(sleeping, (error) => error === reason);
});

test('a sleep does not begin when its signal is aborted beforehand', async () => {
  const reason = new Error('stopped before');
  await assert.rejects(systemClock.sleep(60_000, AbortSignal.abort(reason)), (error) => error === reason);
});

test('a sleep longer than the longest timer of Node does not end at once', async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(2 ** 31 + 1_000, stop.signal).then(
    () => 'ended',
    () => 'aborted',
  );
  assert.equal(await Promise.race([sleeping, timer(10, 'asleep')]), 'asleep');
  stop.abort();
  assert.equal(await sleeping, 'aborted');
});

/**
 * A stamp in a log line, in a file's name and in an id, and the age of a file, which is a moment of the wall clock too.
 */
const STAMPS = [
  'src/lib/clock.ts',
  'src/processes/logger.ts',
  'src/delivery/email/mail-transport.ts',
  'src/properties/visits.ts',
  'src/properties/search/memory/delete-orphaned-documents.ts',
];

test('the wall clock is read through the injected clock, so that no duration depends on it', () => {
  const readers = projectFiles(join(import.meta.dirname, '../..'))
    .filter(({ path }) => /^src\/(?!console\/).*(?<!\.test)\.ts$/.test(path))
    .filter(({ text }) => /\bDate\.now\(\)|\bnew Date\(\)/.test(text));
  assert.deepEqual(readers.map(({ path }) => path).sort(), STAMPS.sort());
});

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
