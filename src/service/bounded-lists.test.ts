import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { validator } from './validator.ts';

const schema = Type.Object({
  types: Type.Array(Type.Unsafe<string>({ type: 'string', enum: ['FLAT', 'HOUSE'] }), { maxItems: 3 }),
});
const codes = (types: unknown): string[] =>
  validator(schema)({ types }).map(({ code, propertyPath }) => `${code} ${propertyPath}`);

test('each wrong entry of a list is named', () => {
  assert.deepEqual(codes(['x', 'FLAT', 1]), [
    'unknown_value types[0]',
    'wrong_type types[2]',
    'unknown_value types[2]',
  ]);
});

test('a list that is too long has that one fault, however wrong its entries are', () => {
  assert.deepEqual(codes(Array(100_000).fill('x')), ['too_many types']);
});

test('a list whose schema names no limit is bounded too', () => {
  const unlimited = Type.Object({ ids: Type.Array(Type.String()) });
  assert.equal(validator(unlimited)({ ids: Array(10_000).fill('x') }).length, 0);
  assert.deepEqual(
    validator(unlimited)({ ids: Array(10_001).fill(1) }).map(({ code }) => code),
    ['too_many'],
  );
});
