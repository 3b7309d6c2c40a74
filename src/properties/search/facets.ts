import type { DivisionType } from '../../geo/division.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import type { DivisionRegister } from '../../geo/register.ts';
import type { FacetQuery } from './aggregates.ts';
import type { SearchEngine } from './engine.ts';

export interface ValueCount {
  value: string;
  count: number;
}

/** Properties by type, transaction, price band and division. */
export interface Facets {
  totalItems: number;
  types: ValueCount[];
  transactions: ValueCount[];
  prices: { from: number | null; to: number | null; count: number }[];
  divisions: { uniqueCode: string; name: string | null; count: number }[];
}

/** Rents and prices, in the steps in which people name them. */
export const DEFAULT_PRICE_BOUNDS: readonly number[] = [
  500, 750, 1_000, 1_500, 2_000, 3_000, 10_000, 50_000, 100_000, 150_000, 200_000, 250_000, 300_000, 400_000,
  500_000, 750_000, 1_000_000, 2_000_000,
];
/** The divisions with the most properties. */
export const MAX_FACET_DIVISIONS = 100;

export interface FacetRequest extends Omit<FacetQuery, 'isCounted'> {
  readonly divisionType: DivisionType;
}

/** Counts the matching properties exactly, by each facet. */
export async function findFacets(
  { engine, places }: { engine: SearchEngine; places: Pick<PlaceService, 'register'> },
  { criteria, priceBounds, divisionType }: FacetRequest,
): Promise<Facets> {
  const register = await places.register();
  const isCounted = countedDivisions(register, divisionType);
  // The table of codes is made now: a search index that is being opened is awaited next.
  isCounted('');
  const counts = await engine.countFacets({
    criteria,
    priceBounds,
    isCounted,
    divisionType,
  });
  const inDivisions = [...counts.divisions].sort(largestFirst).slice(0, MAX_FACET_DIVISIONS);
  return {
    totalItems: counts.total,
    types: listValues(counts.types),
    transactions: listValues(counts.transactions),
    prices: counts.bands.flatMap((count, band) =>
      count === 0 ? [] : [{ from: priceBounds[band - 1] ?? null, to: priceBounds[band] ?? null, count }],
    ),
    divisions: inDivisions.map(([uniqueCode, count]) => ({
      uniqueCode,
      name: register.namesOf({ code: uniqueCode })[0] ?? null,
      count,
    })),
  };
}

type IsCounted = FacetQuery['isCounted'];

const countedByRegister = new WeakMap<DivisionRegister, Map<DivisionType, IsCounted>>();

/** One function for each type: the memory index keeps what it says of its 36,000 codes. */
function countedDivisions(register: DivisionRegister, divisionType: DivisionType): IsCounted {
  const known = countedByRegister.get(register) ?? new Map<DivisionType, IsCounted>();
  countedByRegister.set(register, known);
  const isCounted = known.get(divisionType) ?? ((code: string) => register.typeOf(code) === divisionType);
  known.set(divisionType, isCounted);
  return isCounted;
}

const listValues = (counts: ReadonlyMap<string, number>): ValueCount[] =>
  [...counts].sort(largestFirst).map(([value, count]) => ({ value, count }));

/** Ties by name, so that the order does not depend on the engine. */
const largestFirst = (one: readonly [string, number], other: readonly [string, number]): number =>
  other[1] - one[1] || (one[0] < other[0] ? -1 : 1);
