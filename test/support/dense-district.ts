import type { NearAddress } from '../../src/addresses/store.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';

/** A generated district of parallel streets, numbered on both sides; the address base lacks some of its buildings. */
export interface District {
  readonly buildings: readonly NearAddress[];
  readonly inBase: readonly NearAddress[];
}

export interface DistrictHabits {
  readonly seed: number;
  /** Metres between two doors of one side: from, to. */
  readonly spacing: readonly [number, number];
  readonly streetWidth: number;
  readonly missingShare: number;
}

const METRE = 1 / 111_320;
const [LATITUDE, LONGITUDE] = [45.75, 4.85];
const STREETS = 10;
const DOORS_A_SIDE = 30;

export const metresEast = (metres: number): number => (metres * METRE) / Math.cos((LATITUDE * Math.PI) / 180);
export const metresNorth = (metres: number): number => metres * METRE;

export function denseDistrict({ seed, spacing, streetWidth, missingShare }: DistrictHabits): District {
  const random = seededRandom(seed);
  const buildings: NearAddress[] = [];
  for (let street = 0; street < STREETS; street += 1)
    for (const side of [0, 1]) {
      let [east, number] = [10 * random(), 1 + side];
      for (let door = 0; door < DOORS_A_SIDE; door += 1) {
        buildings.push({
          number,
          suffix: '',
          street: `Rue ${street} des Tilleuls`,
          postalCode: '69001',
          cityCode: '69381',
          longitude: LONGITUDE + metresEast(east),
          latitude: LATITUDE + metresNorth(60 * street + side * streetWidth + random()),
        });
        east += spacing[0] + (spacing[1] - spacing[0]) * random();
        number += random() < 0.06 ? 4 : 2;
      }
    }
  return { buildings, inBase: buildings.filter(() => random() >= missingShare) };
}

/** Normally distributed with a mean of 0 and a deviation of 1. */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
