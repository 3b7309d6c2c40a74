import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from './options.ts';

const DEFAULTS = { rows: 100, seed: 'a', noSql: false };

test('an option has the type of its default', () => {
  assert.deepEqual(parseOptions([], DEFAULTS), DEFAULTS);
  assert.deepEqual(parseOptions(['--no-sql', '--rows', '2000', '--seed', '7'], DEFAULTS), {
    ...{ rows: 2_000, seed: '7', noSql: true },
  });
});

test('a word that is no option, and a number that is none, are refused', () => {
  assert.throws(() => parseOptions(['--row', '5'], DEFAULTS), /--row/);
  assert.throws(() => parseOptions(['60'], DEFAULTS), /60/);
  assert.throws(() => parseOptions(['--rows', 'many'], DEFAULTS), /--rows takes a number, not many/);
});
