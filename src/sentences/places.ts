import { districtNumber, expansionsOf, isWeak, ordinalNumber } from '../geo/abbreviations.ts';
import type { Division } from '../geo/division.ts';
import type { PlaceNames } from '../geo/place-names.ts';
import type { PlaceReference } from './condition.ts';
import { type FoldedText, matchAt, type Word } from './folded-text.ts';
import { formerRegions, vagueAreas } from './regions.ts';

/** A place, or several, that a run of words names. */
export interface PlaceMatch {
  readonly end: number;
  readonly places: readonly PlaceReference[];
  /** A city with numbered districts: "le 16e" later in the sentence is one of them. */
  readonly city?: Division;
  readonly vague?: true;
}

/** The longest names have eight words, with their articles. */
const MAX_NAME_WORDS = 8;
/** Without a preposition before it, and in lower case, a name is taken for a place only if many people live there. */
const MIN_UNHINTED_POPULATION = 10_000;
const MIN_CAPITAL_POPULATION = 400;

/** Words of everyday language that are also names of places; they are places only in longer names. */
const EVERYDAY: ReadonlySet<string> = new Set([
  ...['vue', 'mer', 'bois', 'parc', 'port', 'gare', 'centre', 'cour', 'plage', 'bourg', 'ville', 'grand', 'petit'],
  ...['bon', 'beau', 'belle', 'jardin', 'terrasse', 'cave', 'lumiere', 'us', 'y', 'eu', 'lit', 'or', 'die', 'is'],
  ...['as', 'main', 'nu', 'bain', 'bains', 'cher', 'pas', 'ans', 'an', 'me', 'on', 'our', 'pour', 'lot', 'sale'],
  ...['small', 'see', 'sea', 'house', 'home', 'with', 'villa', 'chambre', 'piece', 'maison', 'campagne', 'nord'],
  ...['sud', 'est', 'ouest', 'la', 'le', 'les', 'de', 'du', 'des', 'en', 'et', 'a', 'au', 'aux', 'sur', 'sous'],
  ...['manche', 'orne', 'rue', 'plan', 'acces', 'vide', 'aire', 'haut', 'bas', 'neuf', 'libre', 'urgent', 'cote'],
  ...['france', 'meuble', 'garage', 'calme', 'vaste', 'super', 'belles', 'charme', 'ombre', 'arc', 'bar', 'box'],
]);
/** Of these, the ones that are departments, regions or the country: places after a preposition. */
const AREA_WORDS: ReadonlySet<string> = new Set(['cher', 'lot', 'nord', 'manche', 'orne', 'france']);

export interface PlaceContext {
  readonly sentence: FoldedText;
  readonly names: PlaceNames;
  /** A preposition of place stands before the words. */
  readonly hinted: boolean;
  /** The last city with districts. */
  readonly city: Division | undefined;
}

const POSTAL_CODE = /(\d{5})(?!\d| ?(?:€|euros?\b|eur\b|k\b|m2\b))/y;

/** The place that begins at a word. */
export function readPlace(context: PlaceContext, index: number): PlaceMatch | undefined {
  const { sentence, names } = context;
  const word = sentence.words[index];
  if (word === undefined) return undefined;
  return (
    readPostalCode(context, word) ??
    readDepartments(context, word) ??
    readLeadingDistrict(context, index) ??
    readName({ sentence, names, hinted: context.hinted }, index)
  );
}

function readPostalCode({ sentence, names }: PlaceContext, { start }: Word): PlaceMatch | undefined {
  const code = matchAt(POSTAL_CODE, sentence.text, start)?.[1];
  if (code === undefined || !names.hasPostalCode(code)) return undefined;
  return { end: start + code.length, places: [{ postalCode: code }] };
}

const DEPARTMENT =
  /(?:(?:departements?|depts?|dpts?|deps?|department) ?(?:du |de la |de |no? ?|numero )?)?(\d{2,3}|2[ab])(?![\p{L}\p{N}]|[ .,]\d| ?(?:€|euros?\b|k\b|m2\b|m 2\b|pieces?\b|p\b|ch\b|chambres?\b|min|km\b|ans?\b|%|beds?\b|rooms?\b|ha\b|jours?\b|h\b|etages?\b))/uy;
