export interface Degrees {
  readonly longitude: number;
  readonly latitude: number;
}

/** Metres of a degree of latitude. */
export const METRES_PER_DEGREE = 111_320;

/** On a plane: accurate to a thousandth over some kilometres. */
export function metresBetween(one: Degrees, other: Degrees): number {
  const x = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return METRES_PER_DEGREE * Math.hypot(x, one.latitude - other.latitude);
}
