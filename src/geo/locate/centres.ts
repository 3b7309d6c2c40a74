import { type Division, isGuessed, type Position } from '../division.ts';

export interface Neighbour {
  readonly division: Division;
  readonly km: number;
}

/** Degrees of a cell: 11 km from north to south. */
const CELL_DEGREES = 0.1;
const KM_PER_DEGREE = 111.2;

/** On a sphere laid flat around the two: right to some metres at the distances that matter here. */
export function kmBetween([x1, y1]: Position, [x2, y2]: Position): number {
  const east = (x2 - x1) * Math.cos((((y1 + y2) / 2) * Math.PI) / 180);
  return KM_PER_DEGREE * Math.hypot(east, y2 - y1);
}

/** The municipalities whose own centre is known, by where it is. */
export class Centres {
  readonly #cells = new Map<string, Division[]>();

  constructor(divisions: Iterable<Division>) {
    for (const division of divisions) {
      if (division.centroid === null || isGuessed(division.centroidOrigin)) continue;
      const key = keyOf(...cellOf(division.centroid));
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [division]);
      else cell.push(division);
    }
  }

  /** The nearest ones within some 30 km, the nearest first. */
  near(point: Position, count: number): Neighbour[] {
    const [column, row] = cellOf(point);
    const found: Neighbour[] = [];
    for (let reach = 0; reach <= MAX_RINGS; reach += 1) {
      for (const division of this.#ring(column, row, reach)) {
        found.push({ division, km: kmBetween(point, division.centroid ?? point) });
      }
      // A ring further out could still hold a nearer one until the ring itself is further than what was found.
      const within = found.filter(({ km }) => km <= reach * CELL_DEGREES * KM_PER_DEGREE * NARROWEST).length;
      if (within >= count) break;
    }
    return found
      .sort((one, other) => one.km - other.km || (one.division.id < other.division.id ? -1 : 1))
      .slice(0, count);
  }

  *#ring(column: number, row: number, reach: number): Generator<Division> {
    for (let x = column - reach; x <= column + reach; x += 1) {
      for (let y = row - reach; y <= row + reach; y += 1) {
        if (Math.max(Math.abs(x - column), Math.abs(y - row)) === reach)
          yield* this.#cells.get(keyOf(x, y)) ?? [];
      }
    }
  }
}

const MAX_RINGS = 4;
/** How wide a degree of longitude is at 55 degrees north, as a share of one of latitude. */
const NARROWEST = 0.57;

const cellOf = ([longitude, latitude]: Position): [number, number] => [
  Math.floor(longitude / CELL_DEGREES),
  Math.floor(latitude / CELL_DEGREES),
];
const keyOf = (column: number, row: number): string => `${column} ${row}`;
