import type { Asked } from '../../../criteria/tree.ts';
import { type Conjunct, spansSize, WEIGHTS } from './conjunct.ts';
import { WORD_SPACE, type Words } from './kept-columns.ts';
import { type Span, spanBetween } from './lists.ts';
import type { OpenSegment } from './open-segment.ts';
import { testSift } from './sifts.ts';

interface Phrase {
  readonly words: readonly number[];
  /** Where its rarest two words stand side by side. */
  readonly span: Span;
}

/** Some phrase of `in` and none of `nin`, word by word, as the predicate reads it in the text. */
export function phraseConjuncts(view: OpenSegment, name: string, asked: Asked['phrases']): Conjunct[] {
  const column = view.column(name);
  if (column.form !== 'words') throw new Error(`${name} holds no words`);
  const wanted = asked.in && phrasesOf(view, column, asked.in);
  const unwanted = phrasesOf(view, column, asked.nin ?? []);
  const none = anyOf(column, unwanted);
  return [
    ...(wanted ? [found(column, wanted)] : []),
    ...(unwanted.length > 0 ? [{ sift: () => testSift((row) => !none(row)), weight: WEIGHTS.phrase }] : []),
  ];
}

function found(column: Words, phrases: readonly Phrase[]): Conjunct {
  const spans = phrases.map(({ span }) => span);
  const exact = phrases.every(({ words }) => words.length <= 2);
  // A lone word is followed by many: its rows come list after list, not in order.
  const inOrder = phrases.every(({ words }) => words.length > 1);
  const apart = inOrder && phrases.length === 1;
  const candidates = { size: spansSize(spans), exact, spans, inOrder, apart, ofKinds: false };
  return { sift: () => testSift(anyOf(column, phrases)), weight: WEIGHTS.phrase, candidates };
}

/** A phrase with a word that occurs nowhere is left out. */
const phrasesOf = (view: OpenSegment, column: Words, phrases: readonly string[]): Phrase[] =>
  phrases.flatMap((phrase) => {
    const words = phrase.split(' ').map((word) => view.numberOfWord(column, word));
    return words.includes(undefined) ? [] : [phraseOf(column, words as number[])];
  });

function phraseOf({ pairs }: Words, words: readonly number[]): Phrase {
  const [first = 0] = words;
  if (words.length === 1)
    return { words, span: spanBetween(pairs, first * WORD_SPACE, (first + 1) * WORD_SPACE) };
  const spans = words.slice(1).map((word, at) => {
    const key = (words[at] as number) * WORD_SPACE + word;
    return spanBetween(pairs, key, key + 1);
  });
  const rarest = spans.reduce((least, span) =>
    span.end - span.start < least.end - least.start ? span : least,
  );
  return { words, span: rarest };
}

function anyOf({ starts, words }: Words, phrases: readonly Phrase[]): (row: number) => boolean {
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
