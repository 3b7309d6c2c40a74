import type { Geometry, Position, Ring } from './polygon.ts';
import { findCrossing, type WorkBudget } from './polygon-crossing.ts';
import { RimBands } from './polygon-holes.ts';

/** Why a shape cannot be searched: the path inside the shape, and a sentence for its author. */
export interface ShapeError {
  readonly path: string;
  readonly message: string;
  readonly code:
    | 'wrong_type'
    | 'unclosed'
    | 'too_short'
    | 'out_of_range'
    | 'self_crossing'
    | 'too_large'
    | 'too_intricate'
    | 'hole_outside';
}

/** The cost of checking and of querying a shape grows with its positions. */
export const MAX_SHAPE_POSITIONS = 10_000;
/** Half the world: a wider ring might be meant to go the other way round. */
export const MAX_RING_WIDTH_DEGREES = 180;
const MIN_RING_POSITIONS = 4;
/** Bounds the size of the response to a body full of invalid positions. */
const MAX_SHAPE_ERRORS = 20;
/** Comparisons allowed for each position: coasts and lakes need 10, the edges of a fine spiral 60. */
const WORK_PER_POSITION = 75;
/** The budget of the smallest shape. */
const MIN_WORK = 10_000;

/** A GeoJSON Polygon or MultiPolygon from outside: a geometry when valid, else all its errors. */
export function parseGeoShape(
  given: unknown,
  path: string,
): { geometry: Geometry } | { faults: ShapeError[] } {
  const faults: ShapeError[] = [];
  const { type, coordinates } = (given ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return { faults: [shapeError(`${path}.type`, 'Must be Polygon or MultiPolygon.', 'wrong_type')] };
  const inside = `${path}.coordinates`;
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0)
    return { faults: [shapeError(inside, 'Must be a list with at least one polygon.', 'wrong_type')] };
  const counted = countPositions(polygons);
  if (counted > MAX_SHAPE_POSITIONS)
    return {
      faults: [
        shapeError(
          inside,
          `Holds ${counted} positions; at most ${MAX_SHAPE_POSITIONS} are taken.`,
          'too_large',
        ),
      ],
    };
  const work = { left: MIN_WORK + counted * WORK_PER_POSITION };
  for (const [index, polygon] of polygons.entries()) {
    faults.push(...findPolygonErrors(polygon, type === 'Polygon' ? inside : `${inside}[${index}]`, work));
    if (faults.length >= MAX_SHAPE_ERRORS) break;
  }
  if (faults.length > 0) return { faults: faults.slice(0, MAX_SHAPE_ERRORS) };
  const read = (polygons as Position[][][]).map((polygon) => polygon.map((ring) => ring.map(flat)));
  const [first = []] = read;
  return { geometry: type === 'Polygon' ? { type, coordinates: first } : { type, coordinates: read } };
}

const flat = ([longitude, latitude]: Position): Position => [longitude, latitude];

const shapeError = (path: string, message: string, code: ShapeError['code']): ShapeError => ({
  path,
  message,
  code,
});

function countPositions(polygons: readonly unknown[]): number {
  let count = 0;
  for (const polygon of polygons)
    for (const ring of Array.isArray(polygon) ? polygon : []) count += Array.isArray(ring) ? ring.length : 0;
  return count;
}

function findPolygonErrors(polygon: unknown, path: string, work: WorkBudget): ShapeError[] {
  if (!Array.isArray(polygon) || polygon.length === 0)
    return [shapeError(path, 'Must be a list of rings, the rim first.', 'wrong_type')];
  const faults: ShapeError[] = [];
  for (const [index, ring] of polygon.entries()) {
    faults.push(...findRingErrors(ring, `${path}[${index}]`));
    if (faults.length >= MAX_SHAPE_ERRORS) break;
  }
  if (faults.length > 0) return faults;
  const rings = polygon as Ring[];
  const crossed = findCrossing(rings, work);
  if (crossed === undefined) return findOutsideHoles(rings, path, work);
  if (crossed === 'too_intricate') return [tooComplexError(path)];
  const { ring, at } = crossed;
  const [longitude, latitude] = at.map((degrees) => degrees.toFixed(5));
  return [
    shapeError(
      `${path}[${ring}]`,
      `The ring crosses itself or another at ${longitude}, ${latitude}.`,
      'self_crossing',
    ),
  ];
}

function findRingErrors(ring: unknown, path: string): ShapeError[] {
  if (!Array.isArray(ring)) return [shapeError(path, 'Must be a list of positions.', 'wrong_type')];
  for (const [index, position] of ring.entries()) {
    const wrong = findPositionError(position, `${path}[${index}]`);
    if (wrong !== undefined) return [wrong];
  }
  if (ring.length < MIN_RING_POSITIONS)
    return [
      shapeError(
        path,
        `A ring has at least ${MIN_RING_POSITIONS} positions, the last the same as the first.`,
        'too_short',
      ),
    ];
  const [[x, y], [lastX, lastY]] = [ring[0], ring.at(-1)] as [Position, Position];
  if (x !== lastX || y !== lastY)
    return [shapeError(path, 'The ring is not closed: its last position must be its first.', 'unclosed')];
  if (ringWidth(ring as Ring) > MAX_RING_WIDTH_DEGREES)
    return [shapeError(path, `The ring is wider than ${MAX_RING_WIDTH_DEGREES} degrees.`, 'too_large')];
  return [];
}

function ringWidth(ring: Ring): number {
  let [west, east] = [Infinity, -Infinity];
  for (const [longitude] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return east - west;
}

function findPositionError(position: unknown, path: string): ShapeError | undefined {
  const isPair = Array.isArray(position) && position.length >= 2 && position.length <= 3;
  if (!isPair || !position.every((part) => typeof part === 'number' && Number.isFinite(part)))
    return shapeError(path, 'Must be [longitude, latitude].', 'wrong_type');
  const [longitude, latitude] = position as unknown as Position;
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return undefined;
  return shapeError(
    path,
    'Must be a longitude from -180 to 180 and a latitude from -90 to 90.',
    'out_of_range',
  );
}

const tooComplexError = (path: string): ShapeError =>
  shapeError(
    path,
    'The shape is too intricate: too many of its edges run side by side. Draw it with fewer.',
    'too_intricate',
  );

/** A ring that does not cross the other is inside when one of its positions is. */
function findOutsideHoles(
  [rim = [], ...holes]: readonly Ring[],
  path: string,
  work: WorkBudget,
): ShapeError[] {
  if (holes.length === 0) return [];
  const bands = new RimBands(rim, work);
  for (const [index, hole] of holes.entries()) {
    const isInside = hole.some((position) => work.left < 0 || bands.contains(position));
    if (work.left < 0) return [tooComplexError(path)];
    if (!isInside)
      return [shapeError(`${path}[${index + 1}]`, 'The hole does not lie inside the rim.', 'hole_outside')];
  }
  return [];
}
