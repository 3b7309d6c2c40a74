import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquireBuffer, releaseBuffer } from './buffer-pool.ts';

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.buffer === other.buffer && one.byteOffset === other.byteOffset;

test('a released buffer is used again, by one caller at a time', () => {
  const first = acquireBuffer(40_000);
  assert.equal(first.length, 40_000);
  const second = acquireBuffer(40_000);
  assert.ok(!isSame(first, second), 'the first is in use');
  releaseBuffer(first);
  const third = acquireBuffer(50_000);
  assert.ok(isSame(third, first));
  assert.equal(third.length, 50_000);
  assert.ok(!isSame(acquireBuffer(50_000), third));
});

test('a buffer released twice, or not from the pool, is not given to two callers', () => {
  const once = acquireBuffer(100_000);
  releaseBuffer(once);
  releaseBuffer(once);
  releaseBuffer(Buffer.alloc(100_000));
  const [one, other] = [acquireBuffer(100_000), acquireBuffer(100_000)];
  assert.ok(!isSame(one, other));
});

test('any length can be acquired', () => {
  for (const length of [2, 32_768, 32_769, 2 ** 20, 2 ** 20 + 1, 5_000_000])
    assert.equal(acquireBuffer(length).length, length);
});
