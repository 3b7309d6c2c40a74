import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeKnownWords, describeUnknownMember } from './known-words.ts';

test('a few known words are listed, and the nearest is named first', () => {
  assert.equal(describeKnownWords('zzz', ['page', 'size']), 'Known: page, size.');
  assert.equal(describeKnownWords('sise', ['page', 'size']), 'Did you mean "size"? Known: page, size.');
  assert.equal(describeKnownWords('x', []), 'There are none here.');
});

test('of many known words the nearest and their number are named', () => {
  const many = Array.from({ length: 60 }, (_, at) => `member${at}`);
  assert.equal(describeKnownWords('membre7', many), 'Did you mean "member7"? 60 are known.');
  assert.match(describeKnownWords('zzz', many), /^Known are 60, among them member0, /);
});

test('an endless name is shown by its beginning', () => {
  const message = describeUnknownMember('n'.repeat(5_000), ['name']);
  assert.ok(message.length < 200);
  assert.match(message, /n…". Known: name\.$/);
});
