import { MapGrid } from '../../lib/map-grid.ts';
import { type Division, isGuessed, type Position } from '../division.ts';

export interface Neighbour {
  readonly division: Division;
  readonly km: number;
}

const KM_PER_DEGREE = 111.2;

/** Equirectangular approximation: accurate to some metres at the distances compared here. */
export function kmBetween([x1, y1]: Position, [x2, y2]: Position): number {
  const east = (x2 - x1) * Math.cos((((y1 + y2) / 2) * Math.PI) / 180);
  return KM_PER_DEGREE * Math.hypot(east, y2 - y1);
}

/** Cells of 0.1 degrees: 11 km from south to north. */
const grid = new MapGrid(100_000);
const CELL_HEIGHT_KM = KM_PER_DEGREE / 10;
/** The width of a cell at 55 degrees north, as a share of its height. */
const MIN_CELL_WIDTH_SHARE = 0.57;
const MAX_RINGS = 4;

/** The municipalities with a centre of their own, indexed by its cell. */
export class Centres {
  readonly #cells = new Map<number, Division[]>();

  constructor(divisions: Iterable<Division>) {
    for (const division of divisions) {
      if (division.centroid === null || isGuessed(division.centroidOrigin)) continue;
      const cell = grid.cellAt(...division.centroid);
      const divisionsOfCell = this.#cells.get(cell);
      if (divisionsOfCell === undefined) this.#cells.set(cell, [division]);
      else divisionsOfCell.push(division);
    }
  }

  /** The nearest ones within about 30 km, the nearest first. */
  near(point: Position, count: number): Neighbour[] {
    const centre = grid.cellAt(...point);
    const found: Neighbour[] = [];
    for (let distance = 0; distance <= MAX_RINGS; distance += 1) {
      for (const cell of grid.ringAround(centre, distance)) {
        for (const division of this.#cells.get(cell) ?? [])
          found.push({ division, km: kmBetween(point, division.centroid ?? point) });
      }
      // The next ring may contain a nearer centre as long as its own distance is less than what was found.
      const coveredKm = distance * CELL_HEIGHT_KM * MIN_CELL_WIDTH_SHARE;
      if (found.filter(({ km }) => km <= coveredKm).length >= count) break;
    }
    return found
      .sort((one, other) => one.km - other.km || (one.division.id < other.division.id ? -1 : 1))
      .slice(0, count);
  }
}
