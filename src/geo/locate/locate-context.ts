import type { Division } from '../division.ts';
import type { ContourHit, LocateContext } from './evidence.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type LocationHint, type ParsedLocationHint, parseLocationHint } from './location-hint.ts';
import { listSpellings } from './spellings.ts';

/** Looks up once what all evidence is computed from. */
export function buildLocateContext(
  hint: LocationHint,
  gazetteer: Gazetteer,
  contourHit: ContourHit,
): LocateContext {
  const parsed = parseLocationHint(hint);
  const spellings = parsed.names.flatMap(listSpellings);
  const named = citiesOf(
    spellings.flatMap((spelling) => gazetteer.byName(spelling)),
    gazetteer,
  );
  const corrected = swapMisplacedCodes(parsed, named, gazetteer);
  const { code, postalCode = '' } = corrected;
  const coded = code === undefined ? undefined : cityOf(gazetteer.byCode(code), gazetteer);
  const isPlain = [...named].some((city) => city === coded || city.postalCodes.includes(postalCode));
  return {
    hint: corrected,
    gazetteer,
    contourHit,
    spellings: [...new Set(spellings)],
    named: new Set([...named].map(({ id }) => id)),
    isPlain,
    isLocality: named.size === 0 && isPostalCodeOfOneCity(hint.postalCode, gazetteer),
  };
}

/** Five digits only: four may be a postal code of Belgium or Switzerland. */
const isPostalCodeOfOneCity = (postalCode = '', gazetteer: Gazetteer): boolean =>
  /\b\d{5}\b/.test(postalCode) && gazetteer.byPostalCode(postalCode.trim()).length === 1;

/** Swaps a postal code in the field of the INSEE code, and the other way round. */
function swapMisplacedCodes(
  hint: ParsedLocationHint,
  named: ReadonlySet<Division>,
  gazetteer: Gazetteer,
): ParsedLocationHint {
  const { code, postalCode } = hint;
  const isPostalCode = (text = ''): boolean => gazetteer.byPostalCode(text).length > 0;
  const isMisplaced = (text: string): boolean =>
    text === postalCode ||
    gazetteer.byCode(text) === undefined ||
    (postalCode === undefined && isNamedThere(text, named) && !named.has(gazetteer.byCode(text) as Division));
  if (code !== undefined && isMisplaced(code)) {
    return { ...hint, code: undefined, postalCode: postalCode ?? (isPostalCode(code) ? code : undefined) };
  }
  if (code !== undefined || postalCode === undefined || isPostalCode(postalCode)) return hint;
  const city = cityOf(gazetteer.byCode(postalCode), gazetteer);
  const fits = city !== undefined && (hint.names.length === 0 || named.has(city));
  return fits ? { ...hint, code: postalCode, postalCode: undefined } : hint;
}

const isNamedThere = (postalCode: string, named: ReadonlySet<Division>): boolean =>
  [...named].some(({ postalCodes }) => postalCodes.includes(postalCode));

/** The distinct municipalities of divisions, parts replaced by their municipality. */
export function citiesOf(divisions: readonly Division[], gazetteer: Gazetteer): Set<Division> {
  return new Set(divisions.flatMap((division) => cityOf(division, gazetteer) ?? []));
}

export function cityOf(division: Division | undefined, gazetteer: Gazetteer): Division | undefined {
  let at = division;
  while (at !== undefined && at.type !== 'MUNICIPALITY') at = gazetteer.byId(at.parentId ?? '');
  return at;
}
