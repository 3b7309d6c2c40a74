import { chanceOf } from '../../src/world/random.ts';

/** How people of one foreign world advertise. Every seed draws its own, so that no two of these worlds are alike. */
export interface Habits {
  /** Sites of a hundred that are stairs of twins. */
  twins: number;
  programmes: number;
  /** Shares of further advertisers that take over pictures or words. */
  takesPictures: number;
  takesWords: number;
  /** The share of portals that hash pictures; some worlds have no hash at all. */
  hashes: number;
  /** The share of sales where the fee comes on top. */
  fees: number;
  /** By how much more, or less, a fact is left out than usual. */
  silence: number;
  /** The same for slips. */
  slips: number;
  street: number;
  point: number;
  blur: number;
  reference: number;
  stock: number;
}

export function habitsOf(seed: string): Habits {
  const chance = chanceOf(seed, 'habits');
  return {
    twins: chance.between(1, 5),
    programmes: chance.between(0.3, 1.2),
    takesPictures: chance.between(0.2, 0.6),
    takesWords: chance.between(0.03, 0.25),
    hashes: chance.happens(0.15) ? 0 : chance.between(0.5, 1),
    fees: chance.between(0.15, 0.55),
    silence: chance.between(0.6, 1.3),
    slips: chance.between(0.6, 1.6),
    street: chance.between(0.05, 0.4),
    point: chance.between(0.2, 0.9),
    blur: chance.pick([0.0005, 0.002, 0.004]),
    reference: chance.between(0.4, 0.95),
    stock: chance.between(0, 0.12),
  };
}
