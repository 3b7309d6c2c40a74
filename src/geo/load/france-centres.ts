import type { Division, Position } from '../division.ts';
import { type GazetteerPlace, readGazetteerPlaces } from './gazetteer.ts';
import { createPlaceFinder } from './places.ts';

/** GeoNames lists overseas territories under their own ISO codes. */
const TERRITORIES = ['FR', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC', 'TF'];

/** The numbered districts: "Paris 15 Vaugirard", "Lyon 03", "Marseille 01", and their first code minus one. */
const DISTRICT = /^(Paris|Lyon|Marseille) (\d\d)\b/;
const DISTRICT_BASE: Readonly<Record<string, number>> = { Paris: 75100, Lyon: 69380, Marseille: 13200 };

/**
 * Uninhabited places, which no gazetteer of populated places has, and two capitals named otherwise than their island.
 */
const FAR_ISLES: Readonly<Record<string, Position>> = {
  97701: [-62.8498, 17.8962],
  97801: [-63.083, 18.0682],
  98411: [77.55, -37.83],
  98412: [70.2194, -49.3492],
  98413: [51.77, -46.42],
  98414: [140, -66.66],
  98415: [47.33, -11.56],
  98901: [-109.22, 10.3],
};

/** Sets the centre of every municipality and district that the gazetteer has. */
export function withCentres(divisions: readonly Division[]): Division[] {
  const places = readGazetteerPlaces(new Set(TERRITORIES));
  const find = createPlaceFinder(places);
  const districts = districtPlaces(places);
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const positionOf = ({ type, uniqueCode: code, name, parentId }: Division): Position | undefined => {
    if (type === 'MUNICIPAL_DISTRICT') return districts.get(code);
    if (type !== 'MUNICIPALITY') return undefined;
    const subregion = byId.get(parentId ?? '')?.uniqueCode ?? '';
    return find({ code, name, subregion })?.position ?? FAR_ISLES[code];
  };
  return divisions.map((division) => {
    const centroid = positionOf(division);
    return centroid === undefined ? division : { ...division, centroid, centroidOrigin: 'gazetteer' };
  });
}

function districtPlaces(places: readonly GazetteerPlace[]): Map<string, Position> {
  const found = new Map<string, Position>();
  for (const { name, position } of places) {
    const [, city = '', number] = DISTRICT.exec(name) ?? [];
    const base = DISTRICT_BASE[city];
    if (base !== undefined) found.set(String(base + Number(number)), position);
  }
  return found;
}
