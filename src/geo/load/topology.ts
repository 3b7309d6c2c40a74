import type { GeoJsonProperties } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryObject, Topology } from 'topojson-specification';
import type { Geometry, Ring } from '../../lib/polygon.ts';

export interface AtlasShape {
  readonly code: string;
  readonly name: string;
  readonly geometry: Geometry;
}

/** The shapes of one layer of a TopoJSON atlas that have a code and a name. */
export function readAtlasShapes(topology: Topology, layer: string): AtlasShape[] {
  const object = topology.objects[layer];
  if (object?.type !== 'GeometryCollection') return [];
  return object.geometries.flatMap((shape) => {
    const geometry = toGeoJsonGeometry(topology, shape);
    const { name } = (shape.properties ?? {}) as { name?: string };
    if (shape.id === undefined || name === undefined || geometry === undefined) return [];
    return [{ code: String(shape.id), name, geometry }];
  });
}

/** The GeoJSON polygons of a TopoJSON object. */
export function toGeoJsonGeometry(
  topology: Topology,
  object: GeometryObject<GeoJsonProperties>,
): Geometry | undefined {
  const decoded = feature(topology, object);
  const geometry = 'geometry' in decoded ? decoded.geometry : undefined;
  if (geometry?.type === 'Polygon')
    return { type: 'Polygon', coordinates: geometry.coordinates.map(roundRing) };
  if (geometry?.type !== 'MultiPolygon') return undefined;
  return { type: 'MultiPolygon', coordinates: geometry.coordinates.map((polygon) => polygon.map(roundRing)) };
}

/** 10 cm: far finer than the simplification of a national atlas. Unrounded coordinates would double the stored bytes. */
const COORDINATE_DIGITS = 6;

const roundRing = (ring: readonly (readonly number[])[]): Ring =>
  ring.map(([longitude = 0, latitude = 0]) => [
    Number(longitude.toFixed(COORDINATE_DIGITS)),
    Number(latitude.toFixed(COORDINATE_DIGITS)),
  ]);
