import { lowerBound } from '../../../lib/lower-bound.ts';
import type { Box } from '../../../lib/polygon.ts';
import { clusterColumn, clusterRow, toMicrodegrees } from '../clusters.ts';
import { PRICE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { type Bitmap, hasBit } from './bitmap-cache.ts';
import { changedCells } from './changed-cells.ts';
import type { ClusterPart, ClusterSums } from './cluster-sums.ts';
import {
  columnOfKey,
  MAP_CELL_ZOOM,
  type MapCells,
  type MapColumns,
  mapCellGrid,
  mapCellKey,
  rowOfKey,
} from './map-cells.ts';
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
  const cells = view.segment.mapCells;
  const columns: MapColumns = {
    longitudes: view.numericValues(PLACE_COLUMNS.longitude),
    latitudes: view.numericValues(PLACE_COLUMNS.latitude),
    prices: view.numericValues(PRICE_COLUMN),
  };
  const bounds = boundsOf(viewport);
  const changed = isAll ? changedCells(view) : undefined;
  const reading = { cells, columns, matches };
  for (const { cluster, from, to, isInside } of ranges) {
    const add = (part: RowsPart): void => {
      if (part.count === 0) return;
      sums.addPart(cluster, part);
      sums.propertyIds[cluster] ??= idAt(view.segment, part.row);
    };
    if (isInside && changed === undefined) add(sumRows(reading, from, to));
    else
      for (let cell = from; cell < to; ) {
        const end = changed === undefined ? cell : endOfUnchanged(changed, cell, isInside ? to : cell + 1);
        const isWhole = isInside || isWithin(cells.keys[cell] as number, bounds);
        if (isWhole && end > cell) add(sumWholeCells(cells, cell, end));
        else add(sumRows(reading, cell, cell + 1, isWhole ? undefined : viewport));
        cell = isWhole && end > cell ? end : cell + 1;
      }
  }
}

function isWithin(key: number, { west, south, east, north }: CellBounds): boolean {
  const [column, row] = [columnOfKey(key), rowOfKey(key)];
  return column > west && column < east && row > south && row < north;
}

function endOfUnchanged(changed: Uint8Array, from: number, to: number): number {
  let end = from;
  while (end < to && changed[end] === 0) end += 1;
  return end;
}

/** With one of the rows. */
interface RowsPart extends ClusterPart {
  readonly row: number;
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
  return { count: (starts[to] as number) - first, longitudes, latitudes, price, row: rows[first] as number };
}

interface RowReading {
  readonly cells: MapCells;
  readonly columns: MapColumns;
  readonly matches: Bitmap;
}

const WORLD: Box = { west: -180, south: -90, east: 180, north: 90 };

/** A viewport includes its west and south, as the test of its polygon does. */
function sumRows(
  { cells: { starts, rows }, columns, matches }: RowReading,
  from: number,
  to: number,
  { west, south, east, north }: Box = WORLD,
): RowsPart {
  let [count, longitudes, latitudes, price, found] = [0, 0, 0, Infinity, -1];
  const end = starts[to] as number;
  for (let at = starts[from] as number; at < end; at += 1) {
    const row = rows[at] as number;
    if (!hasBit(matches, row)) continue;
    const [x, y] = [columns.longitudes[row] as number, columns.latitudes[row] as number];
    if (x < west || x >= east || y < south || y >= north) continue;
    count += 1;
    longitudes += toMicrodegrees(x);
    latitudes += toMicrodegrees(y);
    const known = columns.prices[row] as number;
    if (known < price) price = known;
    found = row;
  }
  return { count, longitudes, latitudes, price, row: found };
}