const MORE_DEPARTMENTS = / ?(?:,|\/|et|ou|and|or|-) ?(?:le |dans le )?(\d{2}|2[ab])(?![\p{L}\p{N}]|[ .,]\d| ?(?:€|euros?\b|k\b|m2\b|pieces?\b|p\b|ch\b|chambres?\b|min|km\b|ans?\b|%))/uy;
const DEPARTMENT_LEAD = /(?:dans le|le|du|departements?|depts?|dpts?|department|en|\()\s*(?:de |du )?$/;

/** "dans le 78", "départements 44 et 49", "(69)". A bare number of two figures is no place. */
function readDepartments({ sentence, names }: PlaceContext, { start }: Word): PlaceMatch | undefined {
  const found = matchAt(DEPARTMENT, sentence.text, start);
  if (found === null) return undefined;
  const isNamed = /^\D/.test(found[0]) || DEPARTMENT_LEAD.test(sentence.text.slice(0, start));
  const division = names.subregion(found[1] ?? '');
  if (!isNamed || division === undefined) return undefined;
  const places: PlaceReference[] = [{ division }];
  let end = start + found[0].length;
  for (;;) {
    const next = matchAt(MORE_DEPARTMENTS, sentence.text, end);
    const another = next && names.subregion(next[1] ?? '');
    if (!next || another === undefined || another === null) return { end, places };
    places.push({ division: another });
    end += next[0].length;
  }
}

const ARRONDISSEMENT =
  /(?:le |the )?(\d{1,2})(?:er|e|eme|ieme|st|nd|rd|th)? ?(?:arrondissements?|arr\.?|arrdt|ardt|district)\b ?(?:de |d'|a |of |in |, ?)?/y;
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
    const last = after?.city === undefined ? end - (/[ ,]+(?:de|a|of|in)?\s*$/.exec(named[0])?.[0].length ?? 0) : after.end;
    return { end: Math.max(last, start + 1), places: [{ division: district }], ...(of && { city: of }) };
  }
  const ordinal = city && matchAt(ORDINAL_LIST, sentence.text, start);
  const district = ordinal && city && names.district(city, Number(ordinal[1]));
  if (!ordinal || !district || city === undefined) return undefined;
  return readDistricts(context, city, start + ordinal[0].length, [{ division: district }]);
}

/** The city alone, without the districts that may follow. */
function findCity({ sentence, names }: PlaceContext, index: number): { city: Division; end: number } | undefined {
  const word = sentence.words[index];
  const [city] = word === undefined ? [] : names.named(word.text).filter((one) => names.district(one, 1));
  return city === undefined || word === undefined ? undefined : { city, end: word.end };
}

interface NameContext {
  readonly sentence: FoldedText;
  readonly names: PlaceNames;
  readonly hinted: boolean;
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
    const division = findNamed(context, key, words);
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
  const { names, hinted } = context;
  const [first] = words;
  if (words.every(({ text }) => isWeak(text) || /^\d+$/.test(text))) return undefined;
  const spelling = spellingsOf(words).find((one) => names.named(one).length > 0) ?? withArticle(names, key);
  if (spelling === undefined) return undefined;
  const known = names.named(spelling);
  const [division] = known;
  if (division === undefined || isPartOfName(context.sentence.text, words)) return undefined;
  if (words.length === 1 && EVERYDAY.has(key))
    return (hinted || (first?.capital === true && first.start > 0)) && AREA_WORDS.has(key) ? areaNamed(known) : undefined;
  const people = division.population ?? 0;
  const isWide = /REGION|COUNTRY/.test(division.type);
  if (hinted || isWide || people >= MIN_UNHINTED_POPULATION) return division;
  return first?.capital === true && people >= MIN_CAPITAL_POPULATION && !isWeak(key) ? division : undefined;
}

const areaNamed = (known: readonly Division[]): Division | undefined =>
  known.find(({ type }) => /REGION|COUNTRY/.test(type));

/** "Rochelle" for La Rochelle, "Havre" for Le Havre. */
const withArticle = (names: PlaceNames, key: string): string | undefined =>
  ['la', 'le', 'les'].map((article) => `${article} ${key}`).find((one) => names.named(one).some(({ population }) => (population ?? 0) > 30_000));

/** As written, then with abbreviations in full: "st malo", "bdx". */
function spellingsOf(words: readonly Word[]): string[] {
  const plain = words.map(({ text }) => ordinalNumber(text) ?? text);
  const full = plain.map((word, at) => {
    const [form] = word.length > 1 && (plain.length > 1 || word.length > 2 || word === 'bx') ? expansionsOf(word) : [];
    return form !== undefined && !(at === plain.length - 1 && plain.length > 1 && word.length < 3) ? form : word;
  });
  const without = plain.filter((word) => !['de', 'd', 'la', 'le'].includes(word));
  return [...new Set([plain.join(' '), full.join(' '), ...(without.length > 1 ? [without.join(' ')] : [])])];
}

