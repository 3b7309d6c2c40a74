import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { normalizeWords } from '../../lib/text.ts';
import { FREQUENT_WORDS } from './frequent-words.ts';
import { decodeWords, encodeWords } from './word-codes.ts';

test('each frequent word has a code of its own, of one or two characters that no word begins with', () => {
  const codes = FREQUENT_WORDS.map(encodeWords);
  assert.equal(new Set(FREQUENT_WORDS).size, FREQUENT_WORDS.length);
  assert.equal(new Set(codes).size, codes.length);
  for (const [at, code] of codes.entries()) {
    assert.match(code, /^[^\p{Letter}\p{Number}\s."\\{},']|^[A-Z]/u);
    assert.ok(code.length <= 2 && code !== FREQUENT_WORDS[at]);
    assert.equal(decodeWords(code), FREQUENT_WORDS[at]);
  }
});

test('words are those of normalised texts', () => {
  for (const word of FREQUENT_WORDS) assert.equal(normalizeWords(word), word);
});

test('a text is read as it was written, its rare words and separators too', () => {
  const text = `. ${FREQUENT_WORDS.slice(0, 60).join(' ')} . xylophone 12 œuvre 東京 .`;
  assert.equal(decodeWords(encodeWords(text)), text);
  assert.ok(encodeWords(text).includes(' . xylophone '));
});

test('a phrase is a part of the text exactly when its words are', () => {
  const text = ` ${encodeWords('vue mer sur un jardin')} `;
  for (const [phrase, isIn] of [
    ['vue mer', true],
    ['sur un jardin', true],
    ['mer', true],
    ['vue sur', false],
    ['ue mer', false],
    ['jardin vue', false],
  ] as const)
    assert.equal(text.includes(` ${encodeWords(phrase)} `), isIn, phrase);
});

test('the codes of words are frozen: stored texts have them', () => {
  const first = FREQUENT_WORDS.slice(0, 1_031).join(' ');
  assert.equal(createHash('sha256').update(first).digest('hex').slice(0, 16), '428b3db71769227b');
});
