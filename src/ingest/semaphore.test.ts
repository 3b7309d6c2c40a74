import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { Semaphore } from './transaction-batches.ts';

test('a semaphore bounds concurrent work and runs all of it', async () => {
  const semaphore = new Semaphore(2);
  const seen: number[] = [];
  let running = 0;
  const work = async (): Promise<void> => {
    running += 1;
    seen.push(running);
    await soon();
    running -= 1;
  };
  await Promise.all([1, 2, 3, 4, 5].map(() => semaphore.run(work)));
  assert.equal(seen.length, 5);
  assert.equal(Math.max(...seen), 2);
});

test('failing work rejects and releases its slot', async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.run(async () => {
    throw new Error('no');
  });
  const next = semaphore.run(async () => 'done');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'done');
});
