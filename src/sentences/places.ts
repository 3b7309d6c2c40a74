import { isWeak, ordinalNumber } from '../geo/abbreviations.ts';
import type { Division } from '../geo/division.ts';
import type { PlaceNames } from '../geo/place-names.ts';
import type { Finding } from './condition.ts';
import { readDepartments } from './departments.ts';
import { isAreaWord, isCommon, isEveryday } from './everyday-words.ts';
import { type FoldedText, matchAt, type Word } from './folded-text.ts';
import { readDistricts, refine } from './place-details.ts';
import type { NameContext, PlaceContext, PlaceMatch } from './place-match.ts';
import { spellingsOf } from './place-spellings.ts';
import { formerRegions, vagueAreas } from './regions.ts';
import { findByShortName } from './short-names.ts';

/** The longest names have eight words, with their articles. */
const MAX_NAME_WORDS = 8;
/** Without a preposition before it, and in lower case, a name is taken for a place only if many people live there. */
const MIN_UNHINTED_POPULATION = 10_000;
const MIN_CAPITAL_POPULATION = 400;

const POSTAL_CODE = /(\d{5})(?!\d| ?(?:€|euros?\b|eur\b|k\b|m2\b))/y;

/** The place that begins at a word. */
export function readPlace(context: PlaceContext, index: number): PlaceMatch | undefined {
  const { sentence } = context;
  const word = sentence.words[index];
  if (word === undefined) return undefined;
  return (
    readPostalCode(context, word) ??
    readDepartments(context, word) ??
    readLeadingDistrict(context, index) ??
    readName(context, index)
  );
}

function readPostalCode({ sentence, names }: PlaceContext, { start }: Word): PlaceMatch | undefined {
  const code = matchAt(POSTAL_CODE, sentence.text, start)?.[1];
  if (code === undefined || !names.hasPostalCode(code)) return undefined;
  return { end: start + code.length, places: [{ postalCode: code }] };
}

