import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMediaRange, splitOutsideQuotes } from './negotiate.ts';

test('a media type is read with its parameters, in any case and spacing', () => {
  assert.deepEqual(parseMediaRange(' Text/HTML ; Charset="UTF-8" ;q=0.5; '), {
    type: 'text/html',
    parameters: [
      ['charset', 'UTF-8'],
      ['q', '0.5'],
    ],
  });
  assert.deepEqual(parseMediaRange('*/*'), { type: '*/*', parameters: [] });
});

test('what is not a media type is none', () => {
  for (const text of [
    '',
    'json',
    'a/b/c',
    'a /b',
    'a/b;c',
    'a/b;c=',
    'a/b;c="',
    'a/b;c="x"y',
    'a/b;=x',
    'é/b',
  ]) {
    assert.equal(parseMediaRange(text), undefined, text);
  }
});

test('separators inside quotes separate nothing', () => {
  assert.deepEqual(splitOutsideQuotes('a;b="c;d\\";e";f', ';'), ['a', 'b="c;d\\";e"', 'f']);
  assert.deepEqual(splitOutsideQuotes('a,b', ','), ['a', 'b']);
  assert.deepEqual(splitOutsideQuotes('"never closed,x', ','), ['"never closed,x']);
});
