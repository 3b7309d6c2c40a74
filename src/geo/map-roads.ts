import type { Db } from '../db/sql.ts';
import type { RoadSquare, RoadSteps } from './roads/road-lines.ts';
import { hasFinishedLayer, type RoadCredit, readSquare } from './roads/store.ts';

export interface MapRoads {
  /** False when no roads are imported at all: a map need not ask again. */
  readonly hasRoads: boolean;
  readonly lines: readonly RoadSteps[];
  /** Who must be named beside these lines. */
  readonly credits: readonly RoadCredit[];
}

/** The main roads of a square of a level, of every layer that has some there. */
export async function listMapRoads(db: Db, level: number, square: RoadSquare): Promise<MapRoads> {
  const layers = (await readSquare(db, level, square)).filter(({ lines }) => lines.length > 0);
  const credits = new Map(
    layers.flatMap((layer) => layer.credits).map((credit) => [JSON.stringify(credit), credit]),
  );
  return {
    hasRoads: layers.length > 0 || (await hasFinishedLayer(db)),
    lines: layers.flatMap(({ lines }) => lines),
    credits: [...credits.values()],
  };
}
