import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedId, newId } from './ids.ts';
import { isUuid } from './uuid.ts';

test('ids made later sort later', () => {
  const earlier = newId(new Date('2026-01-01T00:00:00.000Z'));
  const later = newId(new Date('2026-01-01T00:00:00.001Z'));
  assert.ok(isUuid(earlier) && isUuid(later));
  assert.ok(earlier < later);
  assert.equal(earlier[14], '7');
});

test('a named id is the one RFC 9562 gives for the same namespace and name', () => {
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  assert.equal(namedId(dns, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('text that merely resembles an id is not one', () => {
  assert.equal(isUuid('2ed6657d-e927-568b-95e1-2665a8aea6a2'), true);
  assert.equal(isUuid('2ED6657D-E927-568B-95E1-2665A8AEA6A2'), true);
  assert.equal(isUuid('2ed6657de927568b95e12665a8aea6a2'), false);
  assert.equal(isUuid('2ed6657d-e927-568b-95e1-2665a8aea6a2\n'), false);
});
