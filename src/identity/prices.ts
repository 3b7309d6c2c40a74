import type { ListingFeature } from './feature.ts';
import { areFiguresOnly } from './feature.ts';
import { relativeGap } from './feature-parts.ts';
import type { LevelOf } from './levels.ts';

/** A price ten times or a hundredth of the other is a slip of the finger, not another home. */
const MISPRINT_RATIO = 4.5;

/** The closest pair of two histories: its prices, and how far they are apart. */
interface ClosestPrices {
  gap: number;
  lower: number;
  higher: number;
}

/** The closest pair of the two histories and of what the sellers receive: agencies follow a drop at different times, and add their own fees. */
function findClosest(one: ListingFeature, other: ListingFeature): ClosestPrices | undefined {
  let [gap, lower, higher] = [Number.POSITIVE_INFINITY, 0, 0];
  const asked = listPrices(other);
  for (const a of listPrices(one)) {
    for (const b of asked) {
      const distance = relativeGap(a, b);
      if (distance < gap || (distance === 0 && roundness(a) < roundness(higher)))
        [gap, lower, higher] = [distance, Math.min(a, b), Math.max(a, b)];
    }
  }
  return higher === 0 ? undefined : { gap, lower, higher };
}

export function comparePrices(one: ListingFeature, other: ListingFeature): LevelOf<'price'> | undefined {
  const closest = findClosest(one, other);
  if (closest === undefined) return undefined;
  return (
    moveLevel(one, other, closest.gap) ??
    (areFiguresOnly(one, other) ? farLevel(closest) : saleLevel(closest))
  );
}

/**
 * Rents of two advertisers. No office adds a fee to a rent: two that differ are two homes, while one office may put a home
 * up again at another rent. In worlds of two generators none of 3,300 pairs at rents
 * up to 1 % apart, and 12 of 6,400 within 4.5 %, was of one home.
 */
export function compareRents(one: ListingFeature, other: ListingFeature): LevelOf<'rent'> | undefined {
  const closest = findClosest(one, other);
  return closest === undefined ? undefined : (moveLevel(one, other, closest.gap) ?? farLevel(closest));
}

function moveLevel(
  one: ListingFeature,
  other: ListingFeature,
  gap: number,
): 'path' | 'moves' | 'moved' | undefined {
  const moves = gap <= MAX_FEE_GAP ? countSharedMoves(one, other) : 0;
  if (moves === 0) return undefined;
  const agreements = moves + (gap === 0 ? 1 : 0);
  if (agreements >= MIN_PATH_AGREEMENTS) return 'path';
  return agreements > 1 ? 'moves' : 'moved';
}

/** Shared moves, and a shared price, from which two histories are those of one seller: chance does not repeat itself. */
const MIN_PATH_AGREEMENTS = 3;
/** Agencies that sell one home add fees that differ by no more. */
const MAX_FEE_GAP = 0.085;
/** Two shares of a price that rounding makes of one. */
export const MAX_MOVE_DIFFERENCE = 0.0015;
const MIN_MOVE = 0.005;
/** A larger step is a misprint, or its correction. */
const MAX_MOVE = 0.5;

/**
 * How often the price of both moved by the same share or amount: the seller did it, whatever each adds as a fee. In
 * worlds of ours one in five pairs of one home have such a move, and less than one in a thousand others at such prices.
 * The lots of a programme get cheaper together, as do homes of one office: there it says nothing.
 */
function countSharedMoves(one: ListingFeature, other: ListingFeature): number {
  if (one.prices.length < 2 || other.prices.length < 2) return 0;
  if (one.newBuild || other.newBuild || (one.phone !== undefined && one.phone === other.phone)) return 0;
  return one.prices.filter((to, at) => {
    const from = one.prices[at - 1] ?? to;
    return (
      isMove(from, to) &&
      other.prices.some((next, on) => isSameMove([from, to], [other.prices[on - 1] ?? next, next]))
    );
  }).length;
}

type Move = readonly [from: number, to: number];

const isSameMove = ([from, to]: Move, [before, next]: Move): boolean =>
  isMove(before, next) &&
  (to - from === next - before || Math.abs(to / from - next / before) <= MAX_MOVE_DIFFERENCE);

export const isMove = (from: number, to: number): boolean => {
  const change = Math.abs(to / from - 1);
  return change > MIN_MOVE && change < MAX_MOVE;
};

const listPrices = ({ prices, net }: ListingFeature): readonly number[] =>
  net === undefined || net <= 0 ? prices : [...prices, net];

/** An owner's price is a multiple of it; a price with a fee of some per cent rarely is. */
const OWNER_PRICE_STEP = 500;
/** A fee of 7 % on top of the lower price, as a share of the higher. */
const MAX_OFFICE_FEE_GAP = 0.066;

/**
 * How far two asking prices are apart, and whether a fee explains it: the higher one is uneven. Two round ones are rather
 * those of look-alike homes.
 */
function saleLevel(closest: ClosestPrices): LevelOf<'price'> {
  const { gap, higher } = closest;
  if (gap === 0 || gap > MAX_OFFICE_FEE_GAP) return farLevel(closest);
  const hasFee = higher % OWNER_PRICE_STEP !== 0;
  if (gap <= 0.012) return hasFee ? 'fee1' : 'within1';
  if (gap <= 0.045) return hasFee ? 'fee4' : 'within4';
  return hasFee ? 'fee7' : 'within7';
}

function farLevel({ gap, higher }: ClosestPrices): LevelOf<'rent'> {
  if (gap === 0) return (['equalFine', 'equal', 'equalRound'] as const)[roundness(higher)] ?? 'equal';
  if (gap <= 0.012) return 'within1';
  if (gap <= 0.045) return 'within4';
  if (gap <= 0.085) return 'within8';
  if (gap <= 0.16) return 'within16';
  return gap >= 1 - 1 / MISPRINT_RATIO ? 'misprint' : 'beyond';
}

/** Every price near it ends so. */
export const isRound = (price: number): boolean => roundness(price) === 2;

/**
 * How common a price is by its form: of prices near it, every one ends so (2), one in ten (1) or one in a hundred does. It stands for the
 * term frequency of the value, and unlike a count of rows it is the same whatever was read before.
 */
function roundness(price: number): 0 | 1 | 2 {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(price, 1))) - 1);
  if (price % unit === 0 || price % (unit / 2) === 0) return 2;
  return price % (unit / 10) === 0 ? 1 : 0;
}
