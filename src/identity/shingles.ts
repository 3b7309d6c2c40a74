import { foldText } from '../lib/text.ts';

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
  return [...hashes].sort((one, other) => one - other).slice(0, SKETCH_HASHES);
}

/** The folded sentences of a text that may describe the home. */
export const sentencesOfHome = (text: string): string[] =>
  foldText(text)
    .split(/[.!?\n;]+/)
    .filter((sentence) => !isBoilerplate(sentence));

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
export function hashWord(word: string, from: number): number {
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
