import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameWords, typedWords } from './words.ts';

test('a name gives the same words whatever its case and punctuation', () => {
  for (const spelling of ["L'Haÿ-les-Roses", 'L’HAŸ LES ROSES', 'l hay les roses', "L'Haÿ-les-Roses"]) {
    assert.deepEqual(nameWords(spelling), ['l', 'hay', 'les', 'roses']);
  }
  assert.deepEqual(nameWords('Marcq-en-Barœul'), ['marcq', 'en', 'baroeul']);
  assert.deepEqual(nameWords('Paris 1er Arrondissement'), ['paris', '1', 'arrondissement']);
});

const texts = (query: string): string[] => typedWords(query).map(({ text }) => text);

test('signs that stand for words are read as words', () => {
  assert.deepEqual(texts('Neuilly s/ Seine'), ['neuilly', 'sur', 'seine']);
  assert.deepEqual(texts('neuilly/seine'), ['neuilly', 'sur', 'seine']);
  assert.deepEqual(texts('Fontenay s/s Bois'), ['fontenay', 'sous', 'bois']);
  assert.deepEqual(texts('33000bordeaux'), ['33000', 'bordeaux']);
  assert.deepEqual(texts('lyon 3 ème'), ['lyon', '3eme']);
  assert.deepEqual(texts('paris dix-septième'), ['paris', 'dixseptieme']);
});

test('a full stop and brackets are recognised', () => {
  assert.deepEqual(typedWords('Mars.'), [{ text: 'mars', abbreviated: true, bracketed: false }]);
  assert.deepEqual(typedWords('Lyon ( 69 )')[1], { text: '69', abbreviated: false, bracketed: true });
  assert.equal(typedWords('Château-Chinon (Ville')[2]?.bracketed, false);
});

test('only letters and digits form words, and the number of words is limited', () => {
  assert.deepEqual(texts('🏠 \u0007 \u0000 -- ; \' " % _ \\'), []);
  assert.deepEqual(texts(''), []);
  assert.ok(texts('mot '.repeat(10_000)).length <= 12);
  assert.ok((texts('x'.repeat(10_000))[0]?.length ?? 0) <= 30);
  assert.deepEqual(texts(`paris${'\ud83c'}`), ['paris'], 'half a character is none');
});
