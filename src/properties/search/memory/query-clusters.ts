import type { Tree } from '../../../criteria/tree.ts';
import type { ClusterCell, ClusterQuery } from '../aggregates.ts';
import { withinViewport } from '../clusters.ts';
import { PRICE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { ClusterSums } from './cluster-sums.ts';
import { cellOf, eachMatch } from './each-match.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import { idAt, type OpenSegment } from './open-segment.ts';
import { type OrUnsupported, openScope, type QueryScope, requireComplete, scanTails } from './query.ts';
import { buildConjuncts, MIN_SELECTIVITY, matchBitmap } from './scan.ts';
import { countRows, findClusterRanges, sumMapCells } from './sum-map-cells.ts';

export function findClusters(index: IndexSnapshot, query: ClusterQuery): OrUnsupported<ClusterCell[]> {
  const { criteria, viewport } = query;
  const scope = requireComplete(openScope(index, withinViewport(criteria, viewport)));
  const anywhere = openScope(index, criteria);
  if (typeof scope === 'string') return scope;
  if (typeof anywhere === 'string') return anywhere;
  const sums = new ClusterSums(query);
  addTails(sums, scope);
  for (const view of scope.segments)
    if (!addMapCells(sums, view, { tree: anywhere.tree, viewport })) addMatches(sums, view, scope);
  return sums.list();
}

function addTails(sums: ClusterSums, scope: QueryScope): void {
  for (const { id, cells } of scanTails(scope)) {
    const [longitude, latitude, price] = [PLACE_COLUMNS.longitude, PLACE_COLUMNS.latitude, PRICE_COLUMN].map(
      (name) => cellOf(cells, name),
    ) as [number, number, number | null];
    const cell = sums.add(longitude, latitude, price);
    sums.propertyIds[cell] ??= id;
  }
}

/**
 * Adds the clusters of a segment from its map cells. False when that may take longer than to find the rows in the
 * viewport first: the criteria are tested over the whole segment.
 */
function addMapCells(
  sums: ClusterSums,
  view: OpenSegment,
  { tree, viewport }: { readonly tree: Tree } & Pick<ClusterQuery, 'viewport'>,
): boolean {
  const { segment } = view;
  const ranges = findClusterRanges(segment.mapCells, sums, viewport);
  if (ranges === undefined) return false;
  const conjuncts = buildConjuncts(view, tree);
  const isAll = conjuncts.length === 0;
  if (!isAll && countRows(segment.mapCells, ranges) < segment.count / MIN_SELECTIVITY) return false;
  sumMapCells(sums, view, ranges, { matches: matchBitmap(view, conjuncts), isAll, viewport });
  return true;
}

function addMatches(sums: ClusterSums, view: OpenSegment, scope: QueryScope): void {
  const { segment } = view;
  const [longitudes, latitudes, prices] = [
    view.numericValues(PLACE_COLUMNS.longitude),
    view.numericValues(PLACE_COLUMNS.latitude),
    view.numericValues(PRICE_COLUMN),
  ];
  eachMatch(view, scope, (rows, count) => {
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const cell = sums.add(longitudes[row] as number, latitudes[row] as number, prices[row] as number);
      sums.propertyIds[cell] ??= idAt(segment, row);
    }
  });
}
