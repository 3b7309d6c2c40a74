import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt, namedId, newId } from './ids.ts';
import { isUuid } from './uuid.ts';

test('later ids sort later', () => {
  const earlier = newId(new Date('2026-01-01T00:00:00.000Z'));
  const later = newId(new Date('2026-01-01T00:00:00.001Z'));
  assert.ok(isUuid(earlier) && isUuid(later));
  assert.ok(earlier < later);
  assert.equal(earlier[14], '7');
});

test('every id of a moment lies between the first of that moment and the first of the next', () => {
  const [moment, next] = [new Date('2026-01-01T00:00:00.000Z'), new Date('2026-01-01T00:00:00.001Z')];
  const ids = Array.from({ length: 1_000 }, () => newId(moment));
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => firstIdAt(moment) <= id && id < firstIdAt(next)));
  assert.equal(firstIdAt(new Date(-1)), firstIdAt(new Date(0)));
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
