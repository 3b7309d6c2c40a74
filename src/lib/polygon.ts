/** Longitude, then latitude, in degrees (WGS 84), as GeoJSON has them. */
export type Position = readonly [longitude: number, latitude: number];

export type Ring = readonly Position[];

/** The two GeoJSON geometries with an area. The first ring of a polygon is the outer one, the others are holes. */
export type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A flattened geometry for many point tests: 16 bytes for each position instead of about 60 in nested arrays. */
export interface Contour extends Box {
  /** Longitude and latitude alternating, ring after ring: outer rings anticlockwise, holes clockwise. */
  readonly positions: Float64Array;
  /** Where each ring ends, in positions. */
  readonly ringEnds: Uint32Array;
}

export function buildContour(geometry: Geometry): Contour {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = polygons.flatMap((polygon) => polygon.map((ring, index) => orientRing(ring, index === 0)));
  const positions = new Float64Array(2 * rings.reduce((sum, ring) => sum + ring.length, 0));
  const ringEnds = new Uint32Array(rings.length);
  let at = 0;
  for (const [index, ring] of rings.entries()) {
    for (const [longitude, latitude] of ring) {
      positions[at] = longitude;
      positions[at + 1] = latitude;
      at += 2;
    }
    ringEnds[index] = at / 2;
  }
  return { positions, ringEnds, ...boundingBox(positions) };
}

function orientRing(ring: Ring, anticlockwise: boolean): Ring {
  let twiceArea = 0;
  let [beforeX, beforeY] = ring.at(-1) ?? [0, 0];
  for (const [x, y] of ring) {
    twiceArea += beforeX * y - x * beforeY;
    [beforeX, beforeY] = [x, y];
  }
  return twiceArea >= 0 === anticlockwise ? ring : ring.toReversed();
}

function boundingBox(positions: Float64Array): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    const [x, y] = [positions[at] as number, positions[at + 1] as number];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return { west, south, east, north };
}

export const boxContains = (box: Box, [x, y]: Position): boolean =>
  x >= box.west && x <= box.east && y >= box.south && y <= box.north;

/** Even-odd rule over all rings: a hole is outside, an island in the hole inside. */
export function contourContains(contour: Contour, point: Position): boolean {
  if (!boxContains(contour, point)) return false;
  const [x, y] = point;
  let inside = false;
  forEachEdge(contour, (x1, y1, x2, y2) => {
    // An edge includes only its lower end, so that a corner is crossed once.
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  });
  return inside;
}

/** Rings may or may not repeat their first position at the end: an edge from a position to itself changes nothing. */
export function forEachEdge(
  { positions, ringEnds }: Contour,
  visit: (x1: number, y1: number, x2: number, y2: number) => void,
): void {
  let start = 0;
  for (const end of ringEnds) {
    for (let here = start, before = end - 1; here < end; before = here, here += 1) {
      visit(
        positions[2 * before] as number,
        positions[2 * before + 1] as number,
        positions[2 * here] as number,
        positions[2 * here + 1] as number,
      );
    }
    start = end;
  }
}
