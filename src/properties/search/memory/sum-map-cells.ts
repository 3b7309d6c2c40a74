import { lowerBound } from '../../../lib/lower-bound.ts';
import type { Box } from '../../../lib/polygon.ts';
import { clusterColumn, clusterRow } from '../clusters.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { type Bitmap, hasBit } from './bitmap-cache.ts';
import { changedCells } from './changed-cells.ts';
import type { ClusterPart, ClusterSums } from './cluster-sums.ts';
import { columnOfKey, MAP_CELL_ZOOM, type MapCells, mapCellGrid, mapCellKey, rowOfKey } from './map-cells.ts';
import { idAt, type OpenSegment } from './open-segment.ts';

/** The map cells of a cluster, from `from` to before `to`. */
interface ClusterRange {
  readonly cluster: number;
  readonly from: number;
  readonly to: number;
  /** No part of it is outside the viewport. */
  readonly isInside: boolean;
}

/** Columns and rows of map cells strictly between these are inside the viewport: cells grow with the position. */
interface CellBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const boundsOf = ({ west, south, east, north }: Box): CellBounds => ({
  west: clusterColumn(west, mapCellGrid),
  south: clusterRow(south, mapCellGrid),
  east: clusterColumn(east, mapCellGrid),
  north: clusterRow(north, mapCellGrid),
});

/** Undefined when the clusters are smaller than map cells. */
export function findClusterRanges(
  { keys }: MapCells,
  { grid, firstColumn, firstRow, columns, rows }: ClusterSums,
  viewport: Box,
): ClusterRange[] | undefined {
  if (grid.zoom > MAP_CELL_ZOOM) return undefined;
  const bounds = boundsOf(viewport);
  const size = 2 ** (MAP_CELL_ZOOM - grid.zoom);
  const ranges: ClusterRange[] = [];
  for (let cluster = 0; cluster < columns * rows; cluster += 1) {
    const column = (firstColumn + (cluster % columns)) * size;
    const row = (firstRow + Math.floor(cluster / columns)) * size;
    if (column > MAX_COLUMN) continue;
    const key = mapCellKey(column, row);
    const from = lowerBound(keys, key);
    const to = lowerBound(keys, key + size * size, from);
    const isInside =
      column > bounds.west &&
      column + size <= bounds.east &&
      row > bounds.south &&
      row + size <= bounds.north;
    if (from < to) ranges.push({ cluster, from, to, isInside });
  }
  return ranges;
}

/** Longitude 180 has the next column, and no rows. */
const MAX_COLUMN = 2 ** 16 - 1;

export const countRows = ({ starts }: MapCells, ranges: readonly ClusterRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + (starts[to] as number) - (starts[from] as number), 0);

export interface MatchingRows {
  /** The rows without tombstones that satisfy the criteria. */
  readonly matches: Bitmap;
  /** There are no criteria: the sums of a map cell without tombstones hold. */
  readonly isAll: boolean;
}

/** Adds the matching rows of a segment in the viewport. */
export function sumMapCells(
  sums: ClusterSums,
  view: OpenSegment,
  ranges: readonly ClusterRange[],
  { matches, isAll, viewport }: MatchingRows & { readonly viewport: Box },
): void {
  const { segment } = view;
  const cells = segment.mapCells;
  const edge: EdgeTest = {
    longitudes: view.numericValues(PLACE_COLUMNS.longitude),
    latitudes: view.numericValues(PLACE_COLUMNS.latitude),
    viewport,
  };
  const wholeCells = findWholeCells(cells, isAll ? changedCells(view) : undefined, boundsOf(viewport));
  for (const { cluster, from, to, isInside } of ranges) {
    for (let cell = from; cell < to; ) {
      const { kind, end } = wholeCells(cell, to, isInside);
      const part =
        kind === 'sums'
          ? sumWholeCells(cells, cell, end)
          : kind === 'rows'
            ? sumRows(cells, matches, cell, end)
            : kind === 'edge'
              ? sumRowsAtEdge(cells, matches, cell, edge)
              : undefined;
      if (part !== undefined && part.count > 0) sums.addPart(cluster, part);
      if (part?.count === 1) sums.propertyIds[cluster] = idAt(segment, part.rowSum);
      cell = end;
    }
  }
}

