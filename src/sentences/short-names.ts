import { isWeak } from '../geo/abbreviations.ts';
import type { Division } from '../geo/division.ts';
import { isCommon } from './everyday-words.ts';
import type { Word } from './folded-text.ts';
import { isGlue } from './glue.ts';
import type { NameContext } from './place-match.ts';

/** Short names that everybody uses, although another place has exactly that name or begins with it. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  neuilly: 'neuilly sur seine',
  clermont: 'clermont ferrand',
};
/** Too many towns begin with these. */
const SHARED =
  /^(?:villeneuve|villefranche|fontenay|noisy|roissy|plaisance|montaigu|mons|joue|ris|carrieres|champs)$/;

/** Smaller towns are called by their whole name. */
const MIN_POPULATION = 20_000;
/** Of a town that alone has a name that begins so, as Chamonix. */
const MIN_SOLE_POPULATION = 5_000;
/** The town that is meant has this many times the people of the next one whose name begins so. */
const MIN_RATIO = 2;
/** And far more than a place of exactly that name. */
const MIN_OWN_RATIO = 10;
const MIN_CHARS = 3;

/** "Levallois", "Neuilly", "Boulogne": the first word of the name of a large town that stands for all of it. */
export function findByShortName(
  { names, hinted, lexicon, sentence }: NameContext,
  word: Word | undefined,
): Division | undefined {
  if (word === undefined || word.text.length < MIN_CHARS || isCommon(word.text, lexicon)) return undefined;
  if (isWeak(word.text) || isGlue(word.text) || !(hinted || word.capital)) return undefined;
  if (/^-\p{L}/u.test(sentence.text.slice(word.end))) return undefined;
  const known = Object.hasOwn(WELL_KNOWN, word.text) ? WELL_KNOWN[word.text] : undefined;
  if (known !== undefined) return names.named(known)[0];
  if (SHARED.test(word.text)) return undefined;
  const [first, second] = names
    .townsStarting(word.text.charAt(0))
    .filter(({ key, division }) => division.type === 'MUNICIPALITY' && key.startsWith(`${word.text} `))
    .map(({ division }) => division);
  const people = first?.population ?? 0;
  const [own] = names.named(word.text);
  const isSole = second === undefined && own === undefined;
  if (first === undefined || people < (isSole ? MIN_SOLE_POPULATION : MIN_POPULATION)) return undefined;
  if (own !== undefined && /REGION|COUNTRY/.test(own.type)) return undefined;
  const isClear =
    people >= MIN_RATIO * (second?.population ?? 0) && people >= MIN_OWN_RATIO * (own?.population ?? 0);
  return isClear ? first : undefined;
}
