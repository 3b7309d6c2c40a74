import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalizeWords } from './text.ts';

/** The definition, in the simplest code. */
const inFull = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();

test('folding by character gives the same words as folding the whole text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.integer({ min: 0, max: 0x24ff }).map((code) => String.fromCharCode(code)) }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(normalizeWords(text), inFull(text));
    }),
    { numRuns: 500 },
  );
});

test('every character of the basic plane folds alike alone and between letters', () => {
  for (let code = 0; code < 0x1_0000; code += 1) {
    const text = `A${String.fromCharCode(code)}b${String.fromCharCode(code)}`;
    assert.equal(normalizeWords(text), inFull(text), code.toString(16));
  }
});

test('two spellings of a word are one', () => {
  assert.equal(normalizeWords('L’ÉTÉ — œuvre, 2½ pièces'), 'l ete œuvre 21 2 pieces');
  assert.equal(normalizeWords('e\u0301te\u0301'), 'ete');
  assert.equal(normalizeWords('ΟΔΟΣ İzmir ﬁn'), 'οδος izmir fin');
  assert.equal(normalizeWords('  ...  '), '');
});
