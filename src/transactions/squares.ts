import type { Box, Contour } from '../lib/polygon.ts';

/** Squares of the index, as the migration computes them from millionths of a degree. */
interface Grid {
  readonly side: number;
  readonly columns: number;
}

const FINE_GRID: Grid = { side: 20_000, columns: 18_000 };
const WIDE_GRID: Grid = { side: 500_000, columns: 720 };
const MICRO = 1_000_000;
/** A page asks each square for its newest, so their number bounds its cost; the city of Paris has some 60. */
const MAX_FINE_CELLS = 1_500;
/** As many wide squares as metropolitan France and its seas have, twice over. */
export const MAX_WIDE_CELLS = 2_000;

/** Where a sale is filed: in the squares of its point, or under its commune where it has none. */
export interface SaleLocation {
  readonly longitude: number | undefined;
  readonly latitude: number | undefined;
  readonly cityCode: string;
}

export const fineCellOf = (sale: SaleLocation): number =>
  cellAt(sale, FINE_GRID) ?? -2 - communeNumber(sale.cityCode);
export const wideCellOf = (sale: SaleLocation): number => cellAt(sale, WIDE_GRID) ?? NO_CELL;

const NO_CELL = -1;

/** The wide squares in which other parcels of the same sale may be filed: its own, those beside it, and that of sales without a point. */
export function wideCellsAround(sale: SaleLocation): number[] {
  const own = cellAt(sale, WIDE_GRID);
  if (own === undefined) return [NO_CELL];
  const steps = [-1, 0, 1];
  return [NO_CELL, ...steps.flatMap((up) => steps.map((aside) => own + up * WIDE_GRID.columns + aside))];
}

const cellAt = ({ longitude, latitude }: SaleLocation, { side, columns }: Grid): number | undefined =>
  longitude === undefined || latitude === undefined
    ? undefined
    : Math.floor((latitude + 90 * MICRO) / side) * columns + Math.floor((longitude + 180 * MICRO) / side);

/** A number of 21 bits for the code of a commune, whose second figure may be a letter. */
export const communeNumber = (code: string): number =>
  1_000 * (36 * base36Digit(code, 0) + base36Digit(code, 1)) +
  100 * base36Digit(code, 2) +
  10 * base36Digit(code, 3) +
  base36Digit(code, 4);

function base36Digit(code: string, at: number): number {
  const letter = code.charCodeAt(at);
  return letter <= 57 ? letter - 48 : letter - 55;
}

export interface Squares {
  readonly fine: boolean;
  readonly cells: readonly number[];
}

/** The squares that shapes may touch, fine ones unless there are too many; undefined when they cover more than can be searched. */
export function coverWithSquares(contours: readonly Contour[]): Squares | undefined {
  const fine = coverWithCells(contours, FINE_GRID, MAX_FINE_CELLS);
  if (fine !== undefined) return { fine: true, cells: fine };
  const wide = coverWithCells(contours, WIDE_GRID, MAX_WIDE_CELLS);
  return wide && { fine: false, cells: wide };
}

function coverWithCells(contours: readonly Contour[], grid: Grid, most: number): number[] | undefined {
  const cells = new Set<number>();
  for (const contour of contours) {
    for (const cell of boxCells(contour, grid)) {
      cells.add(cell);
      if (cells.size > most) return undefined;
    }
  }
  return [...cells];
}

function* boxCells({ west, south, east, north }: Box, { side, columns }: Grid): Generator<number> {
  const index = (degrees: number, from: number): number => Math.floor((degrees * MICRO + from) / side);
  const [first, last] = [index(west, 180 * MICRO), index(east, 180 * MICRO)];
  for (let row = index(south, 90 * MICRO); row <= index(north, 90 * MICRO); row += 1)
    for (let column = first; column <= last; column += 1) yield row * columns + column;
}
