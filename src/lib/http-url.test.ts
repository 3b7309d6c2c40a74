import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './seeded-random.ts';
import { isHttpUrl } from './url.ts';

const PIECES = [
  ...[
    'http://',
    'https://',
    'HTTPS://',
    'www.',
    'photos.',
    'a',
    'b-',
    '-c',
    '9',
    '1.2.3.999',
    'xn--',
    'xn--a',
    'é',
  ],
  ...[
    '.',
    '..',
    '/',
    '//',
    '.example',
    '.com',
    '.1',
    ':80',
    ':x',
    '@',
    '%',
    '%2',
    '[',
    ' ',
    '_',
    '?',
    '#',
    '\\',
    'a'.repeat(70),
  ],
];

test('a text is a URL exactly when the parser accepts it', () => {
  const random = seededRandom(17);
  let accepted = 0;
  for (let run = 0; run < 50_000; run += 1) {
    const length = 1 + Math.floor(random() * 7);
    const parts = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]);
    const text = `${random() < 0.8 ? 'https://' : ''}${random() < 0.5 ? 'www.portal.example' : ''}${parts.join('')}`;
    const expected = /^https?:\/\//i.test(text) && URL.canParse(text);
    assert.equal(isHttpUrl(text), expected, text);
    accepted += Number(expected);
  }
  assert.ok(accepted > 5_000);
});
