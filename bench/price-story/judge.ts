import { DAY_MS } from '../../src/lib/durations.ts';
import type { TrueHome } from './world.ts';

const MIN_MOVE_PERCENT = 0.5;
/** Fees and rounding make one move differ by so much from advert to advert. */
const MAX_ERROR_POINTS = 1.5;
export const DROP_PERCENT = -5;

/** A reported change. */
export interface RaisedMove {
  homeId: string;
  propertyId?: string;
  at: number;
  percent: number | undefined;
  /** The adverts of the home and of the property, and where they stood when it was reported: identity may have joined them since. */
  standing?: readonly AdvertStanding[];
}

export interface AdvertStanding {
  url: string;
  id: string;
}

export interface MoveScore {
  raised: number;
  right: number;
  drops: number;
  rightDrops: number;
  /** Moves of sellers that an advert showed, and those of them that were reported. */
  moves: number;
  found: number;
  /** Events that no move of a seller stands behind. */
  wrong: RaisedMove[];
}

interface TrueMove {
  /** When an advert first showed it. */
  at: number;
  percent: number;
  isFound: boolean;
}

export const emptyScore = (): MoveScore => ({
  raised: 0,
  right: 0,
  drops: 0,
  rightDrops: 0,
  moves: 0,
  found: 0,
  wrong: [],
});

/**
 * A true move is right once. Events that report one move each are paired first, then those of adverts that show several
 * moves at once: a sum that is reported early does not make the reports of its parts wrong.
 */
export function scoreMoves(homes: ReadonlyMap<string, TrueHome>, raised: readonly RaisedMove[]): MoveScore {
  const score = emptyScore();
  const byHome = Map.groupBy(raised, ({ homeId }) => homeId);
  for (const [id, home] of homes) {
    const moves = movesOf(home);
    score.moves += moves.length;
    for (const { event, run } of pairEvents(byHome.get(id) ?? [], moves)) {
      const isDrop = (event.percent ?? 0) <= DROP_PERCENT;
      score.raised += 1;
      if (isDrop) score.drops += 1;
      if (run === undefined) {
        score.wrong.push(event);
        continue;
      }
      score.right += 1;
      if (isDrop) score.rightDrops += 1;
    }
    score.found += moves.filter(({ isFound }) => isFound).length;
  }
  return score;
}

function movesOf({ path, steps }: TrueHome): TrueMove[] {
  const shown = new Map<number, number>();
  for (const { at, from, to } of steps.toSorted((one, other) => one.at - other.at))
    for (let level = from + 1; level <= to; level++) if (!shown.has(level)) shown.set(level, at);
  return [...shown]
    .sort(([one], [other]) => one - other)
    .map(([level, at]) => {
      const [old, now] = [path[level - 1]?.price ?? 1, path[level]?.price ?? 1];
      return { at, percent: (now / old - 1) * 100, isFound: false };
    })
    .filter(({ percent }) => Math.abs(percent) > MIN_MOVE_PERCENT);
}

function pairEvents(
  events: readonly RaisedMove[],
  moves: TrueMove[],
): { event: RaisedMove; run: TrueMove[] | undefined }[] {
  const sorted = events.toSorted((one, other) => one.at - other.at);
  const pair = (event: RaisedMove, lengths: { from: number; to: number }): TrueMove[] | undefined => {
    const run = findRun(event, moves, lengths);
    for (const move of run ?? []) move.isFound = true;
    return run;
  };
  const alone = new Map(sorted.map((event) => [event, pair(event, { from: 1, to: 1 })]));
  return sorted.map((event) => ({
    event,
    run: alone.get(event) ?? pair(event, { from: 2, to: moves.length }),
  }));
}

/**
 * The run of moves that comes to the percentage, one of which was not reported: the one with the fewest reported, then
 * the shortest, then the closest.
 */
function findRun(
  { at, percent = 0 }: RaisedMove,
  moves: TrueMove[],
  lengths: { from: number; to: number },
): TrueMove[] | undefined {
  let best: { run: TrueMove[]; rank: number } | undefined;
  for (let length = lengths.from; length <= lengths.to; length++) {
    for (let start = 0; start + length <= moves.length; start++) {
      const run = moves.slice(start, start + length);
      const reported = run.filter(({ isFound }) => isFound).length;
      if (reported === length || run.some((move) => move.at > at + DAY_MS)) continue;
      const sum = (run.reduce((product, move) => product * (1 + move.percent / 100), 1) - 1) * 100;
      const error = Math.abs(sum - percent);
      if (Math.sign(sum) !== Math.sign(percent) || error > MAX_ERROR_POINTS) continue;
      const rank = (reported * moves.length + length) * 10 + error;
      if (best === undefined || rank < best.rank) best = { run, rank };
    }
  }
  return best?.run;
}
