import type { ClusterCell, ClusterQuery } from '../aggregates.ts';
import { PRICE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { ClusterSums } from './cluster-sums.ts';
import { cellOf, eachMatch } from './each-match.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import { idAt } from './open-segment.ts';
import { type OrUnsupported, openScope, requireComplete, scanTails } from './query.ts';

export function findClusters(index: IndexSnapshot, query: ClusterQuery): OrUnsupported<ClusterCell[]> {
  const scope = requireComplete(openScope(index, query.criteria));
  if (typeof scope === 'string') return scope;
  const sums = new ClusterSums(query);
  for (const { id, cells } of scanTails(scope)) {
    const [longitude, latitude] = [
      cellOf(cells, PLACE_COLUMNS.longitude),
      cellOf(cells, PLACE_COLUMNS.latitude),
    ];
    const cell = sums.add(
      longitude as number,
      latitude as number,
      cellOf(cells, PRICE_COLUMN) as number | null,
    );
    sums.propertyIds[cell] ??= id;
  }
  for (const view of scope.segments) {
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
  return sums.list();
}
