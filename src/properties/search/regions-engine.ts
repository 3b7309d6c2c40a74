import type { Tree } from '../../criteria/tree.ts';
import type { Db } from '../../db/sql.ts';
import type { ClusterCell, FacetCounts } from './aggregates.ts';
import { withinViewport } from './clusters.ts';
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

/** The engine of a region and the handle that reads its documents. */
export interface RegionEngine {
  engine: SearchEngine;
  db: Db;
}

/** The regions that may have a match: at least one. */
type ChooseRegions = (criteria: Tree) => Promise<readonly RegionEngine[]>;

/**
 * The engine over several regions: each answers for itself, and pages, totals and counts are merged. It agrees with one
 * engine over all properties. Ids are unique over regions, so an order is total over all of them. Where one region can
 * have matches, its own engine answers.
 */
export function regionsEngine(choose: ChooseRegions): SearchEngine {
  const over = async <Answer>(
    criteria: Tree,
    alone: (engine: SearchEngine) => Promise<Answer>,
    merged: (regions: readonly RegionEngine[], ask: AskAll) => Promise<Answer>,
  ): Promise<Answer> => {
    const regions = await choose(criteria);
    const [only, ...others] = regions;
    if (only !== undefined && others.length === 0) return alone(only.engine);
    return merged(regions, (question) => Promise.all(regions.map(({ engine }) => question(engine))));
  };
  return {
    queryPage: (query) =>
      over(
        query.criteria,
        (engine) => engine.queryPage(query),
        (regions, ask) => queryPage(regions, ask, query),
      ),
    queryCursor: (query) =>
      over(
        query.criteria,
        (engine) => engine.queryCursor(query),
        (regions, ask) => queryCursor(regions, ask, query),
      ),
    count: (criteria) =>
      over(
        criteria,
        (engine) => engine.count(criteria),
        async (_, ask) => Math.min(sum(await ask((region) => region.count(criteria))), MAX_COUNTED_ROWS),
      ),
    countFacets: (query) =>
      over(
        query.criteria,
        (engine) => engine.countFacets(query),
        async (_, ask) => mergeFacets(await ask((region) => region.countFacets(query))),
      ),
    findClusters: (query) =>
      over(
        withinViewport(query.criteria, query.viewport),
        (engine) => engine.findClusters(query),
        async (_, ask) => mergeClusters(await ask((region) => region.findClusters(query))),
      ),
  };
}

type AskAll = <Answer>(question: (region: SearchEngine) => Promise<Answer>) => Promise<Answer[]>;

/** Each region may have all rows of the page: it is asked for as many as the page and those before it. */
async function queryPage(regions: readonly RegionEngine[], ask: AskAll, query: PageQuery): Promise<PageHits> {
  const { order, offset, limit, maxCount = MAX_COUNTED_ROWS } = query;
  const end = limit === 0 ? 0 : offset + limit;
  const part = { ...query, offset: 0, limit: end, withKeys: true, withDocuments: false };
  const pages = await ask((region) => region.queryPage(part));
  const merged = mergePositions(pages.map(toPositions), order, { from: offset, to: end });
  return {
    ids: merged.map(({ id }) => id),
    ...(query.withKeys ? { keys: merged.map(({ key }) => key) } : {}),
    total: Math.min(sum(pages.map(({ total }) => total)), maxCount),
    sourceOf: sourcesOf(
      regions,
      pages.map(({ ids }) => ids),
    ),
  };
}

/** The handle of the region of each hit. */
function sourcesOf(
  regions: readonly RegionEngine[],
  found: readonly (readonly string[])[],
): PageHits['sourceOf'] {
  const sources = new Map(
    found.flatMap((ids, at) => {
      const { db } = regions[at] ?? {};
      return db === undefined ? [] : ids.map((id) => [id, db] as const);
    }),
  );
  return (id) => sources.get(id);
}

const toPositions = ({ ids, keys }: PageHits): SortPosition[] =>
  ids.map((id, at) => ({ id, key: keys?.[at] ?? null }));

/** A position is one of the order over all regions, so each region continues after the last row of any of them. */
async function queryCursor(
  regions: readonly RegionEngine[],
  ask: AskAll,
  query: CursorQuery,
): Promise<CursorHits> {
  const from = query.from ?? (await startScan(ask, query));
  const steps = await ask((region) => region.queryCursor({ ...query, from }));
  const positions = mergePositions(
    steps.map((step) => step.positions),
    query.order,
    { from: 0, to: query.limit },
  );
  const sourceOf = sourcesOf(
    regions,
    steps.map((step) => step.positions.map(({ id }) => id)),
  );
  return { positions, total: from.total, asOf: from.asOf, sourceOf };
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
