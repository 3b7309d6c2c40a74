import type { Geometry } from '../../lib/polygon.ts';
import type { Position } from '../division.ts';
import { isPosition, type RefusalReason } from './import-record.ts';

/** Parses a GeoJSON geometry; heights are dropped, everything else is unchanged. */
export type ParsedShape = { geometry: Geometry } | { position: Position } | { fault: RefusalReason };

const NO_SHAPE: ParsedShape = { fault: 'no polygon and no point' };
const MIN_RING_POSITIONS = 3;

export function parseImportShape(given: unknown): ParsedShape {
  const { type, coordinates } = (given ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type === 'Point')
    return isPosition(coordinates) ? { position: flat(coordinates) } : explainPosition(coordinates);
  if (type === 'Polygon') return polygonShape([coordinates], type);
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return polygonShape(coordinates, type);
  return NO_SHAPE;
}

function polygonShape(polygons: readonly unknown[], type: Geometry['type']): ParsedShape {
  const read: Position[][][] = [];
  for (const polygon of polygons) {
    const rings = Array.isArray(polygon) ? polygon : [];
    const plain = rings.map((ring) => (Array.isArray(ring) ? ring : []));
    const stray = plain.flat().find((position) => !isPosition(position));
    if (stray !== undefined) return explainPosition(stray);
    if (plain.length === 0 || plain.some((ring) => ring.length < MIN_RING_POSITIONS)) return NO_SHAPE;
    read.push(plain.map((ring) => ring.map(flat)));
  }
  const [first] = read;
  if (first === undefined) return NO_SHAPE;
  return { geometry: type === 'Polygon' ? { type, coordinates: first } : { type, coordinates: read } };
}

/** Metres of a national projection are the usual mistake. */
function explainPosition(position: unknown): ParsedShape {
  const numbers = Array.isArray(position) && position.every((part) => typeof part === 'number');
  return numbers ? { fault: 'not in longitude and latitude' } : NO_SHAPE;
}

const flat = (position: Position): Position => [position[0], position[1]];
