import { MAX_SHAPE_POSITIONS, parseGeoShape } from '../../lib/parse-geo-shape.ts';
import type { Geometry } from '../../lib/polygon.ts';
import { buildPolygon } from '../../lib/polygon-edges.ts';
import { MAX_TREE_POSITIONS } from '../limits.ts';
import { type ParseContext, readJsonList, readJsonMembers } from '../parse-context.ts';
import type { GeoShape } from '../tree.ts';

/** What is no shape at all is a syntax error; an unsound shape breaks a rule. */
const WRONG_TYPE = 'wrong_type';

function readGeoShape(json: unknown, context: ParseContext): GeoShape | undefined {
  if (readJsonMembers(json, ['type', 'coordinates'], context) === undefined) return undefined;
  const read = parseGeoShape(json, context.path);
  if ('geometry' in read)
    return { geometry: read.geometry, polygons: polygonsOf(read.geometry).map(buildPolygon) };
  for (const { path, message, code } of read.faults) {
    const at = context.at(path);
    if (code === WRONG_TYPE) at.syntaxError(code, message);
    else at.error(code, message);
  }
  return undefined;
}

const polygonsOf = (geometry: Geometry) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** GeoJSON Polygons and MultiPolygons. */
export function readShapes(json: unknown, context: ParseContext): readonly GeoShape[] | undefined {
  const positions = countPositions(json);
  if (positions > MAX_SHAPE_POSITIONS)
    return context.error('too_many', `The shapes of a list hold more than ${MAX_SHAPE_POSITIONS} positions.`);
  context.findings.positions += positions;
  if (context.findings.positions > MAX_TREE_POSITIONS)
    return context.error('too_many', `The shapes of a tree hold more than ${MAX_TREE_POSITIONS} positions.`);
  return readJsonList(json, context, readGeoShape);
}

/** Counted before anything is parsed, within the four levels of coordinates. */
const countPositions = (json: unknown): number =>
  Array.isArray(json) ? json.reduce((sum: number, shape) => sum + countPairs(shape?.coordinates, 4), 0) : 0;

function countPairs(json: unknown, levels: number): number {
  if (!Array.isArray(json) || levels === 0) return 0;
  if (typeof json[0] === 'number') return 1;
  return json.reduce((sum: number, one: unknown) => sum + countPairs(one, levels - 1), 0);
}
