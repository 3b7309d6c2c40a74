import { foldText } from '../../lib/text.ts';
import type { GazetteerPlace } from './gazetteer.ts';

/** The normal form of a place name: letters and digits, words separated by one space. */
export const plainName = (name: string): string =>
  foldText(name)
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

interface PlaceQuery {
  readonly code: string;
  readonly name: string;
  /** Given only where a name within a subregion may replace a code. */
  readonly subregion?: string;
}

/** Finds the place of a municipality by its code: of several the one of its name, then the seat, then the biggest. */
export function createPlaceFinder(
  places: readonly GazetteerPlace[],
): (wanted: PlaceQuery) => GazetteerPlace | undefined {
  const byCode = new Map<string, GazetteerPlace[]>();
  const byName = new Map<string, GazetteerPlace>();
  for (const place of places) {
    for (const code of new Set(place.codes)) {
      const sharing = byCode.get(code);
      if (sharing === undefined) byCode.set(code, [place]);
      else sharing.push(place);
    }
    if (place.subregion !== '') byName.set(`${place.subregion} ${plainName(place.name)}`, place);
  }
  return ({ code, name, subregion }) => {
    const plain = plainName(name);
    const better = (one: GazetteerPlace, other: GazetteerPlace): number =>
      Number(plainName(other.name) === plain) - Number(plainName(one.name) === plain) ||
      one.rank - other.rank ||
      other.population - one.population;
    return byCode.get(code)?.sort(better)[0] ?? byName.get(`${subregion} ${plain}`);
  };
}
