import { districtNumber } from '../geo/abbreviations.ts';
import type { Division } from '../geo/division.ts';
import type { PlaceNames } from '../geo/place-names.ts';
import type { PlaceReference } from './condition.ts';
import { matchAt, type Word } from './folded-text.ts';
import type { NameContext, PlaceMatch } from './place-match.ts';
import { spellingsOf } from './place-spellings.ts';

const POSTAL_AFTER = /[ ,]*\(?(\d{5})\)?(?!\d| ?(?:€|euros?\b|eur\b|k\b))/y;
const DEPARTMENT_AFTER =
  / ?(?:,? ?\((\d{2,3}|2[ab])\)| (\d{2}|2[ab])(?![\p{L}\p{N}]|[ .,]\d| ?(?:€|euros?\b|k\b|m2\b|m 2\b|pieces?\b|p\b|ch\b|chambres?\b|min|km\b|ans?\b|%|beds?|rooms?)))/uy;

/** What follows a name and makes it more precise: districts, a postal code, a department. */
export function refine(
  context: NameContext,
  division: Division,
  end: number,
  words: readonly Word[],
): PlaceMatch {
  const { sentence, names } = context;
  if (names.district(division, 1) !== undefined) {
    const postal = matchAt(POSTAL_AFTER, sentence.text, end);
    if (postal !== null && isCodeOf(names, division, postal[1] ?? ''))
      return { end: end + postal[0].length, places: [{ postalCode: postal[1] ?? '' }], city: division };
    return readDistricts(context, division, end, []);
  }
  const postal = matchAt(POSTAL_AFTER, sentence.text, end);
  if (postal !== null && division.type === 'MUNICIPALITY' && isCodeOf(names, division, postal[1] ?? ''))
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

/** "garage Bordeaux 25000": a number that is the code of another town is a price. */
const isCodeOf = (names: PlaceNames, { postalCodes, uniqueCode }: Division, code: string): boolean =>
  postalCodes.includes(code) || (names.hasPostalCode(code) && code.slice(0, 2) === uniqueCode.slice(0, 2));

const NUMBER_FOLLOWS = String.raw`(?![\p{L}\p{N}]|[.,]\d| \d{3}(?!\d| ?k\b| \d{3}(?!\d))| ?(?:€|euros?\b|k\b|m2\b|m 2\b|pieces?\b|p\b|pcs?\b|ch\b|chambres?\b|min|km\b|ans?\b|%|beds?|br\b|rooms?|bath|etage|floor|sq|ha\b|hect|sdb|salle|place|parking|jours?|h\b|million))`;
const FIRST_DISTRICT = new RegExp(
  String.raw`(?: |-|, ?(?=\d{1,2}(?:e|er|eme|ieme) ?(?:arr|ard)))(?:le |dans le |the )?(\d{1,2}|[ivx]+|[a-z]+ieme|premier)(?:er|e|eme|ieme|st|nd|rd|th)? ?(?:arrondissements?|arr\b\.?|arrdt|ardt)?${NUMBER_FOLLOWS}`,
  'uy',
);
const NEXT_DISTRICT = new RegExp(
  String.raw` ?(?:,|\/|et|ou|and|or|&|-) ?(?:le |dans le |the |ou |et )?(\d{1,2}|[ivx]+)(?:er|e|eme|ieme|st|nd|rd|th)? ?(?:arrondissements?|arr\b\.?|arrdt|ardt)?${NUMBER_FOLLOWS}`,
  'uy',
);

/** Commas without spaces are a list after a city, unless a unit makes them a figure: "Marseille 6,7,8". */
const COMMA_LIST = new RegExp(String.raw` (\d{1,2}(?:,\d{1,2})+)${NUMBER_FOLLOWS}`, 'uy');

/** "Paris 10, 11 ou 12", "Lyon 3e et 6e", "Paris XVe". */
export function readDistricts(
  { sentence, names }: NameContext,
  city: Division,
  from: number,
  known: readonly PlaceReference[],
): PlaceMatch {
  const places = [...known];
  let end = from;
  const listed = known.length === 0 ? matchAt(COMMA_LIST, sentence.text, from) : null;
  const districts = (listed?.[1] ?? '').split(',').map((figure) => names.district(city, Number(figure)));
  if (listed !== null && districts.every((one) => one !== undefined)) {
    places.push(...districts.map((division) => ({ division })));
    end += listed[0].length;
  }
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
