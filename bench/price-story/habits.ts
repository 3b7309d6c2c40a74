import { createRandom, type RandomSource } from '../../src/world/random.ts';

/** How sellers, agencies and portals of one world deal with prices; every seed has others. */
export interface SellerHabits {
  /** Days between two moves of a seller. */
  moveEveryDays: number;
  /** Of moves: up instead of down; between half and one per cent; within days of the one before. */
  upward: number;
  small: number;
  burst: number;
  /** Price changes below half a per cent, which are no moves. */
  tinkering: number;
  /** Of adverts: show the price with fees; in whole thousands; never follow; wander with a rate of exchange. */
  withFees: number;
  thousands: number;
  never: number;
  wandering: number;
  /** Of moves, for each advert: missed, to be made up for with the next. */
  skipped: number;
  /** Mean days until an advert shows a move, for the quickest and the slowest portal. */
  quickLagDays: number;
  slowLagDays: number;
  /** A portal shows what was true so long ago from the first day on. */
  staleAtFirst: boolean;
  /** Of adverts: put up again under a new URL; beginning with or running into a misprint. */
  reposts: number;
  repostsWithMove: number;
  misprints: number;
  /** Of adverts: a digit typed wrong and put right within two days. */
  slips: number;
  /** Days from one visit of a crawler to the next. */
  visitDays: number;
  /** Visits have a day and no time. */
  wholeDays: boolean;
}

export function pickSellerHabits(seed: string): SellerHabits {
  const chance = createRandom('price habits', seed);
  return { ...movesOf(chance), ...advertsOf(chance) };
}

const movesOf = (chance: RandomSource) => ({
  moveEveryDays: chance.between(18, 50),
  upward: chance.between(0, 0.2),
  small: chance.between(0, 0.15),
  burst: chance.between(0, 0.2),
  tinkering: chance.between(0, 0.1),
});

const advertsOf = (chance: RandomSource) => ({
  withFees: chance.between(0, 0.4),
  thousands: chance.between(0, 0.4),
  never: chance.between(0, 0.25),
  wandering: chance.between(0, 0.06),
  skipped: chance.between(0, 0.15),
  quickLagDays: chance.between(0.2, 2),
  slowLagDays: chance.between(3, 18),
  staleAtFirst: chance.happens(0.5),
  reposts: chance.between(0.03, 0.25),
  repostsWithMove: chance.between(0.2, 0.8),
  misprints: chance.between(0, 0.03),
  slips: chance.between(0, 0.004),
  visitDays: chance.between(0.5, 3),
  wholeDays: chance.happens(0.4),
});
