import { MapGrid } from '../lib/map-grid.ts';
import type { Contour } from '../lib/polygon.ts';

/** The grids of the index; the migration computes the same cells from the stored coordinates. */
const FINE_GRID = new MapGrid(20_000);
const WIDE_GRID = new MapGrid(500_000);
/** A page reads the newest sales of each cell, so the number of cells bounds its cost; the city of Paris has about 60. */
const MAX_FINE_CELLS = 1_500;
/** Twice as many wide cells as metropolitan France and its seas have. */
export const MAX_WIDE_CELLS = 2_000;

/** What a sale is indexed by: the cells of its point, or its commune where it has none. */
export interface SaleLocation {
  readonly longitude: number | undefined;
  readonly latitude: number | undefined;
  readonly cityCode: string;
}

export const fineCellOf = (sale: SaleLocation): number =>
  cellAt(sale, FINE_GRID) ?? -2 - communeNumber(sale.cityCode);
export const wideCellOf = (sale: SaleLocation): number => cellAt(sale, WIDE_GRID) ?? NO_CELL;

const NO_CELL = -1;

/** The wide cells where other parcels of the same sale may be: its own, the eight around it, and that of sales without a point. */
export function wideCellsAround(sale: SaleLocation): number[] {
  const own = cellAt(sale, WIDE_GRID);
  if (own === undefined) return [NO_CELL];
  return [NO_CELL, ...WIDE_GRID.ringAround(own, 0), ...WIDE_GRID.ringAround(own, 1)];
}

const cellAt = ({ longitude, latitude }: SaleLocation, grid: MapGrid): number | undefined =>
  longitude === undefined || latitude === undefined
    ? undefined
    : grid.cellAtMicrodegrees(longitude, latitude);

/** A 21-bit number for a commune code, whose second digit may be a letter. */
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

/** The cells that shapes may touch: fine ones unless there are too many. Undefined when even wide ones are too many. */
export function coverWithSquares(contours: readonly Contour[]): Squares | undefined {
  const fine = coverWithCells(contours, FINE_GRID, MAX_FINE_CELLS);
  if (fine !== undefined) return { fine: true, cells: fine };
  const wide = coverWithCells(contours, WIDE_GRID, MAX_WIDE_CELLS);
  return wide && { fine: false, cells: wide };
}

function coverWithCells(contours: readonly Contour[], grid: MapGrid, maxCells: number): number[] | undefined {
  const cells = new Set<number>();
  for (const contour of contours) {
    for (const cell of grid.cellsIn(contour)) {
      cells.add(cell);
      if (cells.size > maxCells) return undefined;
    }
  }
  return [...cells];
}
