import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedBuffersMb } from './shared-buffers.ts';

const GIGABYTE = 2 ** 30;

test('the embedded server keeps pages in a twelfth of the memory, 128 MB to 2 GB', () => {
  assert.equal(sharedBuffersMb(GIGABYTE), 128);
  assert.equal(sharedBuffersMb(6 * GIGABYTE), 512);
  assert.equal(sharedBuffersMb(64 * GIGABYTE), 2_048);
});
