import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { measureCpuMs } from '../../../test/support/cpu-time.ts';
import { runAtOnce, strictJsonSteps } from './body.ts';
import { MAX_STRINGS, MAX_VALUES } from './json-scan-state.ts';

const parse = (text: string | Buffer) => runAtOnce(strictJsonSteps(Buffer.from(text)));
const codes = (text: string | Buffer) => {
  const parsed = parse(text);
  return 'faults' in parsed
    ? parsed.faults.map((f) => `${f.understood ? 422 : 400} ${f.code} ${f.propertyPath}`)
    : [];
};

test('whatever JSON.stringify writes is read back the same', () => {
  const exactNumbers = (value: unknown): boolean => !JSON.stringify(value).match(/-0(?![.\d])|\d{16}/);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      fc.pre(exactNumbers(value) && !JSON.stringify(value).includes('\\u'));
      assert.deepEqual(parse(JSON.stringify(value)), { value: JSON.parse(JSON.stringify(value)) });
    }),
  );
});

test('text that is not JSON, not UTF-8, marked or empty is not understood', () => {
  for (const text of [
    '{',
    '{"a":1,}',
    '{"a":1}// note',
    'NaN',
    '[Infinity]',
    '\ufeff{}',
    '',
    '  \n ',
    "{'a':1}",
  ]) {
    assert.deepEqual(codes(text), ['400 malformed '], JSON.stringify(text));
  }
  assert.deepEqual(codes(Buffer.from([0x22, 0xff, 0x22])), ['400 malformed ']);
});

test('a member given twice is refused wherever it stands', () => {
  assert.deepEqual(codes('{"a":1,"a":2}'), ['400 duplicate_member a']);
  assert.deepEqual(codes('{"x":[{"b":1},{"c":"}","\\u0063":3}]}'), ['400 duplicate_member x[1].c']);
  assert.deepEqual(codes('{"a":{"a":1},"b":{"a":1}}'), []);
});

test('numbers that would not be held as written are named', () => {
  for (const number of [
    '1e400',
    '-1e400',
    '9007199254740993',
    '-0',
    '1'.repeat(10_000),
    `0.${'1'.repeat(100)}`,
  ]) {
    assert.deepEqual(codes(`{"page":[0,${number}]}`), ['422 not_exact page[1]'], number.slice(0, 30));
  }
  assert.deepEqual(codes('[0, -1.5, 1e3, 9007199254740991, 0.1, -0.5]'), []);
});

test('every fault of a body is reported, not only the first', () => {
  assert.deepEqual(codes('{"a":1e400,"b":"\\u0000","a":-0}'), [
    '422 not_exact a',
    '422 not_storable b',
    '400 duplicate_member a',
    '422 not_exact a',
  ]);
});

test('text that no database holds is refused, in values and in names', () => {
  assert.deepEqual(codes('{"name":"a\\u0000b"}'), ['422 not_storable name']);
  assert.deepEqual(codes('{"name":"\\ud800"}'), ['422 not_storable name']);
  assert.deepEqual(codes('{"a\\u0000":1}'), ['422 not_storable a\0']);
  assert.deepEqual(codes('{"name":"\\ud83c\\udfe0 \\"maison\\\\"}'), []);
});

test('a million levels, a hundred thousand members and a megabyte of name are refused in a fraction of a second', async () => {
  const hostile = {
    deep: '['.repeat(500_000) + ']'.repeat(500_000),
    members: `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join()}}`,
    name: `{"${'x'.repeat(1_000_000)}":1}`,
  };
  const expected = { deep: 'too_deep', members: 'too_many_members', name: 'unknown_member' };
  for (const [kind, text] of Object.entries(hostile)) {
    const bytes = Buffer.from(text);
    const parsed = runAtOnce(strictJsonSteps(bytes));
    const took = await measureCpuMs(() => runAtOnce(strictJsonSteps(bytes)));
    assert.equal('faults' in parsed && parsed.faults[0]?.code, expected[kind as keyof typeof expected]);
    assert.ok('faults' in parsed && (parsed.faults[0]?.propertyPath.length ?? 0) < 300);
    assert.ok(took < 250, `${kind} took ${took} ms`);
  }
});

test('a body of too many values is refused as a whole, once its grammar is known', () => {
  const values = (count: number): string =>
    `[${Array(count - 1)
      .fill('[]')
      .join()}]`;
  assert.deepEqual(codes(values(MAX_VALUES)), []);
  assert.deepEqual(codes(values(MAX_VALUES + 1)), ['422 too_many_values ']);
  assert.deepEqual(codes(`${values(MAX_VALUES + 1)}]`), ['400 malformed ']);
});

test('texts and member names are counted together, and too many are refused as a whole', () => {
  const texts = (count: number): string => `[${Array(count).fill('""').join()}]`;
  assert.deepEqual(codes(texts(MAX_STRINGS)), []);
  assert.deepEqual(codes(texts(MAX_STRINGS + 1)), ['422 too_many_values ']);
  const objects = (count: number): string =>
    `[${Array(count / 2)
      .fill('{"a":"b"}')
      .join()}]`;
  assert.deepEqual(codes(objects(MAX_STRINGS)), []);
  assert.deepEqual(codes(objects(MAX_STRINGS + 2)), ['422 too_many_values ']);
  assert.deepEqual(codes(`${texts(MAX_STRINGS + 1)}]`), ['400 malformed ']);
});

test('names that mean something to JavaScript are names like any other', () => {
  const parsed = parse('{"__proto__":{"polluted":true},"constructor":1,"toString":2}');
  assert.ok('value' in parsed);
  assert.equal(Object.getOwnPropertyDescriptor(Object.prototype, 'polluted'), undefined);
});

test('a malformed body is answered with the line and column of what does not belong there', () => {
  const messageOf = (text: string): string | undefined => {
    const parsed = parse(text);
    return 'faults' in parsed ? parsed.faults[0]?.message : undefined;
  };
  const at = (place: string) => `The body is not well-formed JSON: ${place}.`;
  assert.equal(messageOf('{"a": 1,\n "é": x}'), at('line 2, column 7: "x" is not expected here'));
  assert.equal(messageOf('{"a": 1,}'), at('line 1, column 9: "}" is not expected here'));
  assert.equal(messageOf("{'a': 1}"), at(`line 1, column 2: "'" is not expected here`));
  assert.equal(messageOf('{"a": 1'), at('line 1, column 8: it ends too early'));
  assert.equal(
    messageOf('{"a": "open\n}'),
    at(
      'line 1, column 7: a text is not expected here, has no end, or holds a character that must be escaped',
    ),
  );
  assert.equal(messageOf('[1]\r\n🏠'), at('line 2, column 1: "🏠" is not expected here'));
});
