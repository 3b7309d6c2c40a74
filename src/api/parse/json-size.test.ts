import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeFault } from './json-size.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;

test('64 levels are read, 65 are too deep', () => {
  assert.equal(sizeFault(nested(64)), undefined);
  assert.equal(sizeFault(nested(65))?.code, 'too_deep');
  assert.equal(sizeFault(`[${nested(63)},${nested(63)}]`), undefined, 'side by side is not deeper');
});

test('1,000 members of one object are read, 1,001 are too many', () => {
  assert.equal(sizeFault(members(1_000)), undefined);
  assert.equal(sizeFault(members(1_001))?.code, 'too_many_members');
  assert.equal(sizeFault(`[${members(900)},${members(900)}]`), undefined, 'two objects are counted apart');
  assert.equal(sizeFault(`{"a":${members(1_000)},"b":1}`), undefined, 'and so is one inside another');
});

test('marks inside a text are text', () => {
  assert.equal(sizeFault(JSON.stringify({ a: `${'['.repeat(100)}"${':'.repeat(2_000)}\\` })), undefined);
});

test('what is not JSON is looked at without coming to harm', () => {
  for (const text of [']]]]', '"', '"\\', '{"a', '[[}', ':::', '']) assert.equal(sizeFault(text), undefined);
});
