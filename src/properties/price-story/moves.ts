import { DAY_MS } from '../../lib/durations.ts';
import { MIN_MOVE_PERCENT, type PriceStep, percentBetween } from './steps.ts';

/** An advert that shows a move of another within this time is catching up. */
export const MAX_CATCH_UP_MS = 60 * DAY_MS;
/** Fees and rounding make one move differ by so much between adverts, in points of per cent. */
export const MAX_SAME_MOVE_POINTS = 1.5;

/** A move of the seller, as the first advert showed it. */
export interface PriceMove extends PriceStep {
  /** The seller's price after it, in terms of the one before. */
  readonly factor: number;
}

/** How far a line of adverts has followed the seller. */
export interface FollowerState {
  /** Moves it is known to show, counted from the first; undefined when it came after moves and its price does not say. */
  reached: number | undefined;
  /** Moves there were when it came: those after them it lacks until it shows them. */
  movesAtStart: number;
  /** Moves that it showed by a step of its own. */
  shown: number;
  /** Its price in terms of the one it had there: it may be on its way to the next. */
  progress: number;
}

/** Moves that a step is compared with one by one; more of late are those of an advert that flickers. */
const MAX_RECENT_MOVES = 8;

/** The moves so far, and which of them a step of an advert shows. */
export class MoveLog {
  readonly moves: PriceMove[] = [];
  /** The seller's price after each move, in terms of the first. */
  readonly #levels = [1];

  /** What the moves from one count to another come to. */
  factorBetween(from: number, to: number): number {
    return (this.#levels[to] ?? 1) / (this.#levels[from] ?? 1);
  }

  /** Either the step catches up, with one move or with several at once, or it is a new move. */
  apply(step: PriceStep, follower: FollowerState): void {
    const own = follower.progress * (1 + step.percent / 100);
    const end = this.#findCatchUp(step, own, follower);
    if (end === undefined) this.#applyNewMove(step, own, follower);
    else setReached(end, follower);
  }

  #applyNewMove(step: PriceStep, own: number, follower: FollowerState): void {
    const count = this.moves.length;
    const next = follower.reached ?? follower.movesAtStart;
    const factor = own / this.factorBetween(next, count);
    if (next < count && !exceedsMissingMoves(factor, step)) {
      // On its way to the price that others show; after too long a time that is a move of its own.
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

  /** How many moves are shown after a step that catches up: moves it lacks, side by side, that come to the same percentage. */
  #findCatchUp(
    step: PriceStep,
    own: number,
    { reached, movesAtStart, shown }: FollowerState,
  ): number | undefined {
    const count = this.moves.length;
    const next = reached ?? movesAtStart;
    const recent = Math.max(shown, count - MAX_RECENT_MOVES);
    let best: { end: number; rank: number } | undefined;
    const consider = (start: number, end: number, percent: number): void => {
      const error = percentError(percent, (this.factorBetween(start, end) - 1) * 100);
      // What it lacks first is what it shows first.
      const rank = error + (start === next ? 0 : MAX_SAME_MOVE_POINTS);
      if (error <= MAX_SAME_MOVE_POINTS && (best === undefined || rank < best.rank)) best = { end, rank };
    };
    for (let end = recent + 1; end <= count; end++) {
      if (!this.#isRecent(end - 1, step)) continue;
      // What it lacks for longer may be made up for together with a move of late.
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

/** An advert that goes further than the moves it lacks shows them together with a new one: only the rest of its step is new. */
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

/** In points of per cent; infinite in the other direction. */
const percentError = (percent: number, other: number): number =>
  Math.sign(other) === Math.sign(percent) ? roundPoints(Math.abs(other - percent)) : Infinity;

const PRECISION = 1e6;
const roundPoints = (points: number): number => Math.round(points * PRECISION) / PRECISION;
