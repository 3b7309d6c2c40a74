import type { Database } from '../../src/db/sql.ts';
import type { Division } from '../../src/geo/division.ts';
import { toFlatDivision } from '../../src/geo/division.ts';
import { readDivisions } from '../../src/geo/store.ts';
import { partitionPoint } from '../../src/lib/lower-bound.ts';
import type { RandomSource } from '../../src/world/random.ts';

/** A commune, or a district of one, with its share of the market. */
export interface GazetteerTown {
  city: ReturnType<typeof toFlatDivision>;
  district: ReturnType<typeof toFlatDivision> | undefined;
  longitude: number;
  latitude: number;
  /** Price of a square metre for sale. */
  level: number;
  /** Cumulative population up to this town. */
  upTo: number;
}

const PARIS = '75056';

/** All communes of France by population; the districts of the three cities that have some stand for them. */
export async function loadGazetteerTowns(db: Database): Promise<GazetteerTown[]> {
  const divisions = await Array.fromAsync(readDivisions(db, 'FR'));
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const districts = divisions.filter(({ type }) => type === 'MUNICIPAL_DISTRICT');
  const divided = new Set(districts.map(({ parentId }) => parentId));
  const communes = divisions.filter(({ type, id }) => type === 'MUNICIPALITY' && !divided.has(id));
  let upTo = 0;
  return [...districts, ...communes]
    .filter(({ centroid }) => centroid !== null)
    .sort((one, other) => (one.uniqueCode < other.uniqueCode ? -1 : 1))
    .map((place) => {
      upTo += place.population ?? 100;
      return townOf(place, byId.get(place.parentId ?? ''), upTo);
    });
}

function townOf(place: Division, parent: Division | undefined, upTo: number): GazetteerTown {
  const isDistrict = place.type === 'MUNICIPAL_DISTRICT' && parent !== undefined;
  const people = place.population ?? 100;
  return {
    city: toFlatDivision(isDistrict ? parent : place),
    district: isDistrict ? toFlatDivision(place) : undefined,
    longitude: place.centroid?.[0] ?? 0,
    latitude: place.centroid?.[1] ?? 0,
    level: isDistrict && parent.uniqueCode === PARIS ? 10_000 : 1_200 + 330 * Math.log10(people),
    upTo,
  };
}

/** A town by its population: a big one is drawn more often. */
export function pickTown(towns: readonly GazetteerTown[], chance: RandomSource): GazetteerTown {
  const wanted = chance.unit() * (towns.at(-1)?.upTo ?? 0);
  const town = towns[partitionPoint(0, towns.length - 1, (at) => (towns[at]?.upTo ?? 0) <= wanted)];
  if (town === undefined) throw new Error('there are no towns: load the divisions first');
  return town;
}
