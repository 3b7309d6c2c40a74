import { MapGrid } from '../../lib/map-grid.ts';
import { boxAroundPoint, type SearchBox } from '../../lib/sphere.ts';
import type { CenterPoint, GeoShape } from '../tree.ts';

/** The grids that shapes are indexed by: cells of 0.1 degrees (a town), then of 1 degree (a region). */
const GRIDS = [
  { prefix: 'g0.1', grid: new MapGrid(100_000) },
  { prefix: 'g1', grid: new MapGrid(1_000_000) },
] as const;
/** A wider place takes the larger cells; the widest is not indexed by cells. */
const MAX_CELLS_PER_SHAPE = 64;

export function* cellsAt(longitude: number, latitude: number): Generator<string> {
  for (const { prefix, grid } of GRIDS) yield `${prefix} ${grid.cellAt(longitude, latitude)}`;
}

/** The cells that the shapes touch; undefined when they are too wide. */
export function cellsCovering(
  centerPoint: CenterPoint | undefined,
  shapes: readonly GeoShape[] | undefined,
): readonly string[] | undefined {
  const boxes = [...(centerPoint ? [circleFrame(centerPoint)] : []), ...(shapes ?? []).map(boundingFrame)];
  const found: string[] = [];
  for (const box of boxes) {
    const fitting = GRIDS.find(({ grid }) => grid.countIn(box) <= MAX_CELLS_PER_SHAPE);
    if (fitting === undefined) return undefined;
    for (const cell of fitting.grid.cellsIn(box)) found.push(`${fitting.prefix} ${cell}`);
  }
  return found.length > MAX_CELLS_PER_SHAPE * GRIDS.length ? undefined : found;
}

const circleFrame = ({ longitude, latitude, radiusKm }: CenterPoint): SearchBox =>
  boxAroundPoint(longitude, latitude, radiusKm);

function boundingFrame({ polygons }: GeoShape): SearchBox {
  return {
    west: Math.min(...polygons.map(({ west }) => west)),
    south: Math.min(...polygons.map(({ south }) => south)),
    east: Math.max(...polygons.map(({ east }) => east)),
    north: Math.max(...polygons.map(({ north }) => north)),
  };
}
