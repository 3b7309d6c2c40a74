import { encodeWords } from '../../../criteria/kinds/word-codes.ts';
import type { Operands } from '../../../criteria/tree.ts';
import { type Bitmap, setBit } from './bitmap-cache.ts';
import { predicateFilter } from './block-filters.ts';
import { COST_WEIGHTS, type Conjunct, countPostings } from './conjunct.ts';
import { MAX_WORDS, type TextColumn } from './indexed-columns.ts';
import type { OpenSegment } from './open-segment.ts';
import { findPostingRange, type PostingRange } from './posting-lists.ts';

interface Phrase {
  readonly words: readonly number[];
  /** The postings of its rarest pair of adjacent words. */
  readonly postings: PostingRange;
}

/** Any phrase of `in` and none of `nin`, compared word by word as the predicate does. */
export function phraseConjuncts(view: OpenSegment, name: string, operand: Operands['phrases']): Conjunct[] {
  const column = view.column(name);
  if (column.form !== 'text') throw new Error(`${name} is not a text column`);
  const text = { view, name, column };
  const wanted = operand.in && parsePhrases(view, column, operand.in);
  const unwanted = parsePhrases(view, column, operand.nin ?? []);
  const none = containsAnyPhrase(column, unwanted);
  return [
    ...(wanted ? [anyPhraseConjunct(text, wanted)] : []),
    ...(unwanted.length > 0
      ? [
          {
            filter: () => predicateFilter((row) => !none(row)),
            weight: COST_WEIGHTS.phrase,
            bitmapClauses: () => [{ any: phraseBitmaps(text, unwanted), isExcluded: true }],
          },
        ]
      : []),
  ];
}

interface IndexedText {
  readonly view: OpenSegment;
  readonly name: string;
  readonly column: TextColumn;
}

/** Above this a bitmap is built for each phrase: the second query then costs as little as a set of values. */
const MAX_LISTED_ROWS = 4_096;

function anyPhraseConjunct(text: IndexedText, phrases: readonly Phrase[]): Conjunct {
  const postings = phrases.map(({ postings }) => postings);
  const size = countPostings(postings);
  const plain = {
    filter: () => predicateFilter(containsAnyPhrase(text.column, phrases)),
    weight: COST_WEIGHTS.phrase,
    bitmapClauses: () => [{ any: phraseBitmaps(text, phrases) }],
  };
  if (size > MAX_LISTED_ROWS) return plain;
  const exact = phrases.every(({ words }) => words.length <= 2);
  // A single word matches many pairs: its rows are sorted per list only.
  const isSorted = phrases.every(({ words }) => words.length > 1);
  const isDisjoint = isSorted && phrases.length === 1;
  return { ...plain, candidates: { size, exact, postings, isSorted, isDisjoint, matchesKinds: false } };
}

/** The rows with each phrase. A pair of words has its list; a longer phrase is verified in the rows of its rarest pair. */
const phraseBitmaps = ({ view, name, column }: IndexedText, phrases: readonly Phrase[]): Bitmap[] =>
  phrases.map((phrase) =>
    view.cachedBitmap(`${name} phrase ${phrase.words.join(' ')}`, (bits) => {
      const { rows, start, end } = phrase.postings;
      const holds = phrase.words.length <= 2 ? undefined : containsAnyPhrase(column, [phrase]);
      for (let at = start; at < end; at += 1) {
        const row = rows[at] as number;
        if (holds === undefined || holds(row)) setBit(bits, row);
      }
    }),
  );

/** Phrases with an unknown word are dropped. */
const parsePhrases = (view: OpenSegment, column: TextColumn, phrases: readonly string[]): Phrase[] =>
  phrases.flatMap((phrase) => {
    const words = encodeWords(phrase)
      .split(' ')
      .map((word) => view.numberOfWord(column, word));
    return words.includes(undefined) ? [] : [buildPhrase(column, words as number[])];
  });

function buildPhrase({ wordPairs }: TextColumn, words: readonly number[]): Phrase {
  const [first = 0] = words;
  if (words.length === 1)
    return { words, postings: findPostingRange(wordPairs, first * MAX_WORDS, (first + 1) * MAX_WORDS) };
  const ranges = words.slice(1).map((word, at) => {
    const key = (words[at] as number) * MAX_WORDS + word;
    return findPostingRange(wordPairs, key, key + 1);
  });
  const rarest = ranges.reduce((least, range) =>
    range.end - range.start < least.end - least.start ? range : least,
  );
  return { words, postings: rarest };
}

function containsAnyPhrase(
  { starts, words }: TextColumn,
  phrases: readonly Phrase[],
): (row: number) => boolean {
  const holds = (phrase: readonly number[], from: number, to: number): boolean => {
    const [first] = phrase;
    for (let at = from; at <= to - phrase.length; at += 1) {
      if (words[at] !== first) continue;
      let step = 1;
      while (step < phrase.length && words[at + step] === phrase[step]) step += 1;
      if (step === phrase.length) return true;
    }
    return false;
  };
  return (row) => {
    const [from, to] = [starts[row] as number, starts[row + 1] as number];
    for (const phrase of phrases) if (holds(phrase.words, from, to)) return true;
    return false;
  };
}
