import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Digest96, FastDigest } from './fast-digest.ts';

const quick = new FastDigest();

function digestOf(texts: readonly string[], numbers: readonly number[] = []): Digest96 {
  for (const text of texts) quick.addText(text);
  for (const number of numbers) quick.addNumber(number);
  return quick.finish();
}

test('the same parts have the same digest, and the same letters otherwise divided another', () => {
  assert.deepEqual(digestOf(['ab', 'c'], [1]), digestOf(['ab', 'c'], [1]));
  assert.notDeepEqual(digestOf(['ab', 'c']), digestOf(['a', 'bc']));
  assert.notDeepEqual(digestOf(['a'], [1, 2]), digestOf(['a'], [2, 1]));
  assert.notDeepEqual(digestOf([], [1]), digestOf([], [1 + 2 ** 32]));
  assert.notDeepEqual(digestOf(['a', '']), digestOf(['a']));
});

/** 160,000 texts meet three times by chance in 32 bits. */
const MAX_CHANCE_COLLISIONS = 14;

test('parcels that differ in one figure or two meet no oftener than by chance, in none of the three parts', () => {
  const parts = { high: new Set<number>(), middle: new Set<number>(), low: new Set<number>() };
  let count = 0;
  for (const section of ['AB', 'AC', 'BA', 'ZZ'])
    for (let plan = 0; plan < 10_000; plan += 1)
      for (const price of [100_000, 100_001, 200_000, 10_000_000_000]) {
        const digest = digestOf([`33063000${section}${String(plan).padStart(4, '0')}`], [price]);
        for (const name of ['high', 'middle', 'low'] as const) parts[name].add(digest[name]);
        count += 1;
      }
  for (const met of Object.values(parts))
    assert.ok(count - met.size <= MAX_CHANCE_COLLISIONS, `${count - met.size}`);
});
