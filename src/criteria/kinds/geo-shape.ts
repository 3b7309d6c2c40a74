import { polygonOf, type Ring, ringsCross, twiceArea } from '../../lib/polygon-edges.ts';
import type { Here } from '../fault.ts';
import { MOST_POSITIONS } from '../limits.ts';
import type { GeoShape } from '../tree.ts';
import { readList, readMembers, readNumber, readWord } from './read-json.ts';

/** A ring goes out and comes back: three corners and the first again. */
const FEWEST_POSITIONS = 4;

export const LONGITUDES = { minimum: -180, maximum: 180 };
export const LATITUDES = { minimum: -90, maximum: 90 };

/** A height may follow, as GeoJSON allows; it says nothing here. */
function readPosition(json: unknown, here: Here): readonly [number, number] | undefined {
  if (!Array.isArray(json) || json.length < 2 || json.length > 3)
    return here.refuse('wrong_type', 'Must be a position: longitude, then latitude.');
  const x = readNumber(json[0], here.entry(0), LONGITUDES);
  const y = readNumber(json[1], here.entry(1), LATITUDES);
  return x === undefined || y === undefined ? undefined : [x, y];
}

function readRing(json: unknown, here: Here): Ring | undefined {
  const ring = readList(json, here, readPosition, MOST_POSITIONS);
  if (ring === undefined) return undefined;
  if (ring.length < FEWEST_POSITIONS)
    return here.breach(
      'too_few',
      `A ring has at least ${FEWEST_POSITIONS} positions, the last of them the first again.`,
    );
  const [first, last] = [ring[0], ring.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
    return here.breach('ring_open', 'A ring must end where it begins.');
  if (twiceArea(ring) === 0) return here.breach('no_area', 'The ring encloses no area.');
  return ring;
}

function readPolygon(json: unknown, here: Here): readonly Ring[] | undefined {
  const rings = readList(json, here, readRing);
  if (rings === undefined) return undefined;
  return ringsCross(rings)
    ? here.breach('self_crossing', 'The edges of the polygon cross each other.')
    : rings;
}

/** A GeoJSON Polygon or MultiPolygon. */
export function readShape(json: unknown, here: Here): GeoShape | undefined {
  const members = readMembers(json, ['type', 'coordinates'], here);
  if (members === undefined) return undefined;
  const type = readWord(['Polygon', 'MultiPolygon'])(members.get('type'), here.member('type'));
  const at = here.member('coordinates');
  if (!members.has('coordinates')) return at.breach('required', 'The member "coordinates" is required.');
  if (type === 'Polygon') {
    const coordinates = readPolygon(members.get('coordinates'), at);
    return coordinates && { given: { type, coordinates }, polygons: [polygonOf(coordinates)] };
  }
  if (type !== 'MultiPolygon') return undefined;
  const coordinates = readList(members.get('coordinates'), at, readPolygon);
  return coordinates && { given: { type, coordinates }, polygons: coordinates.map(polygonOf) };
}

export function readShapes(json: unknown, here: Here): readonly GeoShape[] | undefined {
  if (positionsIn(json) > MOST_POSITIONS)
    return here.breach('too_many', `The shapes of a list hold more than ${MOST_POSITIONS} positions.`);
  return readList(json, here, readShape);
}

/** Counted before anything is read: pairs of numbers, however deep they lie within the four levels a shape has. */
function positionsIn(json: unknown): number {
  const shapes = Array.isArray(json) ? json : [];
  return shapes.reduce((sum, shape) => sum + numbersIn(shape?.coordinates, 4) / 2, 0);
}

function numbersIn(json: unknown, levels: number): number {
  if (!Array.isArray(json) || levels === 0) return 0;
  if (typeof json[0] === 'number') return 2;
  return json.reduce((sum: number, one: unknown) => sum + numbersIn(one, levels - 1), 0);
}