/** "Croix" of "Croix-Rousse" is not the town of Croix. */
function isPartOfName(text: string, words: readonly Word[]): boolean {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  return /^-\p{L}/u.test(text.slice(end)) || /\p{L}-$/u.test(text.slice(0, start));
}

const POSTAL_AFTER = /[ ,]*\(?(\d{5})\)?(?!\d| ?(?:€|euros?\b|eur\b|k\b))/y;
const DEPARTMENT_AFTER = / ?(?:,? ?\((\d{2,3}|2[ab])\)| (\d{2}|2[ab])(?![\p{L}\p{N}]|[ .,]\d| ?(?:€|euros?\b|k\b|m2\b|m 2\b|pieces?\b|p\b|ch\b|chambres?\b|min|km\b|ans?\b|%|beds?|rooms?)))/uy;

/** What follows a name and makes it more precise: districts, a postal code, a department. */
function refine(context: NameContext, division: Division, end: number, words: readonly Word[]): PlaceMatch {
  const { sentence, names } = context;
  if (names.district(division, 1) !== undefined) {
    const postal = matchAt(POSTAL_AFTER, sentence.text, end);
    if (postal !== null && names.hasPostalCode(postal[1] ?? ''))
      return { end: end + postal[0].length, places: [{ postalCode: postal[1] ?? '' }], city: division };
    return readDistricts(context, division, end, []);
  }
  const postal = matchAt(POSTAL_AFTER, sentence.text, end);
  if (postal !== null && division.type === 'MUNICIPALITY' && names.hasPostalCode(postal[1] ?? ''))
    return { end: end + postal[0].length, places: [{ postalCode: postal[1] ?? '' }] };
  const department = matchAt(DEPARTMENT_AFTER, sentence.text, end);
  const within = department && names.subregion(department[1] ?? department[2] ?? '');
  if (!department || !within) return { end, places: [{ division }] };
  const key = words.map(({ text }) => text).join(' ');
  const homonym = spellingsOf(words)
    .concat(key)
    .flatMap((spelling) => names.named(spelling))
    .find((one) => names.isInside(one, within.id));
  if (homonym === undefined) return { end, places: [{ division }] };
  return { end: end + department[0].length, places: [{ division: homonym }] };
}

const NUMBER_FOLLOWS = String.raw`(?![\p{L}\p{N}]|[.,]\d| \d{3}(?!\d| \d{3}(?!\d))| ?(?:€|euros?\b|k\b|m2\b|m 2\b|pieces?\b|p\b|pcs?\b|ch\b|chambres?\b|min|km\b|ans?\b|%|beds?|br\b|rooms?|bath|etage|floor|sq|ha\b|hect|sdb|salle|place|parking|jours?|h\b|million))`;
const FIRST_DISTRICT = new RegExp(
  String.raw`(?: |-|, ?(?=\d{1,2}(?:e|er|eme|ieme) ?(?:arr|ard)))(?:le |dans le |the )?(\d{1,2}|[ivx]+|[a-z]+ieme|premier)(?:er|e|eme|ieme|st|nd|rd|th)? ?(?:arrondissements?|arr\b\.?|arrdt|ardt)?${NUMBER_FOLLOWS}`,
  'uy',
);
const NEXT_DISTRICT = new RegExp(
  String.raw` ?(?:,|\/|et|ou|and|or|&|-) ?(?:le |dans le |the |ou |et )?(\d{1,2}|[ivx]+)(?:er|e|eme|ieme|st|nd|rd|th)? ?(?:arrondissements?|arr\b\.?|arrdt|ardt)?${NUMBER_FOLLOWS}`,
  'uy',
);

/** "Paris 10, 11 ou 12", "Lyon 3e et 6e", "Paris XVe". */
function readDistricts(
  { sentence, names }: NameContext,
  city: Division,
  from: number,
  known: readonly PlaceReference[],
): PlaceMatch {
  const places = [...known];
  let end = from;
  for (;;) {
    const found = matchAt(places.length === 0 ? FIRST_DISTRICT : NEXT_DISTRICT, sentence.text, end);
    const figure = found?.[1] ?? '';
    const number = /^\d/.test(figure) ? figure : (districtNumber(figure) ?? '0');
    const district = found === null ? undefined : names.district(city, Number(number));
    if (found === null || district === undefined) break;
    places.push({ division: district });
    end += found[0].trimEnd().length;
  }
  return { end, places: places.length === 0 ? [{ division: city }] : places, city };
}
