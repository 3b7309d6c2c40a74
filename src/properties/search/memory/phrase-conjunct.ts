import type { Operands } from '../../../criteria/tree.ts';
import { predicateFilter } from './block-filters.ts';
import { COST_WEIGHTS, type Conjunct, countPostings } from './conjunct.ts';
import { MAX_WORDS, type TextColumn } from './indexed-columns.ts';
import type { OpenSegment } from './open-segment.ts';
import { findPostingRange, type PostingRange } from './posting-lists.ts';

interface Phrase {
  readonly words: readonly number[];
  /** Where its rarest two words stand side by side. */
  readonly postings: PostingRange;
}

/** Some phrase of `in` and none of `nin`, word by word, as the predicate reads it in the text. */
export function phraseConjuncts(view: OpenSegment, name: string, asked: Operands['phrases']): Conjunct[] {
  const column = view.column(name);
  if (column.form !== 'words') throw new Error(`${name} holds no words`);
  const wanted = asked.in && parsePhrases(view, column, asked.in);
  const unwanted = parsePhrases(view, column, asked.nin ?? []);
  const none = containsAnyPhrase(column, unwanted);
  return [
    ...(wanted ? [anyPhraseConjunct(column, wanted)] : []),
    ...(unwanted.length > 0
      ? [{ filter: () => predicateFilter((row) => !none(row)), weight: COST_WEIGHTS.phrase }]
      : []),
  ];
}

function anyPhraseConjunct(column: TextColumn, phrases: readonly Phrase[]): Conjunct {
  const postings = phrases.map(({ postings }) => postings);
  const exact = phrases.every(({ words }) => words.length <= 2);
  // A lone word is followed by many: its rows come list after list, not in order.
  const isSorted = phrases.every(({ words }) => words.length > 1);
  const isDisjoint = isSorted && phrases.length === 1;
  const candidates = {
    size: countPostings(postings),
    exact,
    postings,
    isSorted,
    isDisjoint,
    matchesKinds: false,
  };
  return {
    filter: () => predicateFilter(containsAnyPhrase(column, phrases)),
    weight: COST_WEIGHTS.phrase,
    candidates,
  };
}

/** A phrase with a word that occurs nowhere is left out. */
const parsePhrases = (view: OpenSegment, column: TextColumn, phrases: readonly string[]): Phrase[] =>
  phrases.flatMap((phrase) => {
    const words = phrase.split(' ').map((word) => view.numberOfWord(column, word));
    return words.includes(undefined) ? [] : [buildPhrase(column, words as number[])];
  });

function buildPhrase({ wordPairs }: TextColumn, words: readonly number[]): Phrase {
  const [first = 0] = words;
  if (words.length === 1)
    return { words, postings: findPostingRange(wordPairs, first * MAX_WORDS, (first + 1) * MAX_WORDS) };
  const spans = words.slice(1).map((word, at) => {
    const key = (words[at] as number) * MAX_WORDS + word;
    return findPostingRange(wordPairs, key, key + 1);
  });
  const rarest = spans.reduce((least, span) =>
    span.end - span.start < least.end - least.start ? span : least,
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
