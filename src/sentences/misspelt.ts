import type { PlaceNames } from '../geo/place-names.ts';
import type { Finding } from './condition.ts';
import type { FoldedText } from './folded-text.ts';
import { isGlue, isKnownWord } from './glue.ts';
import { type Lexicon, singular } from './lexicon.ts';
import { toPlaceFinding } from './places.ts';
import { allowedTypos, countTypos } from './typos.ts';

/** Only large places are recognised with typos when no preposition stands before them. */
const MIN_POPULATION = 20_000;
const MIN_HINTED_POPULATION = 1_000;
/** Shorter words of the lexicon are too easily met. */
const MIN_LEXICON_CHARS = 5;
const MAX_NAME_WORDS = 3;

interface MisspeltContext {
  readonly sentence: FoldedText;
  readonly names: PlaceNames;
  readonly lexicon: Lexicon;
  readonly hinted: boolean;
  /** It stands right behind a place. */
  readonly isOfPlace: boolean;
}

/** "terasse", "villeurbane": a word of the lexicon or a town within a typo or two. */
export function readMisspelt(context: MisspeltContext, index: number): Finding | undefined {
  const { sentence, lexicon } = context;
  const word = sentence.words[index];
  if (word === undefined || isGlue(word.text) || isKnownWord(word.text) || /\d/.test(word.text))
    return undefined;
  const most = allowedTypos(word.text.length);
  const known = singular(word.text);
  if (most === 0 || lexicon.has(known)) return undefined;
  for (const [first, entries] of lexicon) {
    if (first.length < MIN_LEXICON_CHARS || first[0] !== known[0]) continue;
    if (countTypos(first, known, most) > most) continue;
    const entry = entries.find(({ words, meaning }) => words.length === 1 && meaning.opaque !== true);
    if (entry !== undefined) return { start: word.start, end: word.end, ...entry.meaning };
  }
  return context.isOfPlace ? undefined : readMisspeltPlace(context, index);
}

/** The largest town within a few typos of the next words, the most words first. */
function readMisspeltPlace({ sentence, names, hinted }: MisspeltContext, index: number): Finding | undefined {
  const enough = hinted ? MIN_HINTED_POPULATION : MIN_POPULATION;
  for (let count = MAX_NAME_WORDS; count > 0; count -= 1) {
    const words = sentence.words.slice(index, index + count);
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    const isName = /^[\p{L}' -]+$/u.test(sentence.text.slice(start, end));
    if (words.length < count || !isName || /^-\p{L}/u.test(sentence.text.slice(end))) continue;
    const key = words.map(({ text }) => text).join(' ');
    const most = allowedTypos(key.length);
    const town = names
      .townsStarting(key.charAt(0))
      .find((one) => (one.division.population ?? 0) >= enough && countTypos(one.key, key, most) <= most);
    if (town !== undefined && most > 0)
      return toPlaceFinding(start, { end, places: [{ division: town.division }] });
  }
  return undefined;
}
