import type { Division } from '../geo/division.ts';
import type { PlaceNames } from '../geo/place-names.ts';
import type { Finding, PlaceReference } from './condition.ts';
import type { FoldedText } from './folded-text.ts';
import { matchAt } from './folded-text.ts';
import { type Lexicon, type LexiconEntry, singular } from './lexicon.ts';
import { readMisspelt } from './misspelt.ts';
import { widenPlace } from './near.ts';
import { withMoreOrientations } from './orientations.ts';
import type { PlaceMatch } from './place-match.ts';
import { readPlace, toPlaceFinding } from './places.ts';

export interface WordContext extends EntryContext {
  readonly names: PlaceNames;
  readonly now: Date;
}

/** What the words before say about the next one. */
export interface WordState {
  /** A preposition of place stands before it. */
  readonly hinted: boolean;
  /** The last city with districts. */
  readonly city: Division | undefined;
  /** A place was named before. */
  readonly hasPlace: boolean;
  /** The last thing understood. */
  readonly last: Finding | undefined;
}

export const wordIndex = ({ sentence }: Pick<WordContext, 'sentence'>, at: number): number =>
  sentence.words.findIndex((word) => word.start === at);

/** Phrases that contain words with a meaning of their own. */
export function readOpaque(context: WordContext, state: WordState, at: number): Finding | undefined {
  const found = findEntry(context, wordIndex(context, at));
  if (found?.entry.meaning.opaque !== true) return undefined;
  const place = placeAt(context, state, at);
  if (place !== undefined && place.end > found.end) return undefined;
  return { start: at, end: found.end, conditions: [], ignored: true };
}

export function readPostalCode(context: WordContext, state: WordState, at: number): Finding | undefined {
  const { text } = context.sentence;
  if (!/^\d{5}(?!\d)/.test(text.slice(at, at + 6))) return undefined;
  // "garage Bordeaux 25000": after a place a round number is a price, unless another place is listed.
  const isRound = text.slice(at + 2, at + 5) === '000';
  if (isRound && state.hasPlace && !/(?:,|\/|\b(?:ou|or|et|and|dans le|in)) ?$/.test(text.slice(0, at)))
    return undefined;
  const place = placeAt(context, { ...state, hinted: true }, at);
  return place && toPlaceFinding(at, place);
}

