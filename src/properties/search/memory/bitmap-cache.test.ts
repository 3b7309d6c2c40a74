import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBit, setBit } from './bitmap.ts';
import { BitmapCache } from './bitmap-cache.ts';

test('sets of rows are worked out once, and no more of them are kept than there is room for', () => {
  const made: string[] = [];
  const kept = new BitmapCache(100, 3 * 16);
  const ask = (row: number) =>
    hasBit(
      kept.getOrBuild(`row ${row}`, (bits) => {
        made.push(`row ${row}`);
        setBit(bits, row);
      }),
      row,
    );
  for (const row of [1, 2, 3, 1, 2, 3]) assert.ok(ask(row));
  assert.deepEqual([made.length, kept.bytes], [3, 48]);
  assert.ok(ask(4));
  assert.equal(kept.bytes, 48);
  for (const row of [3, 4, 2, 1]) assert.ok(ask(row));
  assert.deepEqual(made, ['row 1', 'row 2', 'row 3', 'row 4', 'row 1']);
});
