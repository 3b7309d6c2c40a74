import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSleepErrors } from './check-sleeps.ts';

const PAUSE = "import { setTimeout as pause } from 'node:timers/promises';\n";

const errorsIn = (text: string, path = 'test/e2e/a.test.ts'): string[] =>
  findSleepErrors([{ path, text }], {});

test('a test may sleep for 200 ms, and fails from 201, whatever the timer is called', () => {
  for (const [above, allowed] of [
    [`${PAUSE}await pause(201);`, `${PAUSE}await pause(200);`],
    [`${PAUSE}await pause(1_000);`, `${PAUSE}await pause(1_00);`],
    [
      "import { setTimeout } from 'node:timers/promises';\nawait setTimeout(300);",
      "import { setTimeout } from 'node:timers/promises';\nawait setTimeout(100, 'late');",
    ],
    ['await systemClock.sleep(600);', 'await systemClock.sleep(20);'],
    [
      'await new Promise((resolve) => setTimeout(resolve, 3_000));',
      'await new Promise((resolve) => setTimeout(resolve, 3));',
    ],
    ['await db.rows(sql`select pg_sleep(0.3)`);', 'await db.rows(sql`select pg_sleep(0.05)`);'],
  ] as const) {
    assert.equal(errorsIn(above).length, 1, above);
    assert.deepEqual(errorsIn(allowed), [], allowed);
  }
});

test('constants of the file are followed, with their sums and products', () => {
  const constants = `${PAUSE}const STEP_MS = 150;\nconst LOAD_MS = 2 * STEP_MS + 20;\n`;
  assert.deepEqual(errorsIn(`${constants}await pause(STEP_MS);`), []);
  assert.deepEqual(errorsIn(`${constants}await pause(LOAD_MS);`), [
    'test/e2e/a.test.ts:4: sleeps for 320 ms; wait for a condition with until(), or move an injected clock',
  ]);
  assert.equal(errorsIn(`${constants}await pause(STEP_MS * 2);`).length, 1);
  assert.deepEqual(errorsIn(`${constants}await pause(chance.unit() * 400);`), [], 'not fixed');
});

test('time limits, moved clocks and what is there to be ended are no sleeps', () => {
  for (const text of [
    'const timer = setTimeout(() => stopping.abort(), 5_000);',
    'await clock.sleep(1_000);',
    'await db.rows(sql`select pg_sleep(60)`);',
    'await new Promise((resolve) => setTimeout(resolve, 60_000));',
  ])
    assert.deepEqual(errorsIn(text), [], text);
});

test('files of the service and benches may sleep; what tests use may not', () => {
  const text = `${PAUSE}await pause(500);`;
  assert.deepEqual(errorsIn(text, 'src/db/pool.ts'), []);
  assert.deepEqual(errorsIn(text, 'bench/doors.ts'), []);
  assert.equal(errorsIn(text, 'test/support/api.ts').length, 1);
  assert.equal(errorsIn(text, 'src/db/pool.test.ts').length, 1);
});

test('an exception is of one file and duration, and is removed with its sleep', () => {
  const file = { path: 'test/e2e/a.test.ts', text: `${PAUSE}await pause(500);` };
  assert.deepEqual(findSleepErrors([file], { 'test/e2e/a.test.ts: 500': 'why' }), []);
  assert.equal(findSleepErrors([file], { 'test/e2e/a.test.ts: 501': 'why' }).length, 2);
});
