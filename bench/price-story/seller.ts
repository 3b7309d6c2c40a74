import { createRandom, type RandomSource } from '../../src/world/random.ts';
import type { SellerHabits } from './habits.ts';

/** What the seller asks, and from which day on. */
export interface SellerPrice {
  day: number;
  price: number;
}

const MIN_MOVE = 0.0055;

/** The true price of a home: the first entry is what it began with. */
export function simulateSellerPrices(
  habits: SellerHabits,
  home: { id: string; price: number },
  days: number,
): SellerPrice[] {
  const chance = createRandom('seller', home.id);
  const step = home.price < 5_000 ? 5 : chance.pick([100, 500, 1_000, 5_000]);
  const path = [{ day: -1_000, price: roundPrice(home.price, step) }];
  let day = chance.between(2, habits.moveEveryDays * 2);
  while (day < days) {
    const price = path.at(-1)?.price ?? home.price;
    path.push({ day, price: nextPrice(chance, habits, { price, step }) });
    day += chance.happens(habits.burst)
      ? chance.between(1.5, 8)
      : habits.moveEveryDays * chance.between(0.4, 1.8);
  }
  return path.filter(({ price }, at) => price !== path[at - 1]?.price);
}

function nextPrice(
  chance: RandomSource,
  habits: SellerHabits,
  { price, step }: { price: number; step: number },
): number {
  if (chance.happens(habits.tinkering)) return Math.round(price * (1 + chance.between(-0.004, 0.004)));
  const size = chance.happens(habits.small) ? chance.between(0.006, 0.01) : chance.between(0.012, 0.12);
  const way = chance.happens(habits.upward) ? 1 : -1;
  const next = roundPrice(price * (1 + way * size), step);
  // Rounded away: a seller who moves does so to be seen.
  return Math.abs(next - price) / price > MIN_MOVE ? next : Math.round(price * (1 + way * size));
}

export const roundPrice = (price: number, step: number): number =>
  Math.max(step, Math.round(price / step) * step);
