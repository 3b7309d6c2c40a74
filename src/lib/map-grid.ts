import type { Box } from './polygon.ts';

const MICRODEGREES = 1_000_000;

/**
 * Square cells over the map, numbered row by row from the south-west corner of the world. Sides are in millionths of a
 * degree, so that SQL over stored integers computes the same numbers.
 */
export class MapGrid {
  readonly #side: number;
  readonly #columns: number;

  constructor(sideMicrodegrees: number) {
    this.#side = sideMicrodegrees;
    this.#columns = (360 * MICRODEGREES) / sideMicrodegrees;
  }

  cellAt(longitude: number, latitude: number): number {
    return this.cellAtMicrodegrees(longitude * MICRODEGREES, latitude * MICRODEGREES);
  }

  cellAtMicrodegrees(longitude: number, latitude: number): number {
    return (
      Math.floor((latitude + 90 * MICRODEGREES) / this.#side) * this.#columns +
      Math.floor((longitude + 180 * MICRODEGREES) / this.#side)
    );
  }

  /** The cells that a box touches as ranges of consecutive numbers, one for each row; the end is excluded. */
  *rangesIn({ west, south, east, north }: Box): Generator<readonly [number, number]> {
    const last = this.cellAt(west, north);
    const width = this.cellAt(east, south) - this.cellAt(west, south) + 1;
    for (let first = this.cellAt(west, south); first <= last; first += this.#columns)
      yield [first, first + width];
  }

  *cellsIn(box: Box): Generator<number> {
    for (const [first, end] of this.rangesIn(box)) for (let cell = first; cell < end; cell += 1) yield cell;
  }

  countIn({ west, south, east, north }: Box): number {
    const rows = (this.cellAt(west, north) - this.cellAt(west, south)) / this.#columns + 1;
    return rows * (this.cellAt(east, south) - this.cellAt(west, south) + 1);
  }

  /** The cells of the square ring so many steps away from a cell; the cell itself at distance 0. */
  *ringAround(cell: number, distance: number): Generator<number> {
    for (let up = -distance; up <= distance; up += 1) {
      const step = Math.abs(up) === distance ? 1 : 2 * distance;
      for (let aside = -distance; aside <= distance; aside += step || 1)
        yield cell + up * this.#columns + aside;
    }
  }
}
