/** The mean radius of the Earth. */
const EARTH_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/** A point on the Earth in space, in kilometres from its centre. */
export type SpacePoint = readonly [x: number, y: number, z: number];

export function toSpacePoint(longitude: number, latitude: number): SpacePoint {
  const [east, north] = [longitude * RADIANS, latitude * RADIANS];
  const flat = EARTH_KM * Math.cos(north);
  return [flat * Math.cos(east), flat * Math.sin(east), EARTH_KM * Math.sin(north)];
}

/**
 * The squared chord between two points that are `radiusKm` apart on the surface. Comparing squared chords needs no
 * trigonometry for each point, and no special case at the poles or at 180 degrees.
 */
export const squaredChord = (radiusKm: number): number =>
  (2 * EARTH_KM * Math.sin(Math.min(radiusKm / EARTH_KM, Math.PI) / 2)) ** 2;

export interface SearchBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A metre, so that rounding excludes no point at the edge. */
const MARGIN = 1e-5;

/**
 * Contains every point within the radius. As wide as the world where the circle reaches a pole or crosses 180 degrees.
 */
export function boxAroundPoint(longitude: number, latitude: number, radiusKm: number): SearchBox {
  const reach = radiusKm / EARTH_KM / RADIANS + MARGIN;
  const [south, north] = [latitude - reach, latitude + reach];
  const narrowing = Math.sin(radiusKm / EARTH_KM) / Math.cos(latitude * RADIANS);
  const width = narrowing < 1 ? Math.asin(narrowing) / RADIANS + MARGIN : 360;
  const [west, east] = [longitude - width, longitude + width];
  if (south < -90 || north > 90 || west < -180 || east > 180) return { west: -180, east: 180, south, north };
  return { west, south, east, north };
}
