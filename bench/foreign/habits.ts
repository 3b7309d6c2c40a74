import { createRandom } from '../../src/world/random.ts';

/** How people of one foreign world advertise. Every seed draws its own, so that no two of these worlds are alike. */
export interface ForeignHabits {
  /** Percentage of sites with look-alike flats on one stair. */
  twins: number;
  programmes: number;
  /** Shares of further advertisers that copy photos or texts. */
  takesPictures: number;
  takesWords: number;
  /** The share of portals that hash photos; some worlds have no hash at all. */
  hashes: number;
  /** The share of sales with the fee on top. */
  fees: number;
  /** Factor on how often a fact is omitted. */
  silence: number;
  /** Factor on how often a fact is wrong. */
  slips: number;
  street: number;
  point: number;
  blur: number;
  reference: number;
  stock: number;
  /** The shares of adverts that name their town, and that give a telephone. */
  named: number;
  phone: number;
  /** The highest fee as a share of the price. */
  dearestFee: number;
  /** The step in square metres of rounded areas. */
  areaStep: number;
  /** "3ème étage" in place of 3. */
  floorWords: boolean;
  english: boolean;
  /** Maximum number of flats of a stair or programme. */
  mostFlats: number;
  /** Days after which an advert is removed and posted again under a new URL. */
  repostDays: number;
  /** A whole stair shows the photos of one flat. */
  sharedShots: boolean;
}

const DEFAULT_HABITS = {
  named: 1,
  phone: 0.7,
  dearestFee: 0.07,
  areaStep: 1,
  floorWords: false,
  english: false,
  mostFlats: 10,
  repostDays: Number.POSITIVE_INFINITY,
  sharedShots: false,
};

/** Single habits taken to the extreme, to see which one breaks a matcher. */
export const EXTREMES: Readonly<Record<string, Partial<ForeignHabits>>> = {
  'no-photos': { hashes: 0 },
  'no-points': { point: 0 },
  'postal-only': { named: 0, point: 0, street: 0 },
  'copied-words': { takesWords: 1 },
  english: { english: true },
  'no-phones': { phone: 0 },
  'high-fees': { dearestFee: 0.08, fees: 0.9 },
  'areas-by-5': { areaStep: 5 },
  'floor-words': { floorWords: true },
  programmes: { programmes: 3, mostFlats: 40 },
  reposts: { repostDays: 7 },
  'shared-pictures': { sharedShots: true, twins: 5 },
  'wide-blur': { blur: 0.002, point: 0.9 },
};

export function pickForeignHabits(seed: string, extreme: Partial<ForeignHabits> = {}): ForeignHabits {
  return { ...DEFAULT_HABITS, ...drawHabits(seed), ...extreme };
}

function drawHabits(seed: string): Omit<ForeignHabits, keyof typeof DEFAULT_HABITS> {
  const chance = createRandom(seed, 'habits');
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