/** How the next cells are read: by their sums, by their rows, by the rows within the viewport, or not at all. */
interface CellRun {
  readonly kind: 'sums' | 'rows' | 'edge' | 'outside';
  readonly end: number;
}

/** The longest run from a cell on that is read in one way; cells at the edge one by one. */
function findWholeCells(
  { keys }: MapCells,
  changed: Uint8Array | undefined,
  bounds: CellBounds,
): (from: number, to: number, isInside: boolean) => CellRun {
  return (from, to, isInside) => {
    const position = isInside ? INSIDE : locateCell(keys[from] as number, bounds);
    if (position === EDGE) return { kind: 'edge', end: from + 1 };
    const isChanged = changed === undefined ? 1 : (changed[from] as number);
    let end = from + 1;
    while (
      end < to &&
      (changed === undefined || changed[end] === isChanged) &&
      (isInside || locateCell(keys[end] as number, bounds) === position)
    )
      end += 1;
    return { kind: position === OUTSIDE ? 'outside' : isChanged === 1 ? 'rows' : 'sums', end };
  };
}

const [OUTSIDE, EDGE, INSIDE] = [0, 1, 2];

function locateCell(key: number, { west, south, east, north }: CellBounds): number {
  const [column, row] = [columnOfKey(key), rowOfKey(key)];
  if (column > west && column < east && row > south && row < north) return INSIDE as number;
  return (column < west || column > east || row < south || row > north ? OUTSIDE : EDGE) as number;
}

interface RowsPart extends ClusterPart {
  /** The sum of the row numbers: of one row, its number. */
  readonly rowSum: number;
}

function sumWholeCells(cells: MapCells, from: number, to: number): RowsPart {
  const { starts, rows } = cells;
  let [longitudes, latitudes, price] = [0, 0, Infinity];
  for (let cell = from; cell < to; cell += 1) {
    longitudes += cells.longitudes[cell] as number;
    latitudes += cells.latitudes[cell] as number;
    const lowest = cells.prices[cell] as number;
    if (lowest < price) price = lowest;
  }
  const first = starts[from] as number;
  return {
    count: (starts[to] as number) - first,
    longitudes,
    latitudes,
    price,
    rowSum: rows[first] as number,
  };
}

/** Without a branch for each row: half of them would be predicted wrongly. */
function sumRows(cells: MapCells, matches: Bitmap, from: number, to: number): RowsPart {
  const { starts, rows, rowLongitudes, rowLatitudes, rowPrices } = cells;
  let [count, longitudes, latitudes, price, rowSum] = [0, 0, 0, Infinity, 0];
  const end = starts[to] as number;
  for (let at = starts[from] as number; at < end; at += 1) {
    const row = rows[at] as number;
    const bit = ((matches[row >>> 5] as number) >>> (row & 31)) & 1;
    count += bit;
    longitudes += (rowLongitudes[at] as number) * bit;
    latitudes += (rowLatitudes[at] as number) * bit;
    rowSum += row * bit;
    const known = rowPrices[at] as number;
    if (known < price && bit === 1) price = known;
  }
  return { count, longitudes, latitudes, price, rowSum };
}

interface EdgeTest {
  readonly longitudes: ArrayLike<number>;
  readonly latitudes: ArrayLike<number>;
  readonly viewport: Box;
}

/** The rows of one cell in the viewport, which includes its west and south as the test of its polygon does. */
function sumRowsAtEdge(cells: MapCells, matches: Bitmap, cell: number, edge: EdgeTest): RowsPart {
  const { starts, rows, rowLongitudes, rowLatitudes, rowPrices } = cells;
  const { west, south, east, north } = edge.viewport;
  let [count, longitudes, latitudes, price, rowSum] = [0, 0, 0, Infinity, 0];
  const end = starts[cell + 1] as number;
  for (let at = starts[cell] as number; at < end; at += 1) {
    const row = rows[at] as number;
    const [x, y] = [edge.longitudes[row] as number, edge.latitudes[row] as number];
    if (!hasBit(matches, row) || x < west || x >= east || y < south || y >= north) continue;
    count += 1;
    longitudes += rowLongitudes[at] as number;
    latitudes += rowLatitudes[at] as number;
    rowSum += row;
    price = Math.min(price, Number.isNaN(rowPrices[at]) ? Infinity : (rowPrices[at] as number));
  }
  return { count, longitudes, latitudes, price, rowSum };
}
