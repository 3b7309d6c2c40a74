import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonWords, levelWords } from '../../src/console/words/evidence.ts';
import { COMPARISONS } from '../../src/identity/levels.ts';

test('every comparison of two listings, and every level of it, has a text', () => {
  const levels = Object.values(COMPARISONS).flat();
  assert.deepEqual(
    Object.keys(COMPARISONS).filter((name) => !(name in comparisonWords.en)),
    [],
  );
  assert.deepEqual(
    levels.filter((level) => !(level in levelWords.fr)),
    [],
  );
});
