import { atFirstUse } from '../lib/at-first-use.ts';
import type { Division, DivisionType, Position } from './division.ts';

/** A division as a query names it. */
export interface DivisionReference {
  readonly code?: string;
  readonly id?: string;
  readonly countryCode?: string;
}

/** A division as search rows have it. */
export interface DivisionCode {
  readonly code: string;
  /** Where divisions of other countries have the same code. */
  readonly countryCode?: string;
}

/** Resolves codes and ids. */
export interface DivisionRegister {
  /** False as long as no division is loaded: nothing can be called unknown then. */
  readonly isLoaded: boolean;
  /** Whether there is such a division today. */
  has(named: DivisionReference): boolean;
  /** The code that replaced a code no longer in use. */
  successorOf(code: string): string | undefined;
  /**
   * The names of the places with a code as their postal code, the finest level only, without those whose own code it
   * is.
   */
  postalPlacesOf(reference: DivisionReference): string[];
  /** The centre of the one division that is meant; undefined when none or several are, or when it has none. */
  centreOf(reference: DivisionReference): Position | undefined;
  /** The names of the divisions with a code. */
  namesOf(reference: DivisionReference): string[];
  /** The divisions that are meant, with their countries. */
  find(reference: DivisionReference): { id: string; countryCode: string }[];
  /** The code of a division of this country, with the country where others use it too. */
  qualify(division: { uniqueCode: string; countryCode: string }): DivisionCode;
  /** The type of all divisions with a code; undefined when there is none, or when they are of several types. */
  typeOf(code: string): DivisionType | undefined;
  /** Everything above a division and its groups, without the division itself. */
  ancestorsOf(id: string): { ids: string[]; codes: string[] };
  /**
   * The code of the parent of the division with a code; undefined when there is none, or when several have the code.
   */
  parentCodeOf(code: string, countryCode: string | undefined): string | undefined;
}

/** Each table is made at its first use: a start does not wait for them. */
export function createDivisionRegister(
  divisions: readonly Division[],
  byId: ReadonlyMap<string, Division>,
): DivisionRegister {
  const byCode = atFirstUse(() => groupByCode(divisions));
  const former = atFirstUse(() => new Map(divisions.flatMap(listFormerCodes)));
  const byPostalCode = atFirstUse(() => buildPostalIndex(divisions));
  const isIn = (country: string | undefined) => (division: Division) =>
    country === undefined || country === division.countryCode;
  const named = ({ code, id }: DivisionReference): readonly Division[] => {
    if (id !== undefined) return [byId.get(id)].flatMap((division) => division ?? []);
    return byCode().get(code ?? '') ?? [];
  };
  return {
    isLoaded: divisions.length > 0,
    has: (reference) =>
      named(reference).some(
        ({ countryCode }) => reference.countryCode === undefined || reference.countryCode === countryCode,
      ),
    postalPlacesOf: ({ code = '', countryCode }) => {
      const places = (byPostalCode().get(code) ?? []).filter(isIn(countryCode));
      const districts = places.filter(({ type }) => type === 'MUNICIPAL_DISTRICT');
      const finest = districts.length > 0 ? districts : places;
      return finest.filter(({ uniqueCode }) => uniqueCode !== code).map(({ name }) => name);
    },
    centreOf(reference) {
      const [only, ...others] = named(reference).filter(isIn(reference.countryCode));
      return others.length === 0 ? (only?.centroid ?? undefined) : undefined;
    },
    namesOf: (reference) =>
      named(reference)
        .filter(isIn(reference.countryCode))
        .map(({ name }) => name),
    find: (reference) =>
      named(reference)
        .filter(isIn(reference.countryCode))
        .map(({ id, countryCode }) => ({ id, countryCode })),
    qualify: ({ uniqueCode: code, countryCode }) =>
      named({ code }).every(isIn(countryCode)) ? { code } : { code, countryCode },
    successorOf: (code) => former().get(code)?.uniqueCode,
    typeOf(code) {
      const [first, ...others] = byCode().get(code) ?? [];
      return others.every(({ type }) => type === first?.type) ? first?.type : undefined;
    },
    parentCodeOf(code, countryCode) {
      const [only, ...others] = named({ code }).filter(
        (division) => countryCode === undefined || countryCode === division.countryCode,
      );
      return others.length === 0 ? byId.get(only?.parentId ?? '')?.uniqueCode : undefined;
    },
    ancestorsOf(id) {
      const found = [...new Set(iterateAncestors(id, byId))].filter((division) => division.id !== id);
      return { ids: found.map((one) => one.id), codes: found.map(({ uniqueCode }) => uniqueCode) };
    },
  };
}

function groupByCode(divisions: readonly Division[]): ReadonlyMap<string, readonly Division[]> {
  const byCode = new Map<string, Division[]>();
  for (const division of divisions) {
    const sharing = byCode.get(division.uniqueCode);
    if (sharing === undefined) byCode.set(division.uniqueCode, [division]);
    else sharing.push(division);
  }
  return byCode;
}

const listFormerCodes = (division: Division): (readonly [code: string, Division])[] =>
  division.formerCodes.map((code) => [code, division]);

const TYPES_WITH_POSTAL_CODES: ReadonlySet<DivisionType> = new Set(['MUNICIPALITY', 'MUNICIPAL_DISTRICT']);

function buildPostalIndex(divisions: readonly Division[]): ReadonlyMap<string, readonly Division[]> {
  const index = new Map<string, Division[]>();
  for (const division of divisions) {
    if (!TYPES_WITH_POSTAL_CODES.has(division.type)) continue;
    for (const code of division.postalCodes) {
      const places = index.get(code);
      if (places === undefined) index.set(code, [division]);
      else places.push(division);
    }
  }
  return index;
}

function* iterateAncestors(id: string, byId: ReadonlyMap<string, Division>): Generator<Division> {
  for (let at = byId.get(id); at !== undefined; at = byId.get(at.parentId ?? '')) {
    yield at;
    for (const groupId of at.groupIds) {
      const group = byId.get(groupId);
      if (group !== undefined) yield group;
    }
  }
}