const QUARTER = /quartiers? (?:(?:de|du|des|la|le|les) |d'|l')*/y;
const QUARTER_WORD = /(?:[ -](?:de|du|des|la|le|les|et|d'|l'))*[ '-]?[\p{L}\d]+/uy;
const MAX_QUARTER_WORDS = 3;

/** "quartier Saint-Cyprien" is a part of a town, and no other town of that name. */
export function readQuarter(context: WordContext, at: number): Finding | undefined {
  const { text, words } = context.sentence;
  const lead = matchAt(QUARTER, text, at);
  if (lead === null || findEntry(context, wordIndex(context, at)) !== undefined) return undefined;
  const start = at + lead[0].length;
  let end = start;
  for (let step = 0; step < MAX_QUARTER_WORDS; step += 1) {
    const next = matchAt(QUARTER_WORD, text, end);
    const word = words.findLast((one) => one.end === end + (next?.[0].length ?? 0));
    // Names are written with capitals, or joined by hyphens; of other words the first one is the name.
    const isName = word?.capital === true || /^-/.test(next?.[0] ?? '') || step === 0;
    if (next === null || word === undefined || !isName) break;
    end += next[0].length;
    // "quartier Chartrons Bordeaux": the city is said for itself.
    const following = words.findIndex((one) => one.start > end);
    const city =
      following < 0 ? undefined : readPlace({ ...context, hinted: false, city: undefined }, following);
    if (city !== undefined && text.charAt(end) === ' ') break;
  }
  return end === start ? undefined : { start: at, end, conditions: [], ignored: true };
}

/** The longer of a known phrase and a place; then either with typos. */
export function readWords(
  context: WordContext,
  state: WordState,
  at: number,
): (Finding & { city?: Division }) | undefined {
  const { text } = context.sentence;
  const index = wordIndex(context, at);
  const found = findEntry(context, index);
  const place = placeAt(context, state, at);
  if (place !== undefined && (found === undefined || place.end > found.end)) {
    if (place.vague || isQuarterOf(context, state, { place, at }))
      return { start: at, end: place.end, conditions: [], ignored: true };
    const finding = toPlaceFinding(at, widenPlace(text, place));
    return { ...finding, ...(place.city && { city: place.city }) };
  }
  if (found !== undefined)
    return withMoreOrientations(text, { start: at, end: found.end, ...found.entry.meaning });
  const { hinted } = state;
  return readMisspelt({ ...context, hinted, isOfPlace: isOfPlace(context, state, at) }, index);
}

/** "Bordeaux Chartrons": the name of a quarter follows that of its city, and is no other town misspelt. */
function isOfPlace({ sentence }: WordContext, { last }: WordState, at: number): boolean {
  if (last?.conditions[0]?.kind !== 'places') return false;
  return /^[ -]+$/.test(sentence.text.slice(last.end, at));
}

/** The town that a quarter may share its name with is not larger. */
const MAX_NAMESAKE_POPULATION = 20_000;

/** "Toulouse Saint-Cyprien": after a city, without a word between, the name of a small town elsewhere is that of a quarter. */
function isQuarterOf(
  context: WordContext,
  state: WordState,
  { place, at }: { place: PlaceMatch; at: number },
): boolean {
  const before = state.last?.conditions[0];
  if (before?.kind !== 'places' || !isOfPlace(context, state, at)) return false;
  const [city, town] = [before.places.at(-1), place.places[0]].map((one) => one && divisionOf(one));
  if (city?.type !== 'MUNICIPALITY' || town?.type !== 'MUNICIPALITY') return false;
  const [people, peopleThere] = [city.population ?? 0, town.population ?? 0];
  if (peopleThere >= MAX_NAMESAKE_POPULATION || people < MAX_NAMESAKE_POPULATION) return false;
  return city.parentId !== null && !context.names.isInside(town, city.parentId);
}

const divisionOf = (place: PlaceReference): Division | undefined =>
  'division' in place ? place.division : undefined;

export function placeAt(context: WordContext, state: WordState, at: number): PlaceMatch | undefined {
  const { sentence, names, lexicon, language } = context;
  const index = wordIndex(context, at);
  if (index < 0) return undefined;
  // "a nice flat": the city only after a preposition, or in French.
  if (language === 'en' && sentence.words[index]?.text === 'nice' && !mayBeNice(context, index))
    return undefined;
  const hinted = state.hinted || followsPlace(context, state, at);
  return readPlace({ sentence, names, lexicon, hinted, city: state.city }, index);
}

function mayBeNice({ sentence: { words } }: WordContext, index: number): boolean {
  const [before, after] = [words[index - 1]?.text, words[index + 1]?.text];
  return (
    after === undefined ||
    ['in', 'around', 'near', 'of', 'at', 'to', 'or', 'and'].includes(before ?? '') ||
    words[index]?.capital === true
  );
}

function followsPlace({ sentence }: WordContext, { last }: WordState, at: number): boolean {
  if (last?.conditions[0]?.kind !== 'places') return false;
  return /^(?: {0,2}(?:,|;|\/|&|-|\(|et|ou|and|or))+ ?(?:a |in |en )?$/.test(
    sentence.text.slice(last.end, at),
  );
}

export interface EntryContext {
  readonly sentence: FoldedText;
  readonly lexicon: Lexicon;
  readonly language: 'fr' | 'en';
}

/** The longest phrase of the lexicon that begins at a word. */
export function findEntry(
  { sentence, lexicon, language }: EntryContext,
  index: number,
): { entry: LexiconEntry; end: number } | undefined {
  if (index < 0) return undefined;
  const { words, text } = sentence;
  for (const entry of lexicon.get(singular(words[index]?.text ?? '')) ?? []) {
    const last = words[index + entry.words.length - 1];
    const fits = entry.words.every((word, step) => {
      const one = words[index + step];
      const before = words[index + step - 1];
      if (one === undefined || singular(one.text) !== word) return false;
      return step === 0 || /^(?:[-'/ .]|' | ')+$/.test(text.slice(before?.end ?? 0, one.start));
    });
    if (fits && last !== undefined && isMeant(entry, language)) return { entry, end: last.end };
  }
  return undefined;
}

/** In English a location is a place. */
const isMeant = ({ words }: LexiconEntry, language: 'fr' | 'en'): boolean =>
  !(language === 'en' && words.length === 1 && words[0] === 'location');
