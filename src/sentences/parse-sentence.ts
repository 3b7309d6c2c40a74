import type { PlaceNames } from '../geo/place-names.ts';
import { atFirstUse } from '../lib/at-first-use.ts';
import { buildTree, type CriteriaNode } from './build-tree.ts';
import { foldSentence } from './folded-text.ts';
import { buildLexicon } from './lexicon.ts';
import { Scanner } from './scan.ts';

/** A part of the text. Offsets count UTF-16 code units, as JavaScript does; the end is excluded. */
export interface TextSpan {
  text: string;
  start: number;
  end: number;
}

/** A part of the text with the filter it became. */
export interface UnderstoodSpan extends TextSpan {
  path: string;
}

export interface ParsedSentence {
  criteria: CriteriaNode;
  understood: UnderstoodSpan[];
  ignored: TextSpan[];
}

export interface SentenceContext {
  readonly names: PlaceNames;
  readonly now: Date;
  /** Recognised when absent. */
  readonly language?: SentenceLanguage | undefined;
}

/** Longer texts are no search. */
export const MAX_SENTENCE_CHARS = 1_000;

export const sentenceLexicon = atFirstUse(buildLexicon);

/**
 * The criteria that a sentence states. They are never wider than the sentence: what is not understood is in `ignored`.
 */
export function parseSentence(text: string, { names, now, language }: SentenceContext): ParsedSentence {
  const lexicon = sentenceLexicon();
  const sentence = foldSentence(text);
  const spoken = language ?? recogniseLanguage(sentence.text);
  const scan = new Scanner({ sentence, names, lexicon, language: spoken, now }).run();
  const { criteria, used, unused } = buildTree(scan.parts, names);
  const span = (start: number, end: number): TextSpan => {
    const [from, to] = [sentence.offsetAt(start), sentence.offsetAt(end)];
    return { text: text.slice(from, to), start: from, end: to };
  };
  const understood = used
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ start, end, conditions }) =>
      [...new Set(conditions.map(({ path }) => path))].map((path) => ({ ...span(start, end), path })),
    );
  const ignored = [...scan.ignored, ...unused]
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => span(start, end));
  return { criteria, understood, ignored };
}

export type SentenceLanguage = 'fr' | 'en';

const FRENCH =
  /\b(?:le|la|les|un|une|des|de|du|avec|sans|pas|pieces?|chambres?|appartements?|appart|maisons?|moins|plus|louer|vendre|achat|location|terrain|dans|pour|jardin|entre|et|ou|au|en|studio meuble|prix|loyer|cherche|a partir)\b/g;
const ENGLISH =
  /\b(?:the|with|without|in|under|below|over|flats?|apartments?|houses?|rent|sale|bedrooms?|beds?|rooms?|and|or|for|near|up to|at least|between|looking|no|not|garden|land|buy|month|price|built|listed|of)\b/g;

/** French unless more words are English: most of what is asked here is French. */
export function recogniseLanguage(folded: string): SentenceLanguage {
  const count = (pattern: RegExp): number => [...folded.matchAll(pattern)].length;
  return count(ENGLISH) > count(FRENCH) ? 'en' : 'fr';
}
