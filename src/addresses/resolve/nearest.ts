import type { Db } from '../../db/sql.ts';
import { addressesWithin, type NearAddress } from '../store.ts';
import type { Band } from './decide.ts';
import { type Degrees, METRES_A_DEGREE, metresBetween } from './distance.ts';

/** How far the nearest address may be for each band, in metres. */
const REACHES: readonly (readonly [metres: number, band: Band])[] = [
  [15, 'HIGH'],
  [50, 'MEDIUM'],
  [200, 'LOW'],
];
const FARTHEST = 200;
const MICRO = 1_000_000;

/** The address of the national base nearest to a point, with the band its distance gives. */
export async function nearestAddress(
  db: Db,
  point: Degrees,
): Promise<{ address: NearAddress; band: Band } | undefined> {
  const up = (MICRO * FARTHEST) / METRES_A_DEGREE;
  const aside = up / Math.max(0.01, Math.cos((point.latitude * Math.PI) / 180));
  const [x, y] = [point.longitude * MICRO, point.latitude * MICRO];
  const around = await addressesWithin(db, {
    west: Math.floor(x - aside),
    east: Math.ceil(x + aside),
    south: Math.floor(y - up),
    north: Math.ceil(y + up),
  });
  let nearest: { address: NearAddress; metres: number } | undefined;
  for (const address of around) {
    const metres = metresBetween(point, address);
    if (nearest === undefined || metres < nearest.metres) nearest = { address, metres };
  }
  const band = REACHES.find(([metres]) => nearest !== undefined && nearest.metres <= metres)?.[1];
  return nearest === undefined || band === undefined ? undefined : { address: nearest.address, band };
}
