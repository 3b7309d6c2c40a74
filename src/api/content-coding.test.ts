import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negotiateCoding } from './content-coding.ts';

const best = (header: string | undefined): string => negotiateCoding(header)?.best ?? 'none';

const cases: [string | undefined, string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.9', 'br'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip, identity', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['*;q=0', 'none'],
  ['identity;q=0', 'none'],
  ['identity;q=0, deflate', 'none'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0, *', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['*;q=0, identity', 'identity'],
  // A weight that is none is ignored together with its coding.
  ['gzip;q=2', 'identity'],
  ['gzip;q=abc, br;q=', 'identity'],
  ['gzip;level=9', 'identity'],
  [',, ,gzip,', 'gzip'],
];

for (const [header, expected] of cases)
  test(`Accept-Encoding ${header === undefined ? 'left out' : JSON.stringify(header)} chooses ${expected}`, () => {
    assert.equal(best(header), expected);
    assert.equal(best(header), expected, 'cached');
  });

test('pages that are kept as gzip are sent so when gzip is as welcome as the best', () => {
  assert.equal(negotiateCoding('gzip, br')?.gzip, true);
  assert.equal(negotiateCoding('gzip;q=0.9, br')?.gzip, false);
  assert.equal(negotiateCoding('identity, gzip;q=0.5')?.gzip, false);
});

test('identity is refused by its own weight or that of every other coding', () => {
  assert.equal(negotiateCoding('gzip, identity;q=0')?.identity, false);
  assert.equal(negotiateCoding('gzip, *;q=0')?.identity, false);
  assert.equal(negotiateCoding('gzip')?.identity, true);
});
