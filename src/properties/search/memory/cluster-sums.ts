import type { ClusterCell, ClusterQuery } from '../aggregates.ts';
import { clusterColumn, clusterRow, toMicrodegrees } from '../clusters.ts';

/** Sums by cell of the viewport, in arrays: a map from cells to objects takes five times as long. */
export class ClusterSums {
  readonly #grid: ClusterQuery['grid'];
  readonly #firstColumn: number;
  readonly #firstRow: number;
  readonly #columns: number;
  readonly #counts: Uint32Array;
  readonly #longitudes: Float64Array;
  readonly #latitudes: Float64Array;
  readonly #prices: Float64Array;
  /** By cell: one of its properties. */
  readonly propertyIds: (string | undefined)[];

  constructor({ grid, viewport }: Pick<ClusterQuery, 'grid' | 'viewport'>) {
    this.#grid = grid;
    this.#firstColumn = clusterColumn(viewport.west, grid);
    this.#firstRow = clusterRow(viewport.south, grid);
    this.#columns = clusterColumn(viewport.east, grid) - this.#firstColumn + 1;
    const cells = this.#columns * (clusterRow(viewport.north, grid) - this.#firstRow + 1);
    this.propertyIds = new Array<string | undefined>(cells).fill(undefined);
    this.#counts = new Uint32Array(cells);
    this.#longitudes = new Float64Array(cells);
    this.#latitudes = new Float64Array(cells);
    this.#prices = new Float64Array(cells).fill(Infinity);
  }

  /** Returns the cell. A missing price is null or NaN. */
  add(longitude: number, latitude: number, price: number | null): number {
    const column = clusterColumn(longitude, this.#grid) - this.#firstColumn;
    const cell = (clusterRow(latitude, this.#grid) - this.#firstRow) * this.#columns + column;
    this.#counts[cell] = (this.#counts[cell] as number) + 1;
    this.#longitudes[cell] = (this.#longitudes[cell] as number) + toMicrodegrees(longitude);
    this.#latitudes[cell] = (this.#latitudes[cell] as number) + toMicrodegrees(latitude);
    if (price !== null && price < (this.#prices[cell] as number)) this.#prices[cell] = price;
    return cell;
  }

  list(): ClusterCell[] {
    const cells: ClusterCell[] = [];
    for (const [cell, count] of this.#counts.entries()) {
      if (count === 0) continue;
      const price = this.#prices[cell] as number;
      cells.push({
        column: this.#firstColumn + (cell % this.#columns),
        row: this.#firstRow + Math.floor(cell / this.#columns),
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
