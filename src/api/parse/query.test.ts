import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { queryParser } from './query.ts';

const parse = queryParser(
  Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1 })),
      name: Type.Optional(Type.String({ minLength: 1 })),
      type: Type.Optional(Type.Array(Type.String({ enum: ['A', 'B'] }))),
      'createdAt[before]': Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
);

const answer = (text: string) => {
  const parsed = parse(text);
  return 'faults' in parsed
    ? parsed.faults.map((f) => `${f.understood ? 422 : 400} ${f.code} ${f.propertyPath}`)
    : { ...parsed.value };
};

test('declared parameters are read, lists in both spellings', () => {
  assert.deepEqual(answer(''), {});
  assert.deepEqual(answer('page=2&name=Saint%20Ouen+sur'), { page: 2, name: 'Saint Ouen sur' });
  assert.deepEqual(answer('type=A&type=B'), { type: ['A', 'B'] });
  assert.deepEqual(answer('type[]=A&type%5B%5D=B'), { type: ['A', 'B'] });
  assert.deepEqual(answer('createdAt[before]=2026-01-01'), { 'createdAt[before]': '2026-01-01' });
});

test('a number is digits and nothing else', () => {
  for (const text of ['0x10', '', '1.5', 'NaN', '1e3', '%201', '9'.repeat(40)]) {
    assert.deepEqual(answer(`page=${text}`), ['400 wrong_type page'], text);
  }
  assert.deepEqual(answer('page=0'), ['422 out_of_range page']);
  assert.deepEqual(answer('page=-0'), ['422 out_of_range page']);
});

test('nothing is silently dropped', () => {
  assert.deepEqual(answer('pages=1'), ['400 unknown_member pages']);
  assert.deepEqual(answer('page=1&page=2'), ['400 duplicate_member page']);
  assert.deepEqual(answer('type[]=A&type=B'), ['400 duplicate_member type']);
  assert.deepEqual(answer('type[0][a]=1'), ['400 unknown_member type[0][a]']);
  assert.deepEqual(answer('__proto__[x]=1&constructor=2'), [
    '400 unknown_member __proto__[x]',
    '400 unknown_member constructor',
  ]);
  assert.deepEqual(answer('createdAt[before]=a&createdAt[before]=b'), [
    '400 duplicate_member createdAt[before]',
  ]);
  assert.deepEqual(answer('type=C&page=x'), ['400 wrong_type page', '400 unknown_value type[0]']);
});

test('a query that cannot be decoded, or is endless, is not understood', () => {
  assert.deepEqual(answer('name=%zz'), ['400 malformed ']);
  assert.deepEqual(answer('name=%ff'), ['400 malformed ']);
  assert.deepEqual(answer('name=a%00b'), ['422 not_storable name']);
  assert.deepEqual(answer(Array.from({ length: 10_000 }, (_, at) => `p${at}=1`).join('&')), [
    '400 malformed ',
  ]);
});
