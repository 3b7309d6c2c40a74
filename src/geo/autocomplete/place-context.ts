import type { Division } from '../division.ts';
import type { ContextIndex } from './contexts.ts';
import { CITY_OF_DISTRICTS } from './costs.ts';
import type { NameIndex } from './name-index.ts';

/** Where the place must be: in one of these divisions or groups, or with such a postal code. */
export interface PlaceContext {
  readonly inside: readonly number[];
  readonly groupIds: readonly string[];
  /** In full or a prefix; empty for none. */
  readonly postalCode: string;
  /** The cost of digits that more likely number a district. */
  readonly cost: number;
}

export const ANY_PLACE: PlaceContext = { inside: [], groupIds: [], postalCode: '', cost: 0 };

/** The division is elsewhere. */
export const OUTSIDE = -1;

export function placeContextCost(
  { divisions, parents }: NameIndex,
  contexts: ContextIndex,
  division: number,
  { inside, groupIds, postalCode, cost }: PlaceContext,
): number {
  // Starts at the parent: "corrèze 19" is the town and not the department.
  for (let at = parents[division] ?? -1; inside.length > 0 && at >= 0; at = parents[at] ?? -1) {
    if (inside.includes(at)) return cost;
  }
  const { postalCodes, groupIds: own } = divisions[division] as Division;
  if (groupIds.length > 0 && own.some((id) => groupIds.includes(id))) return cost;
  if (postalCode === '' || !postalCodes.some((code) => code.startsWith(postalCode))) return OUTSIDE;
  return cost + cityCost(contexts, division, postalCode);
}

const POSTAL_CODE_CHARS = 5;

/** A full postal code means the district that has it, before its city, which has twenty. */
export const cityCost = (contexts: ContextIndex, division: number, postalCode: string): number =>
  postalCode.length === POSTAL_CODE_CHARS && contexts.isMadeOfDistricts(division) ? CITY_OF_DISTRICTS : 0;
