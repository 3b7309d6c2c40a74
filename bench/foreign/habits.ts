import { createRandom } from '../../src/world/random.ts';

/** How people of one foreign world advertise. Every seed draws its own, so that no two of these worlds are alike. */
export interface ForeignHabits {
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
  /** The shares of adverts that name their town, and that give a telephone. */
  named: number;
  phone: number;
  /** What the highest fee is, as a share of the price. */
  dearestFee: number;
  /** Areas are rounded to so many square metres by those who round. */
  areaStep: number;
  /** "3ème étage" in place of 3. */
  floorWords: boolean;
  english: boolean;
  /** Flats of a stair or programme, at most. */
  mostFlats: number;
  /** Days after which an advert is taken off and put up under a new address. */
  repostDays: number;
  /** A whole stair shows the pictures of one flat. */
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

/** Single habits taken to the end, to see which one a matcher cannot stand. */
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
