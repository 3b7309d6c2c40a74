import { cacheByText, foldText } from '../lib/text.ts';
import { COMMON_WORDS } from './common-words.ts';
import type { LevelOf } from './levels.ts';

/** More of one text are a story, not traits of the home. */
const MAX_RARE_WORDS = 24;
const MIN_WORD_LETTERS = 4;
/** The common words are known for French: of another language every word would count as rare. */
const OTHER_LANGUAGE = /\b(?:the|and|with|of|this|und|mit|der|das|los|las|del|con|una|della|nel)\b/g;
const MAX_FOREIGN_WORDS = 2;
const HASH_START = 0x811c9dc5;

/** Hashes of the words of its texts that few texts use, sorted. The name of its own town is none: all candidates share it. */
export function hashRareWords(texts: readonly string[], city: string): number[] {
  const sentences = texts.flatMap(sentencesOfHome);
  const foreign = sentences.reduce((sum, one) => sum + (one.match(OTHER_LANGUAGE)?.length ?? 0), 0);
  if (foreign > MAX_FOREIGN_WORDS) return [];
  const towns = new Set(sentencesOfHome(city).flatMap(readWords));
  const rare = new Set(sentences.flatMap(readWords).filter((word) => !towns.has(word)));
  return sortHashes([...rare].slice(0, MAX_RARE_WORDS).map((word) => hashWord(word, HASH_START) >>> 0));
}

const LONG_WORD = new RegExp(`[a-z]{${MIN_WORD_LETTERS},}`, 'g');

function readWords(sentence: string): string[] {
  const words: string[] = [];
  for (const found of sentence.match(LONG_WORD) ?? []) {
    const word = withoutPlural(found);
    if (!COMMON_WORDS.has(word)) words.push(word);
  }
  return words;
}

const withoutPlural = (word: string): string =>
  word.endsWith('s') || word.endsWith('x') ? word.slice(0, -1) : word;

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

/** Sentences an agency puts under every advert: they describe the seller, not the home. */
const BOILERPLATE =
  /honoraires|bareme|georisques|risques auxquels|vous accompagne|contact|visite|mandat|charge (?:du vendeur|de l.acquereur)|\bref\b|reference|siret|rcs|carte professionnelle|agent commercial|\btel\b|telephone|www|agences?\b|frais d|copropriete|depuis \d{4}|estimation|photos non contractuelles/;
/** A sentence about the agency says nothing of the home, unless it names one. */
const OF_ITSELF = /\b(?:nous|notre|nos|equipe|savoir[- ]faire)\b/;
const OF_A_HOME =
  /\b(?:appartement|maison|villa|pavillon|studio|duplex|loft|terrain|immeuble|pieces?|chambres?|sejour|salon|cuisine|[tf]\d|\d+ ?m2)\b/;
const SHINGLE_WORDS = 3;
/** Adverts describe the home first and the seller last, and portals cut long texts: the beginning is comparable. */
const MAX_SHINGLED_WORDS = 60;
/** A sketch of the smallest hashes keeps the similarity unbiased and bounds the cost of long texts. */
const SKETCH_HASHES = 96;

export function buildShingles(description: string): number[] {
  const hashes = new Set<number>();
  let left = MAX_SHINGLED_WORDS;
  for (const sentence of sentencesOfHome(description)) {
    const words = (sentence.match(/[a-z0-9]+/g) ?? []).slice(0, left);
    addShingles(hashes, words);
    left -= words.length;
    if (left <= 0) break;
  }
  return sortHashes([...hashes]).slice(0, SKETCH_HASHES);
}

/** By insertion: some dozens take less than to make a list of numbers that sorts without a comparison. */
function sortHashes(hashes: number[]): number[] {
  for (let at = 1; at < hashes.length; at += 1) {
    const hash = hashes[at] ?? 0;
    let to = at;
    for (; to > 0 && (hashes[to - 1] ?? 0) > hash; to -= 1) hashes[to] = hashes[to - 1] ?? 0;
    hashes[to] = hash;
  }
  return hashes;
}

/** The folded sentences of a text that may describe the home. Words and shingles are of the same description. */
const sentencesOfHome = cacheByText((text): readonly string[] =>
  foldText(text)
    .split(/[.!?\n;]+/)
    .filter((sentence) => !isBoilerplate(sentence)),
);

const isBoilerplate = (sentence: string): boolean =>
  BOILERPLATE.test(sentence) || (OF_ITSELF.test(sentence) && !OF_A_HOME.test(sentence));

function addShingles(hashes: Set<number>, words: readonly string[]): void {
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1) {
    let hash = 0x811c9dc5;
    for (let word = at; word < at + SHINGLE_WORDS; word += 1) hash = hashWord(words[word] ?? '', hash);
    hashes.add(hash >>> 0);
  }
}

/** FNV-1a, ended by a stop so that word borders count. */
function hashWord(word: string, from: number): number {
  let hash = from;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ 0x20, 0x01000193);
}

/** Jaccard similarity of two sketches: the shared part of their common smallest hashes. */
export function jaccardSimilarity(one: readonly number[], other: readonly number[]): number {
  const most = Math.min(SKETCH_HASHES, Math.max(one.length, other.length));
  let [at, on, seen, shared] = [0, 0, 0, 0];
  while (seen < Math.max(most, 1) && (at < one.length || on < other.length)) {
    const left = one[at] ?? Number.POSITIVE_INFINITY;
    const right = other[on] ?? Number.POSITIVE_INFINITY;
    if (left === right) shared += 1;
    if (left <= right) at += 1;
    if (right <= left) on += 1;
    seen += 1;
  }
  return seen === 0 ? 0 : shared / seen;
}
