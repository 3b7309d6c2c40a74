import type { Geometry, Polygon, Position } from 'geojson';

/** Kilometres in a degree of latitude. */
const KM_PER_DEGREE = 111.32;
const CIRCLE_POSITIONS = 64;

export interface CenterPoint {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKm: number;
}

/** Five decimals are a metre. */
const rounded = (degrees: number): number => Number(degrees.toFixed(5));

export const roundPosition = ([x = 0, y = 0]: Position): [number, number] => [rounded(x), rounded(y)];

/** A circle as it looks on a map. */
export function circleShape({ latitude, longitude, radiusKm }: CenterPoint): Polygon {
  const high = radiusKm / KM_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const ring = Array.from({ length: CIRCLE_POSITIONS + 1 }, (_, at) => {
    const angle = ((at % CIRCLE_POSITIONS) / CIRCLE_POSITIONS) * 2 * Math.PI;
    return roundPosition([longitude + wide * Math.cos(angle), latitude + high * Math.sin(angle)]);
  });
  return { type: 'Polygon', coordinates: [ring] };
}

/** A ring ends where it begins. */
export const closeRing = (positions: readonly Position[]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...positions, positions[0] ?? [0, 0]]],
});

/** An area while it is drawn: its corners, and the line or area between them. */
export function draftShapes(positions: readonly Position[]): Geometry[] {
  const corners = positions.map((position): Geometry => ({ type: 'Point', coordinates: position }));
  if (positions.length < 2) return corners;
  const between: Geometry =
    positions.length === 2 ? { type: 'LineString', coordinates: [...positions] } : closeRing(positions);
  return [between, ...corners];
}
