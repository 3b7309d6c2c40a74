import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LruCache } from './lru-cache.ts';

test('what was used longest ago makes room', () => {
  const kept = new LruCache<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  assert.equal(kept.get('a'), 1);
  kept.set('c', 3);
  assert.deepEqual([kept.get('a'), kept.get('b'), kept.get('c')], [1, undefined, 3]);
  kept.set('a', 4);
  assert.equal(kept.get('a'), 4, 'a value may be replaced');
});
