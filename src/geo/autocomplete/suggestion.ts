import type { Point } from '../../catalogue/from-node.ts';
import { type Division, type DivisionType, depthOf } from '../division.ts';

/** The autocomplete answer for a division, as the contract defines it. */
export interface Suggestion {
  id: string;
  name: string;
  locationType: DivisionType;
  /** Distinguishes homonyms; null at the top. */
  parentName: string | null;
  regionName: string | null;
  countryCode: string;
  /** The typed one when there are several, else the first; null when there is none. */
  postalCode: string | null;
  centroid: Point | null;
  metadata: {
    /** 0 for a country, higher for narrower levels. */
    depth: number;
    population: number | null;
    postalCodes: string[];
    uniqueCode: string;
  };
}

type ParentOf = (division: Division) => Division | undefined;

/** Builds each suggestion once: a page of 30 otherwise looks up a parent 70 times. */
export function createSuggestionBuilder(
  parentOf: ParentOf,
): (division: Division, query: string) => Suggestion {
  const made = new Map<string, Suggestion>();
  return (division, query) => {
    const suggestion = made.get(division.id) ?? toSuggestion(division, parentOf);
    made.set(division.id, suggestion);
    const postalCode = findTypedPostalCode(division.postalCodes, query);
    return postalCode === undefined ? suggestion : { ...suggestion, postalCode };
  };
}

function toSuggestion(division: Division, parentOf: ParentOf): Suggestion {
  const { id, name, type, countryCode, postalCodes, population, uniqueCode, centroid } = division;
  return {
    id,
    name,
    locationType: type,
    parentName: parentOf(division)?.name ?? null,
    regionName: regionOf(division, parentOf)?.name ?? null,
    countryCode,
    postalCode: postalCodes[0] ?? null,
    centroid: centroid && { type: 'Point', coordinates: [centroid[0], centroid[1]] },
    metadata: { depth: depthOf(type), population, postalCodes: [...postalCodes], uniqueCode },
  };
}

function regionOf(division: Division, parentOf: ParentOf): Division | undefined {
  let at = parentOf(division);
  while (at !== undefined && at.type !== 'ADMINISTRATIVE_REGION') at = parentOf(at);
  return at;
}

function findTypedPostalCode(postalCodes: readonly string[], query: string): string | undefined {
  const typed = postalCodes.length > 1 ? /\d{2,5}/.exec(query)?.[0] : undefined;
  return typed === undefined ? undefined : postalCodes.find((code) => code.startsWith(typed));
}
