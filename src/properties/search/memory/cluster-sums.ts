import type { ClusterCell, ClusterGrid, ClusterQuery } from '../aggregates.ts';
import { clusterColumn, clusterRow, toMicrodegrees } from '../clusters.ts';

/** Of some properties of one cell. */
export interface ClusterPart {
  readonly count: number;
  /** In millionths of a degree. */
  readonly longitudes: number;
  readonly latitudes: number;
  /** The lowest; Infinity when none is known. */
  readonly price: number;
}

/** Sums by cell of the viewport, in arrays: a map from cells to objects takes five times as long. */
export class ClusterSums {
  readonly grid: ClusterGrid;
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly columns: number;
  readonly rows: number;
  readonly #counts: Uint32Array;
  readonly #longitudes: Float64Array;
  readonly #latitudes: Float64Array;
  readonly #prices: Float64Array;
  /** By cell: one of its properties. */
  readonly propertyIds: (string | undefined)[];

  constructor({ grid, viewport }: Pick<ClusterQuery, 'grid' | 'viewport'>) {
    this.grid = grid;
    this.firstColumn = clusterColumn(viewport.west, grid);
    this.firstRow = clusterRow(viewport.south, grid);
    this.columns = clusterColumn(viewport.east, grid) - this.firstColumn + 1;
    this.rows = clusterRow(viewport.north, grid) - this.firstRow + 1;
    const cells = this.columns * this.rows;
    this.propertyIds = new Array<string | undefined>(cells).fill(undefined);
    this.#counts = new Uint32Array(cells);
    this.#longitudes = new Float64Array(cells);
    this.#latitudes = new Float64Array(cells);
    this.#prices = new Float64Array(cells).fill(Infinity);
  }

  cellAt(longitude: number, latitude: number): number {
    const column = clusterColumn(longitude, this.grid) - this.firstColumn;
    return (clusterRow(latitude, this.grid) - this.firstRow) * this.columns + column;
  }

  /** Returns the cell. A missing price is null or NaN. */
  add(longitude: number, latitude: number, price: number | null): number {
    const cell = this.cellAt(longitude, latitude);
    this.#counts[cell] = (this.#counts[cell] as number) + 1;
    this.#longitudes[cell] = (this.#longitudes[cell] as number) + toMicrodegrees(longitude);
    this.#latitudes[cell] = (this.#latitudes[cell] as number) + toMicrodegrees(latitude);
    if (price !== null && price < (this.#prices[cell] as number)) this.#prices[cell] = price;
    return cell;
  }

  addPart(cell: number, { count, longitudes, latitudes, price }: ClusterPart): void {
    this.#counts[cell] = (this.#counts[cell] as number) + count;
    this.#longitudes[cell] = (this.#longitudes[cell] as number) + longitudes;
    this.#latitudes[cell] = (this.#latitudes[cell] as number) + latitudes;
    if (price < (this.#prices[cell] as number)) this.#prices[cell] = price;
  }

  list(): ClusterCell[] {
    const cells: ClusterCell[] = [];
    for (const [cell, count] of this.#counts.entries()) {
      if (count === 0) continue;
      const price = this.#prices[cell] as number;
      cells.push({
        column: this.firstColumn + (cell % this.columns),
        row: this.firstRow + Math.floor(cell / this.columns),
        count,
        longitudes: this.#longitudes[cell] as number,
        latitudes: this.#latitudes[cell] as number,
        price: price === Infinity ? null : price,
        propertyId: this.propertyIds[cell] ?? '',
      });
    }
    return cells;
  }
}
