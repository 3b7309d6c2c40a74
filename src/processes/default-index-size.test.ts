import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultIndexMb } from './default-index-size.ts';

const GIGABYTE = 2 ** 30;

test('the memory index may take a quarter of the memory, at most 8 GB', () => {
  assert.equal(defaultIndexMb(16 * GIGABYTE), 4_096);
  assert.equal(defaultIndexMb(256 * GIGABYTE), 8_192);
});
