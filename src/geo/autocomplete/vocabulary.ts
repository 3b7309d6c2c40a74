import { lowerBound } from '../../lib/lower-bound.ts';

/** Every word of every name once, sorted by code units; the index of a word is its number. */
export interface WordVocabulary {
  readonly words: readonly string[];
  /** The number of a word, or -1. */
  numberOf(word: string): number;
  /** The words with this prefix: the range of their numbers, the end excluded. */
  startingWith(beginning: string): readonly [from: number, to: number];
}

/** The default order compares code units: the same on every machine, whatever its locale. */
export const sortWords = (words: Iterable<string>): string[] => [...new Set(words)].sort();

/** Of distinct sorted words. */
export function openVocabulary(sorted: readonly string[]): WordVocabulary {
  const numbers = new Map(sorted.map((word, number) => [word, number]));
  return {
    words: sorted,
    numberOf: (word) => numbers.get(word) ?? -1,
    startingWith: (beginning) => [lowerBound(sorted, beginning), lowerBound(sorted, `${beginning}\u{ffff}`)],
  };
}
