import { lowerBoundText } from './lower-bound.ts';

/** Every word of every name once, in the order of their code units: a word's place in it is its number. */
export interface WordVocabulary {
  readonly words: readonly string[];
  /** The number of a word, or -1. */
  numberOf(word: string): number;
  /** The words that begin so: from the first number to the second, the second left out. */
  startingWith(beginning: string): readonly [from: number, to: number];
}

export function buildVocabulary(words: Iterable<string>): WordVocabulary {
  // The default order compares code units: the same on every machine, whatever its language.
  const sorted = [...new Set(words)].sort();
  const numbers = new Map(sorted.map((word, number) => [word, number]));
  return {
    words: sorted,
    numberOf: (word) => numbers.get(word) ?? -1,
    startingWith: (beginning) => [
      lowerBoundText(sorted, beginning),
      lowerBoundText(sorted, `${beginning}\u{ffff}`),
    ],
  };
}
