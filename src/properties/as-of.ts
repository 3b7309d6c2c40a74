import type { PropertyResult } from '../catalogue/document.ts';
import { sortedBy } from '../catalogue/filters.ts';
import { buildSearchRow } from '../criteria/columns.ts';
import { compilePredicate } from '../criteria/matches.ts';
import type { Tree } from '../criteria/tree.ts';
import { allRegions, readByRegion, regionOfProperty } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { scanStatesAt, selectStateAt, selectStatesAt } from './as-of-store.ts';
import { comparePositions, isTimeOrder, type SortOrder, type SortPosition } from './search/order.ts';
import type { SearchResults } from './search.ts';

/** A property that was merged into one that was merged in turn: no real chain is longer. */
const MAX_MERGES = 20;

/**
 * The property as the service showed it at a moment, from the recorded changes; by an id that was merged before, the
 * survivor of then. Undefined when it was not known yet, or gone.
 */
export async function findPropertyAsOf(
  db: Db,
  id: string,
  moment: Date,
): Promise<PropertyResult | undefined> {
  const region = await regionOfProperty(db, id);
  let at: string | null = id;
  for (let step = 0; at !== null && step < MAX_MERGES; step += 1) {
    const state = await selectStateAt(region, at, moment);
    if (state === undefined) return undefined;
    if (state.written !== null) return JSON.parse(state.written);
    at = state.mergedInto;
  }
  return undefined;
}

export interface AsOfSearch {
  readonly criteria: Tree;
  readonly order: SortOrder;
  readonly size: number;
  readonly page: number;
  readonly moment: Date;
}

interface AsOfContext {
  readonly db: Db;
  readonly places: PlaceService;
}

/**
 * The properties that a search would have found at a moment. It reads every property of then and evaluates the predicate
 * that agrees with the SQL of the criteria. Places are those of today.
 */
export async function searchAsOf(
  { db, places }: AsOfContext,
  { criteria, order, size, page, moment }: AsOfSearch,
): Promise<SearchResults> {
  const register = await places.register();
  const matches = compilePredicate(criteria);
  const found: SortPosition[] = [];
  for await (const states of scanRegionsAt(db, moment)) {
    for (const { id, written } of states) {
      const result = JSON.parse(written ?? '') as PropertyResult;
      const row = buildSearchRow(result, (division) => register.ancestorsOf(division));
      if (matches(row)) found.push({ id, key: sortKey(result, order) });
    }
  }
  found.sort(comparePositions(order));
  const offset = (page - 1) * size;
  const shown = found.slice(offset, offset + size).map(({ id }) => id);
  const read = await readByRegion(db, shown, (region, ids) => selectStatesAt(region, ids, moment));
  const states = new Map(read.map((state) => [state.id, state]));
  const documents = shown.flatMap((id) => states.get(id)?.written ?? []);
  return {
    page: {
      count: documents.length,
      results: documents.map((written) => JSON.parse(written) as PropertyResult),
      serialized: `[${documents.join(',')}]`,
    },
    totalItems: found.length,
    hasNextPage: size > 0 && offset + size < found.length,
  };
}

async function* scanRegionsAt(db: Db, moment: Date): ReturnType<typeof scanStatesAt> {
  for (const region of allRegions(db)) yield* scanStatesAt(region, moment);
}

/** The member that the filter of the sort field reads. */
function sortKey({ property }: PropertyResult, order: SortOrder): number | null {
  const path = sortedBy[order.field];
  if (isTimeOrder(order))
    return Date.parse(path === 'dates.createdAt' ? property.createdAt : property.updatedAt);
  if (path === 'property.areas.displayed') return property.area?.displayed ?? null;
  if (path === 'property.valuation.deviationPercent') return property.valuation?.deviationPercent ?? null;
  const { displayed, pricePerArea } = property.pricing ?? {};
  return (path === 'property.pricing.displayed' ? displayed : pricePerArea) ?? null;
}
