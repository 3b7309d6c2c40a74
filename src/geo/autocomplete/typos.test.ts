import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildLetterTree } from './letter-tree.ts';
import { TypoFinder } from './typos.ts';
import { openVocabulary, sortWords } from './vocabulary.ts';

/** The textbook distance: letters omitted, added, replaced or swapped with their neighbour, each position once. */
function distance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, at) => [at]);
  const cell = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= other.length; column += 1) (table[0] as number[])[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const exchanged =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      (table[row] as number[])[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + Number(!same),
        exchanged ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(one.length, other.length);
}

const words = fc.array(fc.stringMatching(/^[abc]{1,7}$/), { minLength: 1, maxLength: 40 });

test('exactly the words within one or two typos are found, with their distance', () => {
  fc.assert(
    fc.property(words, fc.stringMatching(/^[abcd]{1,7}$/), fc.constantFrom(1, 2), (given, word, maxTypos) => {
      const vocabulary = openVocabulary(sortWords(given));
      const found = new Map<string, number>();
      new TypoFinder(buildLetterTree(vocabulary.words)).find(
        word,
        { maxTypos, beginnings: false },
        (from, to, typos) => {
          assert.equal(to, from + 1);
          found.set(vocabulary.words[from] ?? '', typos);
        },
      );
      const expected = vocabulary.words
        .map((other): [string, number] => [other, distance(word, other)])
        .filter(([, apart]) => apart <= maxTypos);
      assert.deepEqual(new Map(found), new Map(expected));
    }),
    { numRuns: 500 },
  );
});

test('prefixes with a typo are distinguished from whole words', () => {
  const vocabulary = openVocabulary(sortWords(['montpellier', 'montpezat', 'monthelie']));
  const matches: string[] = [];
  new TypoFinder(buildLetterTree(vocabulary.words)).find(
    'montpelie',
    { maxTypos: 1, beginnings: true },
    (from, to, typos, whole) => {
      for (const word of vocabulary.words.slice(from, to))
        matches.push(`${word} ${typos} ${whole ? 'whole' : 'begun'}`);
    },
  );
  assert.deepEqual(
    new Set(matches),
    new Set(['monthelie 1 whole', 'monthelie 1 begun', 'montpellier 1 begun']),
  );
});

test('a word too long for the bits of a number matches nothing', () => {
  const finder = new TypoFinder(buildLetterTree(['a'.repeat(31)]));
  finder.find('a'.repeat(31), { maxTypos: 1, beginnings: true }, () => assert.fail('found'));
});
