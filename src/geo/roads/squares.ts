import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { withAdvisoryLock } from '../advisory-lock.ts';
import { generalise } from './generalise.ts';
import {
  decodeLine,
  encodeLine,
  FINEST_LEVEL,
  ROAD_GRIDS,
  type RoadGrid,
  type RoadSquare,
  type RoadSteps,
} from './road-lines.ts';
import { listParentSquares, listPieceSquares, putSquare, readChildLines, takePieces } from './store.ts';

/** One at a time over all processes. */
export const ROADS_LOCK = 'roads';
/** A commit for each square would take longer than its work. */
const SQUARES_PER_TRANSACTION = 20;
/** The densest square of a city has a tenth of it. */
const MAX_INPUT_POSITIONS = 400_000;

/** Builds the squares of all levels from the pieces of a layer; each level from the one below. It can be repeated. */
export async function buildSquares(
  db: Database,
  clock: Clock,
  layerId: string,
  { onSquare, signal }: { onSquare: () => void; signal: AbortSignal | undefined },
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const squares = await withAdvisoryLock(db, clock, ROADS_LOCK, async (locked) => {
      const found = await listPieceSquares(locked, layerId, SQUARES_PER_TRANSACTION);
      for (const square of found) {
        const key = { layerId, level: FINEST_LEVEL, ...square };
        const pieces = await takePieces(locked, layerId, square, MAX_INPUT_POSITIONS);
        await putSquare(locked, key, buildLevel(pieces, FINEST_LEVEL, FINEST_LEVEL));
        onSquare();
      }
      return found.length;
    });
    if (squares === 0) break;
  }
  for (let level = FINEST_LEVEL - 1; level >= 0; level -= 1)
    for (const square of await listParentSquares(db, layerId, level)) {
      signal?.throwIfAborted();
      await buildParent(db, { layerId, level, ...square });
      onSquare();
    }
}

async function buildParent(
  db: Database,
  key: RoadSquare & { layerId: string; level: number },
): Promise<void> {
  await putSquare(db, key, buildLevel(await readChildLines(db, key), key.level + 1, key.level));
}

function buildLevel(lines: readonly RoadSteps[], from: number, to: number): RoadSteps[] {
  const [source, target] = [gridAt(from), gridAt(to)];
  return generalise(
    lines.map((line) => decodeLine(line, source)),
    target,
  ).flatMap((line) => encodeLine(line, target) ?? []);
}

export function gridAt(level: number): RoadGrid {
  const grid = ROAD_GRIDS[level];
  if (grid === undefined) throw new RangeError(`there is no level ${level}`);
  return grid;
}
