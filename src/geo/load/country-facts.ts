import type { Geometry } from '../../lib/polygon.ts';
import { type Division, divisionId } from '../division.ts';

/** What the packages of a country say. A centre is given only where a package knows it; the rest is derived afterwards. */
export interface CountryFacts {
  readonly divisions: readonly Division[];
  /** By division id. */
  readonly contours: ReadonlyMap<string, Geometry>;
}

/** A country that needs nothing but npm packages. */
export interface PackagedCountry {
  readonly name: string;
  readonly packages: readonly string[];
  read(): CountryFacts;
}

/** The id of a code, each made once: a hash costs 5 µs, and a code is met as itself, as a parent and as a member. */
export function idsIn(countryCode: string): (code: string) => string {
  const made = new Map<string, string>();
  return (code) => {
    const id = made.get(code) ?? divisionId(countryCode, code);
    made.set(code, id);
    return id;
  };
}

/** A division of which nothing more is known. */
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

/** The people of each wider division: the sum over the municipalities it holds. */
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
