import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNewBuild } from './feature-parts.ts';

const seen = new Date('2026-05-01T00:00:00Z');

test('a home whose year was still to come when it was first seen is new, whatever its language', () => {
  assert.equal(isNewBuild({ building: { constructionYear: 2027 } }, seen), true);
  assert.equal(isNewBuild({ building: { constructionYear: 2025 } }, seen), false);
  assert.equal(isNewBuild({ constructionStatus: 'NEW' }, seen), true);
  assert.equal(isNewBuild({ body: { description: 'Vendu en VEFA.' } }, seen), true);
  assert.equal(isNewBuild({}, seen), false);
});
