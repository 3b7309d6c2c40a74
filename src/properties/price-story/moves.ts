import { DAY_MS } from '../../lib/durations.ts';
import { MIN_MOVE_PERCENT, type PriceStep, percentBetween } from './steps.ts';

/** A listing that shows another's move within this time is catching up. */
export const MAX_CATCH_UP_MS = 60 * DAY_MS;
/** Fees and rounding make the same move differ by this much between listings, in percentage points. */
export const MAX_SAME_MOVE_POINTS = 1.5;

/** A price move of the seller, as the first listing showed it. */
export interface PriceMove extends PriceStep {
  /** The seller's price after the move relative to the price before. */
  readonly factor: number;
}

/** How far a chain of listings has followed the seller. */
export interface FollowerState {
  /** The number of moves it is known to show; undefined when it appeared after moves and its price does not show it. */
  reached: number | undefined;
  /** The number of moves when it appeared. */
  movesAtStart: number;
  /** The number of moves that its first price may include. */
  mayHave?: number;
  /** The number of moves shown by steps of its own. */
  shown: number;
  /** Its price relative to the price at that move: it may be between two moves. */
  progress: number;
}

/** How far others had followed that show, or showed before their last step, the price that a step lands on. */
interface LandingLevels {
  leader?: number | undefined;
  former?: number | undefined;
}

/** A step is compared with so many recent moves; more occur only with a listing that flickers. */
const MAX_RECENT_MOVES = 8;

/** The moves so far, and which of them a step of a listing shows. */
export class MoveLog {
  readonly moves: PriceMove[] = [];
  /** The seller's price after each move, relative to the first. */
  readonly #levels = [1];

  /** The combined factor of the moves from one index to another. */
  factorBetween(from: number, to: number): number {
    return (this.#levels[to] ?? 1) / (this.#levels[from] ?? 1);
  }

  /** The step either catches up with one or several moves, or it is a new move. */
  apply(step: PriceStep, follower: FollowerState, { leader, former }: LandingLevels = {}): void {
    const own = follower.progress * (1 + step.percent / 100);
    const end =
      this.#findLeader(step, follower, leader) ??
      this.#findCatchUp(step, own, follower) ??
      this.#findFormer(follower, former);
    if (end === undefined) this.#applyNewMove(step, own, follower);
    else setReached(end, follower);
  }

  /** A listing that is behind, as a stale price returned to, leads nobody; nor does one whose last move is too old. */
  #findLeader(step: PriceStep, follower: FollowerState, leader: number | undefined): number | undefined {
    const next = follower.reached ?? follower.movesAtStart;
    if (leader === undefined || leader < next || leader === 0) return undefined;
    // A listing that lacks a drop and a smaller rise lands on a lower price.
    const lacking = follower.reached === undefined ? 0 : this.factorBetween(next, leader) - 1;
    const way = lacking === 0 ? (this.moves[leader - 1]?.percent ?? 0) : lacking;
    const isSameWay = Math.sign(way) === Math.sign(step.percent);
    return isSameWay && this.#isRecent(leader - 1, step) ? leader : undefined;
  }

  /** A listing that lacks moves and lands on a price that others left is behind them: what it shows is no news. */
  #findFormer({ reached, movesAtStart }: FollowerState, former: number | undefined): number | undefined {
    const next = reached ?? movesAtStart;
    return former === undefined || former < next || former >= this.moves.length ? undefined : former;
  }

  #applyNewMove(step: PriceStep, own: number, follower: FollowerState): void {
    const count = this.moves.length;
    const next = Math.max(follower.reached ?? follower.movesAtStart, follower.mayHave ?? 0);
    const factor = own / this.factorBetween(next, count);
    if (next < count && !exceedsMissingMoves(factor, step)) {
      // It is between two prices of others; after too long this counts as a move of its own.
      follower.progress = own;
      if (this.#isRecent(count - 1, step)) return;
      this.#add({ ...step, factor: 1 });
      follower.shown = this.moves.length;
      return;
    }
    this.#add({ ...step, ...newPartOfStep(step, factor, this.moves.slice(next)), factor });
    setReached(this.moves.length, follower);
  }

  #add(move: PriceMove): void {
    this.moves.push(move);
    this.#levels.push((this.#levels.at(-1) ?? 1) * move.factor);
  }

  #isRecent(index: number, { at }: PriceStep): boolean {
    const move = this.moves[index];
    return move !== undefined && at - move.at <= MAX_CATCH_UP_MS;
  }

  /**
   * How many moves are shown after a step that catches up: consecutive missing moves that add up to the same
   * percentage.
   */
  #findCatchUp(
    step: PriceStep,
    own: number,
    { reached, movesAtStart, shown }: FollowerState,
  ): number | undefined {
    const count = this.moves.length;
    const next = reached ?? movesAtStart;
    const recent = Math.max(shown, reached ?? 0, count - MAX_RECENT_MOVES);
    let best: { end: number; rank: number } | undefined;
    const consider = (start: number, end: number, percent: number): void => {
      const error = percentError(percent, (this.factorBetween(start, end) - 1) * 100);
      // The earliest missing move is preferred.
      const rank = error + (start === next ? 0 : MAX_SAME_MOVE_POINTS);
      if (error <= MAX_SAME_MOVE_POINTS && (best === undefined || rank < best.rank)) best = { end, rank };
    };
    for (let end = recent + 1; end <= count; end++) {
      if (!this.#isRecent(end - 1, step)) continue;
      // Older missing moves may be caught up together with a recent one.
      if (next < end) consider(next, end, (own - 1) * 100);
      for (let start = end - 1; start >= recent && this.#isRecent(start, step); start--)
        consider(start, end, step.percent);
      const alone = percentError(step.percent, this.moves[end - 1]?.percent ?? 0);
      if (alone <= MAX_SAME_MOVE_POINTS) best ??= { end, rank: alone + MAX_SAME_MOVE_POINTS };
    }
    return best?.end;
  }
}

const exceedsMissingMoves = (factor: number, { percent }: PriceStep): boolean =>
  Math.sign(factor - 1) === Math.sign(percent) && Math.abs(factor - 1) * 100 > MIN_MOVE_PERCENT;

/** A step larger than the missing moves shows them and a new one: only the rest of the step is new. */
function newPartOfStep(
  step: PriceStep,
  factor: number,
  lacking: readonly PriceMove[],
): Pick<PriceStep, 'old' | 'percent'> {
  const isSameWay = lacking.every(({ percent }) => Math.sign(percent) === Math.sign(step.percent));
  if (lacking.length === 0 || !isSameWay) return step;
  const old = Math.round(step.new / factor);
  return { old, percent: percentBetween(old, step.new) };
}

function setReached(reached: number, follower: FollowerState): void {
  follower.reached = reached;
  follower.shown = Math.max(follower.shown, reached);
  follower.progress = 1;
}

/** In percentage points; infinite when the directions differ. */
const percentError = (percent: number, other: number): number =>
  Math.sign(other) === Math.sign(percent) ? roundPoints(Math.abs(other - percent)) : Infinity;

const PRECISION = 1e6;
const roundPoints = (points: number): number => Math.round(points * PRECISION) / PRECISION;
