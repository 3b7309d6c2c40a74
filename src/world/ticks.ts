import type { Payload } from '../ingest/payload.ts';
import type { RandomSource } from './random.ts';

/** The checkboxes of a portal's form, with the share of homes or buildings that have the feature. */
const OF_HOME = {
  equippedKitchen: 0.6,
  doubleGlazing: 0.7,
  parquet: 0.4,
  fireplace: 0.12,
  airConditioning: 0.15,
  dressing: 0.2,
  storage: 0.3,
  crossing: 0.3,
  quiet: 0.4,
} as const;
const OF_BUILDING = {
  intercom: 0.6,
  digicode: 0.5,
  caretaker: 0.2,
  bikeRoom: 0.3,
  swimmingPool: 0.06,
} as const;

type Tick = keyof typeof OF_HOME | keyof typeof OF_BUILDING;
export type Ticks = Partial<Record<Tick, boolean>>;

const drawTicks = (chance: RandomSource, shares: Readonly<Partial<Record<Tick, number>>>): Ticks =>
  Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, chance.happens(share)]));

export const drawHomeTicks = (chance: RandomSource): Ticks => drawTicks(chance, OF_HOME);
export const drawBuildingTicks = (chance: RandomSource): Ticks => drawTicks(chance, OF_BUILDING);

/**
 * The boxes one agent ticks: some fill in the whole form, most a part of it; omissions are more frequent than
 * inventions.
 */
export function statedTicks(chance: RandomSource, truly: Ticks, noise: number): Pick<Payload, Tick> {
  const care = chance.weighted([
    [0.95, 15],
    [0.5, 45],
    [0.15, 40],
  ]);
  const stated: Ticks = {};
  for (const [name, there] of Object.entries(truly) as [Tick, boolean][]) {
    if (!chance.happens(care)) continue;
    stated[name] = chance.happens((there ? 0.12 : 0.03) * noise) ? !there : there;
  }
  return stated;
}
