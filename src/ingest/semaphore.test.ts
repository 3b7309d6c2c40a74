import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { Semaphore } from './semaphore.ts';

test('no more work is under way than there are lanes, whoever brings it, and all of it is done', async () => {
  const lanes = new Semaphore(2);
  const seen: number[] = [];
  let underWay = 0;
  const work = async (): Promise<void> => {
    underWay += 1;
    seen.push(underWay);
    await soon();
    underWay -= 1;
  };
  await Promise.all([1, 2, 3, 4, 5].map(() => lanes.run(work)));
  assert.equal(seen.length, 5);
  assert.equal(Math.max(...seen), 2);
});

test('work that fails is told to whoever brought it, and leaves its lane to the next', async () => {
  const lanes = new Semaphore(1);
  const failing = lanes.run(async () => {
    throw new Error('no');
  });
  const next = lanes.run(async () => 'done');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'done');
});
