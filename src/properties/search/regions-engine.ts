import type { Tree } from '../../criteria/tree.ts';
import type { ClusterCell, FacetCounts } from './aggregates.ts';
import type { CursorPosition } from './cursor.ts';
import {
  type CursorHits,
  type CursorQuery,
  MAX_COUNTED_ROWS,
  type PageHits,
  type PageQuery,
  type SearchEngine,
} from './engine.ts';
import { comparePositions, type SortOrder, type SortPosition } from './order.ts';

/**
 * The engine over several regions: each answers for itself, and pages, totals and counts are merged. It agrees with one
 * engine over all properties. Ids are unique over regions, so an order is total over all of them.
 */
export function regionsEngine(regions: readonly SearchEngine[]): SearchEngine {
  const [only] = regions;
  if (only === undefined) throw new Error('a service has at least one region');
  if (regions.length === 1) return only;
  const ask = <Answer>(question: (region: SearchEngine) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(regions.map(question));
  return {
    queryPage: (query) => queryPage(ask, query),
    queryCursor: (query) => queryCursor(ask, query),
    count: async (criteria: Tree) =>
      Math.min(sum(await ask((region) => region.count(criteria))), MAX_COUNTED_ROWS),
    countFacets: async (query) => mergeFacets(await ask((region) => region.countFacets(query))),
    findClusters: async (query) => mergeClusters(await ask((region) => region.findClusters(query))),
  };
}

type AskAll = <Answer>(question: (region: SearchEngine) => Promise<Answer>) => Promise<Answer[]>;

/** Each region may have all rows of the page: it is asked for as many as the page and those before it. */
async function queryPage(ask: AskAll, query: PageQuery): Promise<PageHits> {
  const { order, offset, limit, maxCount = MAX_COUNTED_ROWS } = query;
  const end = limit === 0 ? 0 : offset + limit;
  const pages = await ask((region) => region.queryPage({ ...query, offset: 0, limit: end, withKeys: true }));
  const merged = mergePositions(pages.map(toPositions), order, { from: offset, to: end });
  return {
    ids: merged.map(({ id }) => id),
    ...(query.withKeys ? { keys: merged.map(({ key }) => key) } : {}),
    total: Math.min(sum(pages.map(({ total }) => total)), maxCount),
  };
}

const toPositions = ({ ids, keys }: PageHits): SortPosition[] =>
  ids.map((id, at) => ({ id, key: keys?.[at] ?? null }));

/** A position is one of the order over all regions, so each region continues after the last row of any of them. */
async function queryCursor(ask: AskAll, query: CursorQuery): Promise<CursorHits> {
  const from = query.from ?? (await startScan(ask, query));
  const steps = await ask((region) => region.queryCursor({ ...query, from }));
  const positions = mergePositions(
    steps.map((step) => step.positions),
    query.order,
    { from: 0, to: query.limit },
  );
  return { positions, total: from.total, asOf: from.asOf };
}

/** The moment that every region can scan: the earliest of theirs, which all of them still have. */
async function startScan(ask: AskAll, query: CursorQuery): Promise<CursorPosition> {
  const starts = await ask((region) => region.queryCursor({ ...query, limit: 0 }));
  return { asOf: Math.min(...starts.map(({ asOf }) => asOf)), total: sum(starts.map(({ total }) => total)) };
}

const mergePositions = (
  lists: readonly (readonly SortPosition[])[],
  order: SortOrder,
  { from, to }: { from: number; to: number },
): SortPosition[] => lists.flat().sort(comparePositions(order)).slice(from, to);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function mergeFacets(counts: readonly FacetCounts[]): FacetCounts {
  return {
    total: sum(counts.map(({ total }) => total)),
    types: mergeCounts(counts.map(({ types }) => types)),
    transactions: mergeCounts(counts.map(({ transactions }) => transactions)),
    bands: (counts[0]?.bands ?? []).map((_, at) => sum(counts.map(({ bands }) => bands[at] ?? 0))),
    divisions: mergeCounts(counts.map(({ divisions }) => divisions)),
  };
}

function mergeCounts(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const merged = new Map<string, number>();
  for (const [name, count] of counts.flatMap((one) => [...one]))
    merged.set(name, (merged.get(name) ?? 0) + count);
  return merged;
}

/** A cell at a border has properties of several regions. */
function mergeClusters(cells: readonly (readonly ClusterCell[])[]): ClusterCell[] {
  const merged = new Map<string, ClusterCell>();
  for (const cell of cells.flat()) {
    const place = `${cell.column} ${cell.row}`;
    const other = merged.get(place);
    merged.set(place, other === undefined ? cell : addCells(other, cell));
  }
  return [...merged.values()];
}

const addCells = (one: ClusterCell, other: ClusterCell): ClusterCell => ({
  ...one,
  count: one.count + other.count,
  longitudes: one.longitudes + other.longitudes,
  latitudes: one.latitudes + other.latitudes,
  price:
    one.price === null || other.price === null
      ? (one.price ?? other.price)
      : Math.min(one.price, other.price),
});
