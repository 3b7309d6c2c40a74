import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonical } from './canonical.ts';

test('equal values have one text, whatever the order of their members', () => {
  assert.equal(canonical({ b: [1, { d: 'x', c: null }], a: true }), '{"a":true,"b":[1,{"c":null,"d":"x"}]}');
  assert.equal(canonical({ a: undefined, b: 1 }), canonical({ b: 1 }));
});

test('the order of a list counts, and a text is not the number it spells', () => {
  assert.notEqual(canonical([1, 2]), canonical([2, 1]));
  assert.notEqual(canonical('1'), canonical(1));
});
