import type { Tree } from '../../criteria/tree.ts';
import type { Box, Ring } from '../../lib/polygon.ts';
import { buildPolygon } from '../../lib/polygon-edges.ts';
import type { ClusterCell, ClusterGrid } from './aggregates.ts';
import type { SearchEngine } from './engine.ts';
import { placeFilter } from './place-filter.ts';

export interface Cluster {
  id: string;
  point: { type: 'Point'; coordinates: [number, number] };
  price: number | null;
  count: number;
}

export interface Clusters {
  /** Matching properties in the viewport. */
  totalItems: number;
  zoom: number;
  clusters: Cluster[];
}

export const MAX_ZOOM = 22;
/** A quarter of a map tile of 256 pixels. */
const CELL_PIXELS = 64;
const TILE_PIXELS = 256;
/** Cells look square on a map at 46.6 degrees north. */
const CELL_HEIGHT_SHARE = 11 / 16;
/** A larger viewport is divided as at a lower zoom. */
export const MAX_CLUSTERS = 4_096;
const MICRODEGREES = 1_000_000;

export const buildClusterGrid = (zoom: number): ClusterGrid => {
  const width = (360 * CELL_PIXELS) / (TILE_PIXELS * 2 ** zoom);
  return { zoom, width, height: width * CELL_HEIGHT_SHARE };
};

/** The same expression as in SQL. */
export const clusterColumn = (longitude: number, { width }: ClusterGrid): number =>
  Math.floor((longitude + 180) / width);
export const clusterRow = (latitude: number, { height }: ClusterGrid): number =>
  Math.floor((latitude + 90) / height);
export const toMicrodegrees = (degrees: number): number => Math.floor(degrees * MICRODEGREES + 0.5);

export interface ClusterRequest {
  readonly criteria: Tree;
  readonly viewport: Box;
  readonly zoom: number;
}

/** Groups the matching properties in a viewport by cells of a grid that is fixed for each zoom. */
export async function findClusters(engine: SearchEngine, request: ClusterRequest): Promise<Clusters> {
  const { criteria, viewport } = request;
  let { zoom } = request;
  while (zoom > 0 && countCells(viewport, buildClusterGrid(zoom)) > MAX_CLUSTERS) zoom -= 1;
  const cells = await engine.findClusters({ criteria, viewport, grid: buildClusterGrid(zoom) });
  const sorted = cells.toSorted((one, other) => one.row - other.row || one.column - other.column);
  return {
    totalItems: cells.reduce((sum, { count }) => sum + count, 0),
    zoom,
    clusters: sorted.map((cell) => toCluster(cell, zoom)),
  };
}

function countCells({ west, south, east, north }: Box, grid: ClusterGrid): number {
  const columns = clusterColumn(east, grid) - clusterColumn(west, grid) + 1;
  return columns * (clusterRow(north, grid) - clusterRow(south, grid) + 1);
}

/** One property is named by its id, several by their cell, which is the same in every viewport. */
const toCluster = ({ column, row, count, ...cell }: ClusterCell, zoom: number): Cluster => ({
  id: count === 1 ? cell.propertyId : `${zoom}/${column}/${row}`,
  point: {
    type: 'Point',
    coordinates: [meanDegrees(cell.longitudes, count), meanDegrees(cell.latitudes, count)],
  },
  price: cell.price,
  count,
});

const meanDegrees = (sum: number, count: number): number => Math.round(sum / count) / MICRODEGREES;

/** The tree, of properties in the viewport: both engines have an index for shapes. */
export function withinViewport(criteria: Tree, { west, south, east, north }: Box): Tree {
  const ring: Ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const shape = {
    geometry: { type: 'Polygon' as const, coordinates: [ring] },
    polygons: [buildPolygon([ring])],
  };
  const operand = { in: { geoShapes: [shape] } };
  const inside: Tree = { kind: 'leaf', tests: [{ kind: 'places', filter: placeFilter, operand }] };
  return { kind: 'and', nodes: [inside, criteria] };
}
