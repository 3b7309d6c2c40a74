import { DAY_MS } from '../../lib/durations.ts';
import type { PricedAdvert, PricePoint } from './advert.ts';

/** A smaller difference is rounding, or an exchange rate. */
export const MIN_MOVE_PERCENT = 0.5;
/** No seller doubles or halves a price: such a step is a misprint, or its correction. */
const MAX_STEP_RATIO = 2;
/** A price that returns this soon to exactly the one before was a typo. */
const MAX_TYPO_MS = 3 * DAY_MS;

/**
 * A larger change that one listing alone shows may be a typing error: it is a move once it stood for MIN_STANDING_MS, or
 * another listing shows that price. Sellers hardly ever raise a price so far at once, or drop it so far.
 */
const MAX_SURE_PERCENT = { rise: 10, drop: 30 };
export const MIN_STANDING_MS = MAX_TYPO_MS;

/** A price change of a listing above the rounding threshold. */
export interface PriceStep {
  readonly listingId: string;
  readonly at: number;
  readonly old: number;
  readonly new: number;
  readonly percent: number;
  /** The listing it re-posts, when the change is between the two. */
  readonly repostOf?: string;
}

/** A price of a listing that is held back: its move is raised once the price stood for MIN_STANDING_MS. */
export interface HeldPrice {
  readonly listingId: string;
  readonly at: number;
}

/** A price, and which listing of a chain showed it. */
export interface ChainPoint extends PricePoint {
  readonly listingId: string;
}

/** The steps of a chain, and the prices that are not yet known to be moves. */
export interface ChainSteps {
  readonly steps: readonly PriceStep[];
  readonly held: readonly HeldPrice[];
}

const NO_STEPS: ChainSteps = { steps: [], held: [] };

/** The steps of a listing with its re-posts, in chronological order. `isShared`: another listing shows that price too. */
export function buildPriceSteps(
  line: readonly PricedAdvert[],
  isShared: (point: ChainPoint) => boolean,
): ChainSteps {
  if (line.length === 1 && (line[0]?.points.length ?? 0) < 2) return NO_STEPS;
  const points = line.flatMap(({ id, points: own }) => own.map((point) => ({ ...point, listingId: id })));
  const sound: ChainPoint[] = [];
  const steps: PriceStep[] = [];
  const held: HeldPrice[] = [];
  for (const [at, point] of points.entries()) {
    if (point.misprint || isTypo(points, at)) continue;
    const step = buildStep(sound, sound.length, point);
    if (step !== undefined && isLeap(step) && !isShared(point)) {
      const standing = standingOf(points, at, line);
      if (standing === 'held') held.push({ listingId: point.listingId, at: point.at });
      if (standing !== 'stood') continue;
    }
    sound.push(point);
    if (step !== undefined) steps.push(step);
  }
  return { steps, held };
}

/** Relative to the latest price before it that is no misprint. */
function buildStep(points: readonly ChainPoint[], at: number, point: ChainPoint): PriceStep | undefined {
  for (let before = at - 1; before >= 0; before--) {
    const from = points[before];
    if (from === undefined || !isComparable(from, point)) continue;
    const percent = percentBetween(from.price, point.price);
    if (Math.abs(percent) <= MIN_MOVE_PERCENT) return undefined;
    const repost = from.listingId === point.listingId ? {} : { repostOf: from.listingId };
    return {
      listingId: point.listingId,
      at: point.at,
      old: from.price,
      new: point.price,
      percent,
      ...repost,
    };
  }
  return undefined;
}

/** Percentages are compared after removing the floating-point error: 0.5 % of 300,000 is exactly 1,500. */
const PRECISION = 1e9;

export const percentBetween = (old: number, now: number): number =>
  Math.round(((now - old) / old) * 100 * PRECISION) / PRECISION;

function isComparable(from: PricePoint, to: PricePoint): boolean {
  if (from.currency !== to.currency || from.price <= 0 || to.price <= 0) return false;
  const ratio = to.price / from.price;
  return ratio <= MAX_STEP_RATIO && ratio >= 1 / MAX_STEP_RATIO;
}

/** Between two occurrences of the same price; of two alternating prices, the one that did not last. */
function isTypo(points: readonly ChainPoint[], at: number): boolean {
  const isBrief = (index: number): boolean => {
    const [before, own, after] = [points[index - 1], points[index], points[index + 1]];
    return (
      before !== undefined &&
      own !== undefined &&
      after !== undefined &&
      before.price === after.price &&
      before.currency === after.currency &&
      after.at - own.at <= MAX_TYPO_MS
    );
  };
  return isBrief(at) && !isBrief(at + 1);
}

const isLeap = ({ percent }: PriceStep): boolean =>
  percent > MAX_SURE_PERCENT.rise || percent < -MAX_SURE_PERCENT.drop;

/** Whether a price stood until the next other one or until the listing left; held while neither is known. */
function standingOf(
  points: readonly ChainPoint[],
  index: number,
  line: readonly PricedAdvert[],
): 'stood' | 'retracted' | 'held' {
  const [point] = points.slice(index);
  if (point === undefined) return 'held';
  let until = line
    .find(({ id }) => id === point.listingId)
    ?.absences.find(({ from }) => from >= point.at)?.from;
  for (const next of points.slice(index)) {
    if (Math.abs(percentBetween(point.price, next.price)) > MIN_MOVE_PERCENT) {
      until = Math.min(until ?? next.at, next.at);
      break;
    }
    if (next.hasStood) return 'stood';
  }
  if (until === undefined) return 'held';
  return until - point.at >= MIN_STANDING_MS ? 'stood' : 'retracted';
}
