import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listingIdFromUrl } from './ids.ts';
import { normalizeUrl } from './url.ts';

const plain = 'https://www.figures-immo.example/annonces/Caf%C3%A9-42?lot=3';

for (const [what, spelling] of [
  ['a trailing slash', 'https://www.figures-immo.example/annonces/Caf%C3%A9-42/?lot=3'],
  ['a fragment', `${plain}#photos`],
  ['capitals in the host', 'HTTPS://WWW.Figures-Immo.example/annonces/Caf%C3%A9-42?lot=3'],
  ['the default port', 'https://www.figures-immo.example:443/annonces/Caf%C3%A9-42?lot=3'],
  ['a dot after the host', 'https://www.figures-immo.example./annonces/Caf%C3%A9-42?lot=3'],
  ['letters not encoded', 'https://www.figures-immo.example/annonces/Café-42?lot=3'],
  ['letters needlessly encoded', 'https://www.figures-immo.example/%61nnonces/Caf%c3%a9%2D42?lot=%33'],
  ['tracking parameters', `${plain}&utm_source=mail&gclid=x&xtor=AL-1`],
  ['spaces around it', ` ${plain}\n`],
  ['dots in the path', 'https://www.figures-immo.example/a/../annonces/Caf%C3%A9-42?lot=3'],
] as const) {
  test(`a URL with ${what} is the same listing`, () => {
    assert.equal(normalizeUrl(spelling), plain);
    assert.equal(listingIdFromUrl(spelling), listingIdFromUrl(plain));
  });
}

test('another path, letter case of the path, parameter or scheme is another listing', () => {
  const others = [
    '/annonces/Café-43?lot=3',
    '/annonces/café-42?lot=3',
    '/annonces/Café-42?lot=4',
    '/annonces/Café-42',
  ];
  const ids = others.map((path) => listingIdFromUrl(`https://www.figures-immo.example${path}`));
  assert.equal(
    new Set([...ids, listingIdFromUrl(plain), listingIdFromUrl(plain.replace('https', 'http'))]).size,
    6,
  );
});

test('the URL of a site has no trailing slash either', () => {
  assert.equal(normalizeUrl('https://one-home.example/'), 'https://one-home.example');
});

test('a text that is no http or https URL is no listing', () => {
  for (const text of [
    '',
    'annonces/42',
    'mailto:a@b.example',
    'ftp://a.example/1',
    'https://',
    'javascript:alert(1)',
  ]) {
    assert.equal(listingIdFromUrl(text), undefined, text);
  }
});

test('a malformed escape is left as it is', () => {
  assert.equal(normalizeUrl('https://a.example/100%/x'), 'https://a.example/100%/x');
});
