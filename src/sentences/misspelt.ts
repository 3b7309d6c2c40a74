import type { PlaceNames } from '../geo/place-names.ts';
import { editDistance } from '../lib/edit-distance.ts';
import type { Finding } from './condition.ts';
import type { FoldedText } from './folded-text.ts';
import { isGlue, isKnownWord } from './glue.ts';
import { type Lexicon, type LexiconEntry, singular } from './lexicon.ts';
import { toPlaceFinding } from './places.ts';

/** Only large places are recognised with typos when no preposition stands before them. */
const MIN_POPULATION = 20_000;
const MIN_HINTED_POPULATION = 1_000;
/** Shorter words of the lexicon are too easily met. */
const MIN_LEXICON_CHARS = 5;
const MAX_NAME_WORDS = 3;
/** Shorter words are not corrected: any of them would match something. */
const MIN_CORRECTED_CHARS = 5;
const MIN_TWO_TYPOS_CHARS = 9;

const allowedTypos = (letters: number): number =>
  letters < MIN_CORRECTED_CHARS ? 0 : letters < MIN_TWO_TYPOS_CHARS ? 1 : 2;

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
  const maxTypos = allowedTypos(word.text.length);
  const known = singular(word.text);
  if (maxTypos === 0 || lexicon.has(known)) return undefined;
  const entry = findNearest(lexicon, known, maxTypos);
  if (entry !== undefined) return { start: word.start, end: word.end, ...entry.meaning };
  return context.isOfPlace ? undefined : readMisspeltPlace(context, index);
}

/** The word with the fewest typos; of several, the one that begins alike for longest. */
function findNearest(lexicon: Lexicon, known: string, maxTypos: number): LexiconEntry | undefined {
  let nearest: { entry: LexiconEntry; rank: number } | undefined;
  for (const [first, entries] of lexicon) {
    if (first.length < MIN_LEXICON_CHARS || first[0] !== known[0]) continue;
    const typos = editDistance(first, known, maxTypos);
    const entry =
      typos > maxTypos
        ? undefined
        : entries.find(({ words, meaning }) => words.length === 1 && meaning.opaque !== true);
    const rank = typos * MAX_WORD_CHARS - sharedPrefix(first, known);
    if (entry !== undefined && (nearest === undefined || rank < nearest.rank)) nearest = { entry, rank };
  }
  return nearest?.entry;
}

const MAX_WORD_CHARS = 1_000;

function sharedPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The largest town within a few typos of the next words, the most words first. */
function readMisspeltPlace({ sentence, names, hinted }: MisspeltContext, index: number): Finding | undefined {
  const minPopulation = hinted ? MIN_HINTED_POPULATION : MIN_POPULATION;
  for (let count = MAX_NAME_WORDS; count > 0; count -= 1) {
    const words = sentence.words.slice(index, index + count);
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    const isName = /^[\p{L}' -]+$/u.test(sentence.text.slice(start, end));
    if (words.length < count || !isName || /^-\p{L}/u.test(sentence.text.slice(end))) continue;
    const key = words.map(({ text }) => text).join(' ');
    const maxTypos = allowedTypos(key.length);
    const town = names
      .townsStarting(key.charAt(0))
      .find(
        (one) =>
          (one.division.population ?? 0) >= minPopulation && editDistance(one.key, key, maxTypos) <= maxTypos,
      );
    if (town !== undefined && maxTypos > 0)
      return toPlaceFinding(start, { end, places: [{ division: town.division }] });
  }
  return undefined;
}
