import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonical, isSameJson } from './canonical.ts';

test('equal values have one text in any order of their members', () => {
  assert.equal(canonical({ b: [1, { d: 'x', c: null }], a: true }), '{"a":true,"b":[1,{"c":null,"d":"x"}]}');
  assert.equal(canonical({ a: undefined, b: 1 }), canonical({ b: 1 }));
});

test('the order of a list counts, and a string is not the number it spells', () => {
  assert.notEqual(canonical([1, 2]), canonical([2, 1]));
  assert.notEqual(canonical('1'), canonical(1));
});

test('values are the same exactly when their texts are', () => {
  const values = [null, 0, '0', '', [], {}, [1, 2], [2, 1], [1], { a: 1 }, { a: 1, b: undefined }];
  const nested = [
    { a: { b: [{ c: 1 }] } },
    { a: { b: [{ c: 2 }] } },
    { a: { b: [{ c: 1, d: null }] } },
    { d: 1 },
  ];
  for (const one of [...values, ...nested])
    for (const other of structuredClone([...values, ...nested]))
      assert.equal(
        isSameJson(one, other),
        canonical(one) === canonical(other),
        `${canonical(one)} ${canonical(other)}`,
      );
});
