import { boxAroundPoint, type SearchBox } from '../../lib/sphere.ts';
import type { CenterPoint, GeoShape } from '../tree.ts';

/** Sides of the cells that drawn places are filed under, in degrees: a town, then a region. */
const CELL_SIDES_DEGREES = [0.1, 1] as const;
/** Cells one place is filed under; a wider one takes the larger cells, the widest is filed under nothing. */
const MAX_CELLS_PER_SHAPE = 64;
const cell = (side: number, x: number, y: number): string => `g${side} ${x} ${y}`;

export function* cellsAt(longitude: number, latitude: number): Generator<string> {
  for (const side of CELL_SIDES_DEGREES)
    yield cell(side, Math.floor(longitude / side), Math.floor(latitude / side));
}

/** The cells that the drawn places lie in; undefined when they are too wide to be filed so. */
export function cellsCovering(
  centerPoint: CenterPoint | undefined,
  shapes: readonly GeoShape[] | undefined,
): readonly string[] | undefined {
  const boxes = [...(centerPoint ? [circleFrame(centerPoint)] : []), ...(shapes ?? []).map(boundingFrame)];
  const found: string[] = [];
  for (const box of boxes) {
    const side = CELL_SIDES_DEGREES.find((one) => cellCount(box, one) <= MAX_CELLS_PER_SHAPE);
    if (side === undefined) return undefined;
    found.push(...cellsIn(box, side));
  }
  return found.length > MAX_CELLS_PER_SHAPE * CELL_SIDES_DEGREES.length ? undefined : found;
}

const span = (low: number, high: number, side: number): number =>
  Math.floor(high / side) - Math.floor(low / side) + 1;

const cellCount = ({ west, south, east, north }: SearchBox, side: number): number =>
  span(west, east, side) * span(south, north, side);

function* cellsIn({ west, south, east, north }: SearchBox, side: number): Generator<string> {
  for (let x = Math.floor(west / side); x <= Math.floor(east / side); x++)
    for (let y = Math.floor(south / side); y <= Math.floor(north / side); y++) yield cell(side, x, y);
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
