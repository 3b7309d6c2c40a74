import type { Geometry } from '../../lib/polygon.ts';
import { type Division, divisionId } from '../division.ts';

/** The facts in the packages of a country. Centres that no package has are derived afterwards. */
export interface CountryFacts {
  readonly divisions: readonly Division[];
  /** By division id. */
  readonly contours: ReadonlyMap<string, Geometry>;
}

/** A country that npm packages cover. */
export interface PackagedCountry {
  readonly name: string;
  readonly packages: readonly string[];
  read(): CountryFacts;
}

/** The id of a code, memoised: a hash costs 5 µs, and a code occurs as itself, as a parent and as a member. */
export function idsIn(countryCode: string): (code: string) => string {
  const made = new Map<string, string>();
  return (code) => {
    const id = made.get(code) ?? divisionId(countryCode, code);
    made.set(code, id);
    return id;
  };
}

/** A division with defaults for everything but its identity. */
export const bareDivision = (
  known: Pick<Division, 'id' | 'countryCode' | 'type' | 'uniqueCode' | 'name' | 'parentId'>,
): Division => ({
  groupIds: [],
  postalCodes: [],
  population: null,
  centroid: null,
  centroidOrigin: null,
  formerNames: [],
  formerCodes: [],
  otherNames: [],
  ...known,
});

/** Sets the population of each wider division to the sum over its municipalities. */
export function withSummedPopulation(divisions: readonly Division[]): Division[] {
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const people = new Map<string, number>();
  for (const { population, parentId, groupIds } of divisions.filter(({ type }) => type === 'MUNICIPALITY')) {
    const above = new Set(groupIds);
    for (let at = parentId; at !== null; at = byId.get(at)?.parentId ?? null) above.add(at);
    for (const id of above) people.set(id, (people.get(id) ?? 0) + (population ?? 0));
  }
  return divisions.map((division) => ({
    ...division,
    population: division.population ?? people.get(division.id) ?? null,
  }));
}
