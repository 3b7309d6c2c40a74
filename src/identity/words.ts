import { COMMON_WORDS } from './common-words.ts';
import type { LevelOf } from './levels.ts';
import { hashWord, sentencesOfHome } from './shingles.ts';

/** More of one text are a story, not traits of the home. */
const MAX_RARE_WORDS = 24;
const MIN_WORD_LETTERS = 4;
/** The common words are known for French: of another language every word would count as rare. */
const OTHER_LANGUAGE = /\b(?:the|and|with|of|this|und|mit|der|das|los|las|del|con|una|della|nel)\b/g;
const MAX_FOREIGN_WORDS = 2;
const HASH_START = 0x811c9dc5;

/** Hashes of the words of a text that few texts use, sorted. The name of its own town is none: all candidates share it. */
export function hashRareWords(text: string, city: string): number[] {
  const sentences = sentencesOfHome(text);
  const foreign = sentences.reduce((sum, one) => sum + (one.match(OTHER_LANGUAGE)?.length ?? 0), 0);
  if (foreign > MAX_FOREIGN_WORDS) return [];
  const towns = new Set(sentencesOfHome(city).flatMap(readWords));
  const rare = new Set(sentences.flatMap(readWords).filter((word) => !towns.has(word)));
  return [...rare]
    .slice(0, MAX_RARE_WORDS)
    .map((word) => hashWord(word, HASH_START) >>> 0)
    .sort((one, other) => one - other);
}

const readWords = (sentence: string): string[] =>
  (sentence.match(/[a-z]+/g) ?? [])
    .filter((word) => word.length >= MIN_WORD_LETTERS)
    .map(withoutPlural)
    .filter((word) => !COMMON_WORDS.has(word));

const withoutPlural = (word: string): string => word.replace(/[sx]$/, '');

/**
 * How many rare words two texts share, of those that the shorter has. Each advertiser names some traits of a home, so
 * texts of one home share some though no three words in a row; texts of two homes share those that many homes have.
 */
export function compareWords(one: readonly number[], other: readonly number[]): LevelOf<'words'> | undefined {
  const fewer = Math.min(one.length, other.length);
  if (fewer === 0) return undefined;
  const shared = countShared(one, other);
  if (shared === 0) return fewer > 1 ? 'none' : 'few';
  const share = shared / fewer;
  if (shared > 2 && share >= 0.6) return 'many';
  if (shared > 1 && share >= 0.5) return 'several';
  return share >= 1 / 3 ? 'some' : 'few';
}

function countShared(one: readonly number[], other: readonly number[]): number {
  let [at, on, shared] = [0, 0, 0];
  while (at < one.length && on < other.length) {
    const [left = 0, right = 0] = [one[at], other[on]];
    if (left === right) shared += 1;
    if (left <= right) at += 1;
    if (right <= left) on += 1;
  }
  return shared;
}
