import type { Geometry } from '../../lib/polygon.ts';
import { polygonOf } from '../../lib/polygon-edges.ts';
import { MAX_SHAPE_POSITIONS, readShape } from '../../lib/polygon-faults.ts';
import type { Here } from '../fault.ts';
import type { GeoShape } from '../tree.ts';
import { readList, readMembers } from './read-json.ts';

/** What is no shape at all has no meaning; a shape that is not sound breaks a rule. */
const MEANINGLESS = 'wrong_type';

function readOne(json: unknown, here: Here): GeoShape | undefined {
  if (readMembers(json, ['type', 'coordinates'], here) === undefined) return undefined;
  const read = readShape(json, here.path);
  if ('geometry' in read) return { given: read.geometry, polygons: polygonsOf(read.geometry).map(polygonOf) };
  for (const { path, message, code } of read.faults) {
    const at = here.at(path);
    if (code === MEANINGLESS) at.refuse(code, message);
    else at.breach(code, message);
  }
  return undefined;
}

const polygonsOf = (geometry: Geometry) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** GeoJSON Polygons and MultiPolygons. */
export function readShapes(json: unknown, here: Here): readonly GeoShape[] | undefined {
  if (positionsIn(json) > MAX_SHAPE_POSITIONS)
    return here.breach('too_many', `The shapes of a list hold more than ${MAX_SHAPE_POSITIONS} positions.`);
  return readList(json, here, readOne);
}

/** Counted before anything is read, within the four levels that coordinates have. */
const positionsIn = (json: unknown): number =>
  Array.isArray(json) ? json.reduce((sum: number, shape) => sum + pairsIn(shape?.coordinates, 4), 0) : 0;

function pairsIn(json: unknown, levels: number): number {
  if (!Array.isArray(json) || levels === 0) return 0;
  if (typeof json[0] === 'number') return 1;
  return json.reduce((sum: number, one: unknown) => sum + pairsIn(one, levels - 1), 0);
}
