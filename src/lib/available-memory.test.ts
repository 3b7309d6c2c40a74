import assert from 'node:assert/strict';
import { test } from 'node:test';
import { availableMemory } from './available-memory.ts';

const GIGABYTE = 2 ** 30;

test('a cgroup has less memory than its machine, or no limit', () => {
  assert.equal(availableMemory(16 * GIGABYTE, 0), 16 * GIGABYTE);
  assert.equal(availableMemory(16 * GIGABYTE, 2 * GIGABYTE), 2 * GIGABYTE);
  assert.equal(availableMemory(16 * GIGABYTE, 2 ** 63), 16 * GIGABYTE);
});
