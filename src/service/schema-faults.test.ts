import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { propertyPath } from './schema-faults.ts';
import { validator } from './validator.ts';

test('a pointer becomes the path a person would write', () => {
  assert.equal(propertyPath(''), '');
  assert.equal(propertyPath('/criteria/and/1/rooms', 'gte'), 'criteria.and[1].rooms.gte');
  assert.equal(propertyPath('/0/a~1b/~0c'), '[0].a/b.~c');
});

const faults = (schema: Parameters<typeof validator>[0], value: unknown) =>
  validator(schema)(value).map(({ code, propertyPath: path, message }) => `${path}: ${code}: ${message}`);

test('faults are rendered as sentences', () => {
  const schema = Type.Object(
    {
      kind: Type.Union([Type.Literal('A'), Type.Literal('B')]),
      size: Type.Integer({ maximum: 100 }),
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
    },
    { additionalProperties: false },
  );
  assert.deepEqual(faults(schema, { kind: 'A', size: 101, id: 'x', more: 1 }), [
    'name: required: The member "name" is required.',
    'more: unknown_member: There is no member called "more". Known: kind, size, id, name.',
    'size: out_of_range: Must be <= 100.',
    'id: wrong_format: Must be a valid uuid.',
  ]);
  assert.deepEqual(faults(Type.String({ enum: ['A', 'B'] }), 'C'), [
    ': unknown_value: Must be one of: A, B.',
  ]);
  assert.deepEqual(faults(Type.Integer(), '1'), [': wrong_type: Must be of type integer.']);
});

test('an id is 36 characters of hexadecimal and nothing around them', () => {
  const id = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';
  const schema = Type.String({ format: 'uuid' });
  assert.deepEqual(faults(schema, id), []);
  assert.deepEqual(faults(schema, id.toUpperCase()), []);
  for (const text of [`urn:uuid:${id}`, `{${id}}`, ` ${id}`, `${id}\n`, id.replaceAll('-', '')]) {
    assert.equal(faults(schema, text).length, 1, JSON.stringify(text));
  }
});
