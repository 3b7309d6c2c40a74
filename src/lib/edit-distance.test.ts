import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from './edit-distance.ts';

const distances: readonly (readonly [string, string, number])[] = [
  ['', '', 0],
  ['rooms', 'rooms', 0],
  ['', 'rooms', 5],
  ['rooms', 'room', 1],
  ['room', 'rooms', 1],
  ['roams', 'rooms', 1],
  ['romos', 'rooms', 1],
  ['orosm', 'rooms', 2],
  ['kitten', 'sitting', 3],
];

for (const [one, other, expected] of distances)
  test(`"${one}" and "${other}" are ${expected} edits apart, in both directions`, () => {
    assert.equal(editDistance(one, other), expected);
    assert.equal(editDistance(other, one), expected);
  });

test('edits above a bound are not counted further', () => {
  assert.equal(editDistance('kitten', 'sitting', 3), 3);
  assert.equal(editDistance('kitten', 'sitting', 2), 3);
  assert.equal(editDistance('room', 'bathrooms', 1), 2);
});
