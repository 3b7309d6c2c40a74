import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropImpossible } from './plausible.ts';

const now = new Date('2026-06-01T00:00:00Z');

test('impossible values are removed and counted under their payload member', () => {
  const claims = {
    unit: { rooms: 3, floor: 4_500, bedrooms: 9_999 },
    area: { indoor: { unit: 'SQM', living: 4_500_000 }, land: { unit: 'SQM', value: 0.5 } },
    building: { constructionYear: 197 },
  };
  const ignored = dropImpossible(claims, now);
  assert.deepEqual(claims, { unit: { rooms: 3 } });
  assert.deepEqual(ignored.map(({ member }) => member).toSorted(), [
    'area.land.value',
    'area.living',
    'bedrooms',
    'constructionYear',
    'floor',
  ]);
  assert.ok(ignored.every(({ why }) => why === 'impossible'));
});

test('unusual but possible values stay', () => {
  const claims = {
    unit: { rooms: 40, floor: -2 },
    building: { constructionYear: 2030, renovationYear: 1100 },
  };
  assert.deepEqual(dropImpossible(claims, now), []);
});
