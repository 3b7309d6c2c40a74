import { byFirstSeen, type PricedAdvert, type PricePoint } from './advert.ts';
import type { FollowerState, MoveLog } from './moves.ts';
import { MIN_MOVE_PERCENT } from './steps.ts';

/** A listing that is live with a coherent price at some moment. */
export interface ReferenceCandidate {
  readonly advert: PricedAdvert;
  readonly point: PricePoint;
  readonly follower: FollowerState;
  /** When it last changed its own price. */
  readonly movedAt: number;
}

/** This many other advertisers who agree outvote the reference. */
const MIN_AGREEING_ADVERTISERS = 2;

/**
 * The listing whose price is shown: the current one, while it is a candidate and not outvoted. A new listing at
 * another price does not take over. Candidates are in the order they were first seen.
 */
export function pickReferenceAdvert(
  former: PricedAdvert | undefined,
  candidates: readonly ReferenceCandidate[],
  log: MoveLog,
): PricedAdvert | undefined {
  if (candidates.length === 0) return former;
  const current = candidates.find(({ advert }) => advert === former);
  if (former === undefined) return candidates[0]?.advert;
  if (current !== undefined && !isOutvoted(current, candidates, log)) return former;
  return pickSuccessor(candidates)?.advert;
}

function isOutvoted(
  current: ReferenceCandidate,
  candidates: readonly ReferenceCandidate[],
  log: MoveLog,
): boolean {
  if (candidates.length < 2) return false;
  const others = candidates.filter((one) => one !== current);
  return isOutnumbered(current, others) || isLeftBehind(current, others, log);
}

const candidateAdvertiser = ({ advertiser, id }: PricedAdvert): string => advertiser ?? `listing ${id}`;

const isNearPrice = (one: PricePoint, other: PricePoint): boolean =>
  Math.abs(one.price - other.price) * 100 <= MIN_MOVE_PERCENT * Math.max(one.price, other.price);

const isSamePrice = (one: PricePoint, other: PricePoint): boolean =>
  one.currency === other.currency && isNearPrice(one, other);

/** Two other advertisers agree on another price. */
function isOutnumbered(current: ReferenceCandidate, others: readonly ReferenceCandidate[]): boolean {
  const own = candidateAdvertiser(current.advert);
  const otherwise = others
    .filter(({ advert, point }) => candidateAdvertiser(advert) !== own && !isSamePrice(point, current.point))
    .toSorted((one, other) => one.point.price - other.point.price);
  return otherwise.some(({ point }, at) => {
    const agreeing = new Set<string>();
    for (let next = at; next < otherwise.length; next++) {
      const one = otherwise[next];
      if (one === undefined || one.point.price * (1 - MIN_MOVE_PERCENT / 100) > point.price) break;
      if (isSamePrice(one.point, point)) agreeing.add(candidateAdvertiser(one.advert));
      if (agreeing.size >= MIN_AGREEING_ADVERTISERS) return true;
    }
    return false;
  });
}

/** Most others moved in one direction since, and it did not. */
function isLeftBehind(
  current: ReferenceCandidate,
  others: readonly ReferenceCandidate[],
  log: MoveLog,
): boolean {
  const { movesAtStart, reached = movesAtStart } = current.follower;
  let [up, down] = [0, 0];
  for (const { follower } of others) {
    if (follower.shown <= reached) continue;
    const factor = log.factorBetween(reached, follower.shown);
    if (factor > 1) up += 1;
    if (factor < 1) down += 1;
  }
  return Math.max(up, down) * 2 > others.length;
}

/** The one whose price most others share, then the one that moved last, then the oldest. */
function pickSuccessor(candidates: readonly ReferenceCandidate[]): ReferenceCandidate | undefined {
  const sharing = countSharedPrice(candidates);
  return candidates.toSorted(
    (one, other) =>
      (sharing.get(other) ?? 0) - (sharing.get(one) ?? 0) ||
      other.movedAt - one.movedAt ||
      byFirstSeen(one.advert, other.advert),
  )[0];
}

/** How many show the price of each, itself included. */
function countSharedPrice(candidates: readonly ReferenceCandidate[]): Map<ReferenceCandidate, number> {
  const sorted = candidates.toSorted((one, other) => one.point.price - other.point.price);
  return new Map(
    sorted.map((one, index) => {
      const alike = (other: ReferenceCandidate | undefined) =>
        other !== undefined && isNearPrice(other.point, one.point);
      let [first, last] = [index, index];
      while (alike(sorted[first - 1])) first -= 1;
      while (alike(sorted[last + 1])) last += 1;
      const own = sorted.slice(first, last + 1).filter((other) => isSamePrice(other.point, one.point));
      return [one, own.length];
    }),
  );
}