const ARRONDISSEMENT =
  /(?:le |the )?(\d{1,2})(?:er|e|eme|ieme|st|nd|rd|th)? ?(?:arrondissements?|arr\.?|arrdt|ardt|district)\b( ?(?:de |d'|a |of |in |, ?)?)/y;
const ORDINAL_LIST = /(?:le |the )?(\d{1,2})(?:er|e|eme|ieme|st|nd|rd|th)(?![\p{L}\p{N}]| (?:etage|floor))/uy;

/** "13e arrondissement de Paris", and "16e" after a city with districts. */
function readLeadingDistrict(context: PlaceContext, index: number): PlaceMatch | undefined {
  const { sentence, names, city } = context;
  const start = sentence.words[index]?.start ?? 0;
  const named = matchAt(ARRONDISSEMENT, sentence.text, start);
  if (named !== null) {
    const end = start + named[0].length;
    const next = sentence.words.findIndex((word) => word.start >= end);
    const after = next < 0 || sentence.words[next]?.start !== end ? undefined : findCity(context, next);
    const of = after?.city ?? city;
    const district = of && names.district(of, Number(named[1]));
    if (district === undefined) return undefined;
    const last = after?.city === undefined ? end - (named[2] ?? '').length : after.end;
    return { end: Math.max(last, start + 1), places: [{ division: district }], ...(of && { city: of }) };
  }
  const before = readDistrictsBefore(context, start);
  if (before !== undefined) return before;
  const ordinal = city && matchAt(ORDINAL_LIST, sentence.text, start);
  const district = ordinal && city && names.district(city, Number(ordinal[1]));
  if (!ordinal || !district || city === undefined) return undefined;
  return readDistricts(context, city, start + ordinal[0].length, [{ division: district }]);
}

/** One of "le 6eme ou le 8eme", with the word that joins it to the next. */
const ORDINAL_BEFORE =
  /(?:le |the )?(\d{1,2})(?:er|e|eme|ieme|st|nd|rd|th)\b(?: arrondissements?| arrdt?| district)?(?: ?, ?| ou | et | or | and | ?\/ ?| ?- ?)?/y;
const CITY_LEAD = / ?(?:arrondissements? |arrdt? )?(?:a |de |d'|of |in |, ?)?/y;

/**
 * "le 6ème ou le 8ème à Lyon". One pattern for the whole list took V8 28 million instructions to compile, ten times as many: it
 * unrolls what is repeated.
 */
function readDistrictsBefore(context: PlaceContext, start: number): PlaceMatch | undefined {
  const { sentence, names } = context;
  const { text } = sentence;
  const figures: number[] = [];
  let end = start;
  for (let one = matchAt(ORDINAL_BEFORE, text, end); one !== null; one = matchAt(ORDINAL_BEFORE, text, end)) {
    figures.push(Number(one[1]));
    end += one[0].length;
  }
  if (figures.length === 0) return undefined;
  end += matchAt(CITY_LEAD, text, end)?.[0].length ?? 0;
  const next = sentence.words.findIndex((word) => word.start === end);
  const city = next < 0 ? undefined : findCity(context, next);
  if (city === undefined) return undefined;
  const places = figures.flatMap((figure) => {
    const division = names.district(city.city, figure);
    return division === undefined ? [] : [{ division }];
  });
  return places.length === 0 ? undefined : { end: city.end, places, city: city.city };
}

/** The city alone, without the districts that may follow. */
function findCity(
  { sentence, names }: PlaceContext,
  index: number,
): { city: Division; end: number } | undefined {
  const word = sentence.words[index];
  const [city] = word === undefined ? [] : names.named(word.text).filter((one) => names.district(one, 1));
  return city === undefined || word === undefined ? undefined : { city, end: word.end };
}

/** The words joined by spaces, hyphens or apostrophes only, from an index on. */
function runOfWords({ words, text }: FoldedText, index: number): Word[] {
  const run: Word[] = [];
  for (const word of words.slice(index, index + MAX_NAME_WORDS)) {
    const before = run.at(-1);
    if (before !== undefined && !/^(?: ?[-'/. ] ?| {1,2})$/.test(text.slice(before.end, word.start))) break;
    run.push(word);
  }
  return run;
}

function readName(context: NameContext, index: number): PlaceMatch | undefined {
  const run = runOfWords(context.sentence, index);
  for (let count = run.length; count > 0; count -= 1) {
    const words = run.slice(0, count);
    const key = words.map(({ text }) => ordinalNumber(text) ?? text).join(' ');
    const end = words.at(-1)?.end ?? 0;
    const bare = key.replace(/^(?:la|le|les|l) /, '');
    if (vagueAreas.has(bare)) return { end, places: [], vague: true };
    const departments = formerRegions[bare];
    if (departments !== undefined) return regionMatch(context.names, departments, end);
    const short = count === 1 ? findByShortName(context, words[0]) : undefined;
    const division = short ?? findNamed(context, key, words);
    if (division !== undefined) return refine(context, division, end, words);
  }
  return undefined;
}

function regionMatch(names: PlaceNames, codes: readonly string[], end: number): PlaceMatch {
  const places = codes.flatMap((code) => {
    const division = names.subregion(code);
    return division === undefined ? [] : [{ division }];
  });
  return { end, places };
}

function findNamed(context: NameContext, key: string, words: readonly Word[]): Division | undefined {
  const { names, hinted, lexicon } = context;
  const [first] = words;
  if (words.every(({ text }) => isWeak(text) || /^\d+$/.test(text))) return undefined;
  const spelling = spellingsOf(words).find((one) => names.named(one).length > 0) ?? withArticle(names, key);
  if (spelling === undefined) return undefined;
  const known = names.named(spelling);
  const [division] = known;
  if (division === undefined || isPartOfName(context.sentence.text, words)) return undefined;
  if (words.length === 1 && isEveryday(key))
    return (hinted || (first?.capital === true && first.start > 0)) && isAreaWord(key)
      ? areaNamed(known)
      : undefined;
  const people = division.population ?? 0;
  if (words.length === 1 && people < MIN_UNHINTED_POPULATION && isCommon(key, lexicon)) return undefined;
  const isWide = /REGION|COUNTRY/.test(division.type);
  if (hinted || isWide || people >= MIN_UNHINTED_POPULATION) return division;
  return first?.capital === true && people >= MIN_CAPITAL_POPULATION && !isWeak(key) ? division : undefined;
}

const areaNamed = (known: readonly Division[]): Division | undefined =>
  known.find(({ type }) => /REGION|COUNTRY/.test(type));

/** "Rochelle" for La Rochelle, "Havre" for Le Havre. */
const withArticle = (names: PlaceNames, key: string): string | undefined =>
  ['la', 'le', 'les']
    .map((article) => `${article} ${key}`)
    .find((one) => names.named(one).some(({ population }) => (population ?? 0) > 30_000));

/** "Croix" of "Croix-Rousse" is not the town of Croix. */
function isPartOfName(text: string, words: readonly Word[]): boolean {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  return /^-\p{L}/u.test(text.slice(end)) || /\p{L}-$/u.test(text.slice(0, start));
}

export const toPlaceFinding = (start: number, { end, places }: PlaceMatch): Finding => ({
  start,
  end,
  conditions: [{ kind: 'places', path: 'property.locations', places }],
});
