import type { division as divisionShape } from '../catalogue/attributes/location.ts';
import type { FromNode } from '../catalogue/from-node.ts';
import { propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import type { ValueOf } from '../catalogue/vocabulary.ts';
import { namedId } from '../lib/ids.ts';
import type { Position } from '../lib/polygon.ts';

export type DivisionType = ValueOf<typeof propertyVocabularies.divisionType>;

export type { Position };

/**
 * How a centre is known, the most trusted first:
 * - surveyed: an imported national file gives it;
 * - contour: the centre of the division's contour;
 * - gazetteer: the place of that name in the gazetteer shipped with the service;
 * - parts: the centre of the divisions it is made of, weighted by population;
 * - postal-code, group, parent: no own point is known, so it is the centre of the divisions that share its postal code,
 *   of its municipality group, or of its parent. These three are guesses.
 */
export const centroidOrigins = [
  'surveyed',
  'contour',
  'gazetteer',
  'parts',
  'postal-code',
  'group',
  'parent',
] as const;
export type CentroidOrigin = (typeof centroidOrigins)[number];

const GUESSED: ReadonlySet<CentroidOrigin> = new Set(['postal-code', 'group', 'parent']);

/** Whether the centre belongs to a neighbour: good enough to show on a map, not to distinguish two communes. */
export const isGuessed = (origin: CentroidOrigin | null): boolean => origin !== null && GUESSED.has(origin);

/** An entry of the administrative tree. */
export interface Division {
  readonly id: string;
  readonly countryCode: string;
  readonly type: DivisionType;
  /**
   * Unique in its country whatever the type: INSEE code, department number, region code prefixed R, SIREN of a group.
   */
  readonly uniqueCode: string;
  readonly name: string;
  /** The next wider division in the order country, region, subregion, municipality, district, neighbourhood. */
  readonly parentId: string | null;
  /** The municipality groups it is a member of, the narrowest first. Groups are not part of the chain of parents. */
  readonly groupIds: readonly string[];
  readonly postalCodes: readonly string[];
  readonly population: number | null;
  readonly centroid: Position | null;
  readonly centroidOrigin: CentroidOrigin | null;
  /** Names of the municipalities merged into this one. */
  readonly formerNames: readonly string[];
  /** Their codes, which old files still use. */
  readonly formerCodes: readonly string[];
  /** Its name in another language, or in full. */
  readonly otherNames: readonly string[];
}

const DIVISION_NAMESPACE = '7d1c6f0e-52b4-5c8f-9a5d-3f7be0c1d2a4';

/** The same on every installation. */
export const divisionId = (countryCode: string, uniqueCode: string): string =>
  namedId(DIVISION_NAMESPACE, `${countryCode}:${uniqueCode}`);

/**
 * 0 for a country, one more for each narrower level of the vocabulary, whether or not a country uses the levels
 * between.
 */
export const depthOf = (type: DivisionType): number => propertyVocabularies.divisionType.values.indexOf(type);

/**
 * The ids above a division, the nearest first: its groups, then its parent, and so on to the country. A district or a
 * neighbourhood inherits the groups of its municipality.
 */
export function ancestorIds(division: Division, byId: (id: string) => Division | undefined): string[] {
  const found = new Set<string>();
  for (let at: Division | undefined = division; at !== undefined; ) {
    for (const id of at.groupIds) found.add(id);
    if (at.parentId === null) break;
    found.add(at.parentId);
    at = byId(at.parentId);
  }
  return [...found];
}

type DivisionAttributes = FromNode<{ kind: 'object'; members: (typeof divisionShape)['members'] }>;

/** A division as every answer shows it. */
export type FlatDivision = Required<DivisionAttributes>;

export const DIVISIONS_PATH = '/geo/administrative-divisions';

export const toFlatDivision = ({ id, name, type, uniqueCode, postalCodes }: Division): FlatDivision => ({
  iri: `${DIVISIONS_PATH}/${id}`,
  id,
  name,
  type,
  uniqueCode,
  postalCodes: [...postalCodes],
});
