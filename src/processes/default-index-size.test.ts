import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultIndexMb } from './default-index-size.ts';

const GIGABYTE = 2 ** 30;

test('the memory index may take a quarter of what the machine or its cgroup has, at most 8 GB', () => {
  assert.equal(defaultIndexMb(16 * GIGABYTE, 0), 4_096);
  assert.equal(defaultIndexMb(16 * GIGABYTE, 2 * GIGABYTE), 512);
  assert.equal(defaultIndexMb(16 * GIGABYTE, 2 ** 63), 4_096);
  assert.equal(defaultIndexMb(256 * GIGABYTE, 0), 8_192);
});
