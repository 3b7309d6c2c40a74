import type { Geometry, Position, Ring } from './polygon.ts';
import { crossing, type WorkBudget } from './polygon-crossing.ts';
import { RimBands } from './polygon-holes.ts';

/** What keeps a drawn shape from being searched in: where it is inside the shape, and a sentence for its author. */
export interface ShapeFault {
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

/** What judging a shape costs grows with its positions, and with them what one question may cost. */
export const MAX_SHAPE_POSITIONS = 10_000;
/** Half the world: a wider ring could as well be meant to go the other way round. */
export const WIDEST_DEGREES = 180;
const MIN_RING_POSITIONS = 4;
/** A body full of bad positions must not make us write a book. */
const MAX_SHAPE_ERRORS = 20;
/** Comparisons that a shape may cost, for each of its positions: coasts and lakes take 10, the edges of a fine spiral 60. */
const WORK_PER_POSITION = 100;
/** What the smallest shape may cost. */
const MIN_WORK = 10_000;

/** A GeoJSON Polygon or MultiPolygon from outside: as a geometry when it is sound, else everything that is wrong with it. */
export function readShape(given: unknown, path: string): { geometry: Geometry } | { faults: ShapeFault[] } {
  const faults: ShapeFault[] = [];
  const { type, coordinates } = (given ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return { faults: [fault(`${path}.type`, 'Must be Polygon or MultiPolygon.', 'wrong_type')] };
  const inside = `${path}.coordinates`;
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0)
    return { faults: [fault(inside, 'Must be a list with at least one polygon.', 'wrong_type')] };
  const counted = countPositions(polygons);
  if (counted > MAX_SHAPE_POSITIONS)
    return {
      faults: [
        fault(inside, `Holds ${counted} positions; at most ${MAX_SHAPE_POSITIONS} are taken.`, 'too_large'),
      ],
    };
  const work = { left: MIN_WORK + counted * WORK_PER_POSITION };
  for (const [index, polygon] of polygons.entries()) {
    faults.push(...polygonFaults(polygon, type === 'Polygon' ? inside : `${inside}[${index}]`, work));
    if (faults.length >= MAX_SHAPE_ERRORS) break;
  }
  if (faults.length > 0) return { faults: faults.slice(0, MAX_SHAPE_ERRORS) };
  const read = (polygons as Position[][][]).map((polygon) => polygon.map((ring) => ring.map(flat)));
  const [first = []] = read;
  return { geometry: type === 'Polygon' ? { type, coordinates: first } : { type, coordinates: read } };
}

const flat = ([longitude, latitude]: Position): Position => [longitude, latitude];

const fault = (path: string, message: string, code: ShapeFault['code']): ShapeFault => ({
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

function polygonFaults(polygon: unknown, path: string, work: WorkBudget): ShapeFault[] {
  if (!Array.isArray(polygon) || polygon.length === 0)
    return [fault(path, 'Must be a list of rings, the rim first.', 'wrong_type')];
  const faults: ShapeFault[] = [];
  for (const [index, ring] of polygon.entries()) {
    faults.push(...ringFaults(ring, `${path}[${index}]`));
    if (faults.length >= MAX_SHAPE_ERRORS) break;
  }
  if (faults.length > 0) return faults;
  const rings = polygon as Ring[];
  const crossed = crossing(rings, work);
  if (crossed === undefined) return holesOutside(rings, path, work);
  if (crossed === 'too_intricate') return [tooIntricate(path)];
  const { ring, at } = crossed;
  const [longitude, latitude] = at.map((degrees) => degrees.toFixed(5));
  return [
    fault(
      `${path}[${ring}]`,
      `The ring crosses itself or another at ${longitude}, ${latitude}.`,
      'self_crossing',
    ),
  ];
}

function ringFaults(ring: unknown, path: string): ShapeFault[] {
  if (!Array.isArray(ring)) return [fault(path, 'Must be a list of positions.', 'wrong_type')];
  for (const [index, position] of ring.entries()) {
    const wrong = positionFault(position, `${path}[${index}]`);
    if (wrong !== undefined) return [wrong];
  }
  if (ring.length < MIN_RING_POSITIONS)
    return [
      fault(
        path,
        `A ring has at least ${MIN_RING_POSITIONS} positions, the last the same as the first.`,
        'too_short',
      ),
    ];
  const [[x, y], [lastX, lastY]] = [ring[0], ring.at(-1)] as [Position, Position];
  if (x !== lastX || y !== lastY)
    return [fault(path, 'The ring is not closed: its last position must be its first.', 'unclosed')];
  if (widthOf(ring as Ring) > WIDEST_DEGREES)
    return [fault(path, `The ring is wider than ${WIDEST_DEGREES} degrees.`, 'too_large')];
  return [];
}

function widthOf(ring: Ring): number {
  let [west, east] = [Infinity, -Infinity];
  for (const [longitude] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return east - west;
}

function positionFault(position: unknown, path: string): ShapeFault | undefined {
  const isPair = Array.isArray(position) && position.length >= 2 && position.length <= 3;
  if (!isPair || !position.every((part) => typeof part === 'number' && Number.isFinite(part)))
    return fault(path, 'Must be [longitude, latitude].', 'wrong_type');
  const [longitude, latitude] = position as unknown as Position;
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return undefined;
  return fault(path, 'Must be a longitude from -180 to 180 and a latitude from -90 to 90.', 'out_of_range');
}

const tooIntricate = (path: string): ShapeFault =>
  fault(
    path,
    'The shape is too intricate: too many of its edges run side by side. Draw it with fewer.',
    'too_intricate',
  );

/** Rings that do not cross are inside when one of their positions is. */
function holesOutside([rim = [], ...holes]: readonly Ring[], path: string, work: WorkBudget): ShapeFault[] {
  if (holes.length === 0) return [];
  const bands = new RimBands(rim, work);
  for (const [index, hole] of holes.entries()) {
    const isInside = hole.some((position) => work.left < 0 || bands.holds(position));
    if (work.left < 0) return [tooIntricate(path)];
    if (!isInside)
      return [fault(`${path}[${index + 1}]`, 'The hole does not lie inside the rim.', 'hole_outside')];
  }
  return [];
}
