import type { Division } from '../division.ts';
import type { ContourHit, LocateContext } from './evidence.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type LocationHint, type ParsedLocationHint, parseLocationHint } from './location-hint.ts';
import { listSpellings } from './spellings.ts';

/** Everything the clues are judged by, looked up once. */
export function buildLocateContext(
  clue: LocationHint,
  gazetteer: Gazetteer,
  drawn: ContourHit,
): LocateContext {
  const told = parseLocationHint(clue);
  const spelt = told.names.flatMap(listSpellings);
  const named = citiesOf(
    spelt.flatMap((spelling) => gazetteer.byName(spelling)),
    gazetteer,
  );
  const read = swapMisplacedCodes(told, named, gazetteer);
  const { code, postalCode = '' } = read;
  const coded = code === undefined ? undefined : cityOf(gazetteer.byCode(code), gazetteer);
  const isPlain = [...named].some((city) => city === coded || city.postalCodes.includes(postalCode));
  return {
    hint: read,
    gazetteer,
    contourHit: drawn,
    spellings: [...new Set(spelt)],
    named: new Set([...named].map(({ id }) => id)),
    isPlain,
    isLocality: named.size === 0 && isPostalCodeOfOneCity(clue.postalCode, gazetteer),
  };
}

/** Told in full: four figures may as well be a code of Belgium or Switzerland. */
const isPostalCodeOfOneCity = (postalCode = '', gazetteer: Gazetteer): boolean =>
  /\b\d{5}\b/.test(postalCode) && gazetteer.byPostalCode(postalCode.trim()).length === 1;

/** A postal code in the place of a code, and the other way round. */
function swapMisplacedCodes(
  clue: ParsedLocationHint,
  named: ReadonlySet<Division>,
  gazetteer: Gazetteer,
): ParsedLocationHint {
  const { code, postalCode } = clue;
  const isPostalCode = (text = ''): boolean => gazetteer.byPostalCode(text).length > 0;
  const isMisplaced = (text: string): boolean =>
    text === postalCode ||
    gazetteer.byCode(text) === undefined ||
    (postalCode === undefined && isNamedThere(text, named) && !named.has(gazetteer.byCode(text) as Division));
  if (code !== undefined && isMisplaced(code)) {
    return { ...clue, code: undefined, postalCode: postalCode ?? (isPostalCode(code) ? code : undefined) };
  }
  if (code !== undefined || postalCode === undefined || isPostalCode(postalCode)) return clue;
  const city = cityOf(gazetteer.byCode(postalCode), gazetteer);
  const fits = city !== undefined && (clue.names.length === 0 || named.has(city));
  return fits ? { ...clue, code: postalCode, postalCode: undefined } : clue;
}

const isNamedThere = (postalCode: string, named: ReadonlySet<Division>): boolean =>
  [...named].some(({ postalCodes }) => postalCodes.includes(postalCode));

/** Each municipality once, parts lifted to the one they are part of. */
export function citiesOf(divisions: readonly Division[], gazetteer: Gazetteer): Set<Division> {
  return new Set(divisions.flatMap((division) => cityOf(division, gazetteer) ?? []));
}

export function cityOf(division: Division | undefined, gazetteer: Gazetteer): Division | undefined {
  let at = division;
  while (at !== undefined && at.type !== 'MUNICIPALITY') at = gazetteer.byId(at.parentId ?? '');
  return at;
}
