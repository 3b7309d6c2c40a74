import { propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import type { Finding } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';

const LABEL =
  /(?:(ges|classe climat|co2|emissions?)|dpe|d\.p\.e\.?|epc(?: rating)?|(?:bon |bonne )?(?:classe|etiquette|note|performance)(?: energie| energetique)|diagnostic energetique|energy (?:rating|class|label|performance)|(?:classe|etiquette|note|classee?|lettre)s?(?= [a-g]\b))(?:[ :=]|classe?\b|class\b|note\b|rating\b|lettre\b|de\b|of\b|en\b|entre\b|between\b|from\b|band\b|(au moins|minimum|min|at least|jusqu'a|max(?:imum)?|mieux que|better than)\b)*/y;
const OPEN_LABEL = /(?:au moins|minimum|min|at least|jusqu'a|max(?:imum)?|mieux que|better than) ?$/;
const BETWEEN_LABEL = /(?:entre|between) ?$/;
const BEFORE =
  /(?:au moins|au minimum|minimum|at least|mieux que|jusqu'a) (?=(?:un |une |a |an )?(?:dpe|epc|classe|etiquette|energy))/y;
const LETTERS =
  /([a-g])(?![\p{L}\p{N}']| jour\b)(?:( ?(?:a|to|-|jusqu'a) ?| ?(?:,|\/|ou|or|et|and|,? ou) ?)(?:dpe )?([a-g])(?![\p{L}\p{N}']))?(?: ?(?:,|\/|ou|or|et|and) ?([a-g])(?![\p{L}\p{N}']))?(?: ?(?:,|\/|ou|or|et|and) ?([a-g])(?![\p{L}\p{N}']))?(?: ?(?:,|\/|ou|or|et|and) ?([a-g])(?![\p{L}\p{N}']))?/uy;
const JOINED = /([a-g]{2,7})(?![\p{L}\p{N}])/uy;
const OR_BETTER =
  / ?(?:(?:au )?(?:min(?:imum|i)?|max(?:imum|i)?)\b|(?:ou|et|or|and) (?:mieux|better|plus|above|higher|moins|below)|au moins|at least)/y;
const OR_WORSE = / ?(?:ou|or) (?:pire|worse)\b/y;
const SIEVE = /passoires?(?: (?:thermiques?|energetiques?))?/y;

const ratings: readonly string[] = propertyVocabularies.scoreRating.values;

const path = 'property.unit.diagnostic.scores';

/** "DPE A à C", "DPE D minimum", "classe énergie B", "passoire thermique". */
export function readEnergy(sentence: FoldedText, at: number): Finding | undefined {
  const { text } = sentence;
  const sieve = matchAt(SIEVE, text, at);
  if (sieve !== null) return finding(at, at + sieve[0].length, 'ENERGY_CONSUMPTION', ['F', 'G']);
  const special = readDeniedLetters(text, at) ?? readBareLetters(sentence, at);
  if (special !== undefined) return special;
  const atLeast = matchAt(BEFORE, text, at)?.[0].length ?? 0;
  const label = matchAt(LABEL, text, at + atLeast);
  if (label === null) return undefined;
  const type = label[1] === undefined ? 'ENERGY_CONSUMPTION' : 'CARBON_EMISSIONS';
  const start = at + atLeast + label[0].length;
  const joined = matchAt(JOINED, text, start);
  if (joined !== null) return finding(at, start + joined[0].length, type, [...(joined[1] ?? '')].map(upper));
  const letters = matchAt(LETTERS, text, start);
  if (letters === null) return undefined;
  const end = start + letters[0].length;
  const named = listRatings(letters, BETWEEN_LABEL.test(label[0]));
  const better = matchAt(OR_BETTER, text, end);
  const worse = matchAt(OR_WORSE, text, end);
  const isOpen = better !== null || atLeast > 0 || OPEN_LABEL.test(label[0]);
  if (worse !== null && named.length === 1)
    return finding(at, end + worse[0].length, type, ratings.slice(ratings.indexOf(named[0] ?? '')));
  if (isOpen && named.length === 1)
    return finding(
      at,
      end + (better?.[0].length ?? 0),
      type,
      ratings.slice(0, ratings.indexOf(named[0] ?? '') + 1),
    );
  return finding(at, end, type, named);
}

const DENIED_LETTERS =
  /(?:dpe|epc|classe energie) (?:pas|hors|sauf|ni|not|except) (?:de |en )?([a-g])(?![\p{L}\p{N}'])(?: ?(?:ni|ou|or|nor|et|and|,|\/) ?(?:de |en )?([a-g])(?![\p{L}\p{N}']))?/uy;

/** "DPE pas F ni G". */
function readDeniedLetters(text: string, at: number): Finding | undefined {
  const found = matchAt(DENIED_LETTERS, text, at);
  if (found === null) return undefined;
  const denied = [found[1] ?? '', found[2] ?? ''].map(upper);
  const left = ratings.filter((rating) => !denied.includes(rating));
  return finding(at, at + found[0].length, 'ENERGY_CONSUMPTION', left);
}

const BARE_LETTERS = /([fg]) ?(?:ou|or|\/) ?([fg])(?![\p{L}\p{N}'])/uy;

/** "maison F ou G": no other pair of capitals is said of a home. */
function readBareLetters({ text, original, offsetAt }: FoldedText, at: number): Finding | undefined {
  const found = matchAt(BARE_LETTERS, text, at);
  if (found === null || !/^[FG]$/.test(original.charAt(offsetAt(at)))) return undefined;
  return finding(at, at + found[0].length, 'ENERGY_CONSUMPTION', ['F', 'G']);
}

const upper = (letter: string): string => letter.toUpperCase();

function listRatings(
  [, first = '', connector = '', second, ...others]: RegExpExecArray,
  isRange: boolean,
): string[] {
  const named = [first, second, ...others].flatMap((letter) => (letter === undefined ? [] : [upper(letter)]));
  const [from, to] = [ratings.indexOf(named[0] ?? ''), ratings.indexOf(named[1] ?? '')];
  const joins = isRange || (/a|to|-|jusqu/.test(connector) && !/and/.test(connector));
  if (!joins || to < 0) return named;
  return [...ratings.slice(Math.min(from, to), Math.max(from, to) + 1), ...named.slice(2)];
}

function finding(start: number, end: number, type: string, list: readonly string[]): Finding {
  const sorted = ratings.filter((rating) => list.includes(rating));
  return { start, end, conditions: [{ kind: 'scores', path, type, ratings: sorted }], negatable: true };
}
