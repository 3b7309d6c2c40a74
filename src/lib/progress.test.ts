import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProgress } from './progress.ts';

/** A stopwatch and what was written: each entry of `written` is one write. */
function makeScreen(terminal: { isTTY?: boolean; columns?: number } = {}) {
  let ms = 0;
  const written: string[] = [];
  return {
    written,
    wait: (more: number) => {
      ms += more;
    },
    clock: { monotonicMs: () => ms },
    output: { ...terminal, write: (text: string) => written.push(text) },
  };
}

test('a terminal shows one line with bar, percent, count, rate and time left', () => {
  const screen = makeScreen({ isTTY: true, columns: 100 });
  const progress = startProgress('Loading', { total: 2000, unit: 'listings', ...screen });
  screen.wait(10_000);
  progress.advance(500);
  assert.deepEqual(screen.written, [
    `\r\x1b[KLoading  [${'-'.repeat(30)}]    0 %  0 of 2,000 listings`,
    `\r\x1b[KLoading  [${'#'.repeat(7)}${'-'.repeat(23)}]   25 %  500 of 2,000 listings  50/s  30 s left`,
  ]);
});

test('a terminal is redrawn ten times a second at most', () => {
  const screen = makeScreen({ isTTY: true, columns: 100 });
  const progress = startProgress('Loading', { total: 10_000, ...screen });
  for (let count = 0; count < 1000; count += 1) {
    screen.wait(1);
    progress.advance();
  }
  assert.equal(screen.written.length, 11);
});

test('the end clears the bar and leaves a summary', () => {
  const screen = makeScreen({ isTTY: true, columns: 100 });
  const progress = startProgress('Loading', { total: 1_000_000, unit: 'listings', ...screen });
  screen.wait(81_000);
  progress.advance(1_000_000);
  progress.finish();
  assert.deepEqual(screen.written.slice(-2), [
    '\r\x1b[K',
    'Loading: 1,000,000 listings in 1 min 21 s (12,346/s)\n',
  ]);
});

test('work that ended early shows how far it got', () => {
  const screen = makeScreen();
  const progress = startProgress('Loading', { total: 100, ...screen });
  screen.wait(3_723_000);
  progress.advance(40);
  progress.abandon();
  assert.equal(screen.written.at(-1), 'Loading: stopped after 40 of 100, 1 h 2 min\n');
});

test('a narrow terminal loses the bar and never wraps', () => {
  for (const columns of [20, 40, 60, 80]) {
    const screen = makeScreen({ isTTY: true, columns });
    const progress = startProgress('Loading the listings', { total: 2000, unit: 'listings', ...screen });
    screen.wait(9_000);
    progress.advance(777);
    for (const line of screen.written) assert.ok(line.replace('\r\x1b[K', '').length < columns, line);
  }
});

test('without a terminal a line is written every 5 s or 10 %', () => {
  const screen = makeScreen();
  const progress = startProgress('Loading', { total: 1000, unit: 'listings', ...screen });
  for (let second = 0; second < 12; second += 1) {
    screen.wait(1000);
    progress.advance(10);
  }
  screen.wait(1000);
  progress.advance(300);
  assert.deepEqual(screen.written, [
    'Loading …\n',
    'Loading: 5 %, 50 of 1,000 listings, 10/s, 1 min 35 s left\n',
    'Loading: 10 %, 100 of 1,000 listings, 10/s, 1 min 30 s left\n',
    'Loading: 42 %, 420 of 1,000 listings, 32/s, 18 s left\n',
  ]);
});

test('quick work does not fill a log', () => {
  const screen = makeScreen();
  const progress = startProgress('Loading', { total: 1000, ...screen });
  for (let count = 0; count < 1000; count += 1) progress.advance();
  progress.finish();
  assert.deepEqual(screen.written, ['Loading …\n', 'Loading: 1,000 in 0 s\n']);
});

test('work of unknown size shows count, rate and time so far', () => {
  const screen = makeScreen();
  const progress = startProgress('Reading', { unit: 'lines', ...screen });
  screen.wait(8_000);
  progress.advance(4);
  progress.finish();
  assert.deepEqual(screen.written, [
    'Reading …\n',
    'Reading: 4 lines, 0.5/s, 8 s\n',
    'Reading: 4 lines in 8 s (0.5/s)\n',
  ]);
});

test('a note is written above the bar', () => {
  const screen = makeScreen({ isTTY: true, columns: 40 });
  const progress = startProgress('Reading', screen);
  progress.note('line 7 has no price');
  progress.advance();
  assert.deepEqual(screen.written.slice(1), ['\r\x1b[K', 'line 7 has no price\n', '\r\x1b[KReading  1']);
});

test('no work is 100 %, and so is more than was announced', () => {
  const none = makeScreen({ isTTY: true, columns: 100 });
  startProgress('Loading', { total: 0, ...none });
  assert.match(none.written.join(), /#{30}\] {2}100 %/);
  const more = makeScreen({ isTTY: true, columns: 100 });
  const progress = startProgress('Loading', { total: 10, ...more });
  more.wait(1000);
  progress.advance(12);
  assert.match(more.written.at(-1) ?? '', /#{30}\] {2}100 %.* 0 s left$/);
});
