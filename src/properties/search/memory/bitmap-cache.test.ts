import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BitmapCache, hasBit, setBit } from './bitmap-cache.ts';

test('each bitmap is built once, and the oldest is evicted when the cache is full', () => {
  const built: string[] = [];
  const cache = new BitmapCache(100, 3 * 16);
  const check = (row: number) =>
    hasBit(
      cache.getOrBuild(`row ${row}`, (bits) => {
        built.push(`row ${row}`);
        setBit(bits, row);
      }),
      row,
    );
  for (const row of [1, 2, 3, 1, 2, 3]) assert.ok(check(row));
  assert.deepEqual([built.length, cache.bytes], [3, 48]);
  assert.ok(check(4));
  assert.equal(cache.bytes, 48);
  for (const row of [3, 4, 2, 1]) assert.ok(check(row));
  assert.deepEqual(built, ['row 1', 'row 2', 'row 3', 'row 4', 'row 1']);
});
