import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scanJson } from './json-scan.ts';

const codes = (text: string): string[] | undefined => {
  const faults = scanJson(text);
  return typeof faults === 'number' ? undefined : faults.map(({ code }) => code);
};
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const pieces = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"b"',
    '1',
    '-0',
    '0',
    '01',
    '1.',
    '.5',
    '-',
    '1e5',
    '1E+',
    '2e-7',
  ],
  ...[
    'true',
    'fals',
    'null',
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\\',
    '\\u',
    '\\u0041',
    '\\ud800',
    '"\\n"',
    '"\\x"',
    '\0',
  ],
  ...['"\u0001"', '"é"', '"\\u12g4"', 'NaN', '/', '{"a":1}', '[1,2]', '{}', '[]', '""', '\ufeff'],
];

test('the scan takes exactly the texts that JSON.parse takes', () => {
  const made = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  const bent = fc
    .tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat(200), fc.constantFrom('', ...pieces))
    .map(([value, at, piece]) => {
      const text = JSON.stringify(value);
      return text.slice(0, at) + piece + text.slice(at + (piece === '' ? 1 : 0));
    });
  fc.assert(
    fc.property(fc.oneof(made, bent), (text) => {
      assert.equal(codes(text) !== undefined, isJson(text), JSON.stringify(text));
    }),
    { numRuns: 5_000 },
  );
});

test('64 levels are read, 65 are too deep', () => {
  assert.deepEqual(codes(nested(64)), []);
  assert.deepEqual(codes(nested(65)), ['too_deep']);
  assert.deepEqual(codes(`[${nested(63)},${nested(63)}]`), [], 'side by side is not deeper');
  assert.deepEqual(codes(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`), ['too_deep']);
});

test('what is too deep or too wide and not JSON either is malformed', () => {
  for (const text of ['['.repeat(100), `${nested(100)}]`, `${'[{"a":'.repeat(100)}1${']}'.repeat(100)}`])
    assert.equal(codes(text), undefined);
  assert.equal(codes(members(1_001).slice(0, -1)), undefined);
});

test('1,000 members of one object are read, 1,001 are too many', () => {
  assert.deepEqual(codes(members(1_000)), []);
  assert.deepEqual(codes(members(1_001)), ['too_many_members']);
  assert.deepEqual(codes(`[${members(900)},${members(900)}]`), [], 'two objects are counted apart');
  assert.deepEqual(codes(`{"a":${members(1_000)},"b":1}`), [], 'and so is one inside another');
});

test('a member given twice is found among few and among many, however it is written', () => {
  for (const count of [1, 8, 9, 500]) {
    const twice = members(count).replace('}', ',"\\u006b0":2}');
    assert.deepEqual(codes(twice), ['duplicate_member'], `${count} members`);
  }
});

test('marks inside a text are text', () => {
  assert.deepEqual(codes(JSON.stringify({ a: `${'['.repeat(100)}"${':'.repeat(2_000)}\\` })), []);
});

test('after a hundred faults only the grammar is looked at', () => {
  assert.equal(codes(`[${Array(5_000).fill('-0').join()}]`)?.length, 100);
  assert.equal(codes(`[${Array(5_000).fill('-0').join()}`), undefined);
});
