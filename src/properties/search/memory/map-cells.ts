import { buildClusterGrid, clusterColumn, clusterRow, toMicrodegrees } from '../clusters.ts';
import { PRICE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import type { IndexedColumn } from './indexed-columns.ts';
import { allocateShared } from './posting-lists.ts';

/** Cells of about 400 m. Columns and rows have 16 bits each, so a key has 32. */
export const MAP_CELL_ZOOM = 14;
export const mapCellGrid = buildClusterGrid(MAP_CELL_ZOOM);

/**
 * Rows of known position by cell of the map, in Z-order: the cells within a cell of a lower zoom are adjacent, so a
 * cluster is one range. Rows at longitude 180 or latitude 90 are in no viewport and left out.
 */
export interface MapCells {
  /** The Z-order keys of the cells that have rows, ascending. */
  readonly keys: Uint32Array;
  /** The position of the first row of each cell; one entry more than keys. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  /** In the order of `rows`, in millionths of a degree: read one after another, they take a tenth of the time. */
  readonly rowLongitudes: Int32Array;
  readonly rowLatitudes: Int32Array;
  readonly rowPrices: Float64Array;
  /** By cell: sums in millionths of a degree over all rows, also those with tombstones. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** By cell: the lowest price; Infinity when none is known. */
  readonly prices: Float64Array;
}

/** Spreads 16 bits to the even positions. */
function spreadBits(value: number): number {
  let bits = (value | (value << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function gatherBits(value: number): number {
  let bits = value & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}

/** The Z-order key of a cell at `MAP_CELL_ZOOM`. */
export const mapCellKey = (column: number, row: number): number =>
  (spreadBits(column) | (spreadBits(row) << 1)) >>> 0;
export const columnOfKey = (key: number): number => gatherBits(key);
export const rowOfKey = (key: number): number => gatherBits(key >>> 1);

export const mapCellKeyAt = (longitude: number, latitude: number): number =>
  mapCellKey(clusterColumn(longitude, mapCellGrid), clusterRow(latitude, mapCellGrid));

/** The columns of a segment that clusters read. */
export interface MapColumns {
  readonly longitudes: ArrayLike<number>;
  readonly latitudes: ArrayLike<number>;
  readonly prices: ArrayLike<number>;
}

export function buildMapCells(columns: Readonly<Record<string, IndexedColumn>>): MapCells {
  const [longitudes, latitudes, prices] = [PLACE_COLUMNS.longitude, PLACE_COLUMNS.latitude, PRICE_COLUMN].map(
    (name) => {
      const column = columns[name];
      return column?.form === 'numeric' ? column.values : new Float64Array(0);
    },
  ) as [Float64Array, Float64Array, Float64Array];
  return sumCells(sortByCell(longitudes, latitudes), { longitudes, latitudes, prices });
}

/** Pairs of row and key, sorted by key, then row. As 64-bit numbers they are sorted without a callback. */
function sortByCell(longitudes: ArrayLike<number>, latitudes: ArrayLike<number>): Uint32Array {
  const pairs = new BigUint64Array(longitudes.length);
  const words = new Uint32Array(pairs.buffer);
  let count = 0;
  for (let row = 0; row < longitudes.length; row += 1) {
    const [longitude, latitude] = [longitudes[row] as number, latitudes[row] as number];
    if (!(longitude < 180 && latitude < 90)) continue;
    words[2 * count] = row;
    words[2 * count + 1] = mapCellKeyAt(longitude, latitude);
    count += 1;
  }
  pairs.subarray(0, count).sort();
  return words.subarray(0, 2 * count);
}

function sumCells(pairs: Uint32Array, columns: MapColumns): MapCells {
  const count = pairs.length / 2;
  let cellCount = 0;
  for (let at = 0; at < count; at += 1)
    if (at === 0 || pairs[2 * at + 1] !== pairs[2 * at - 1]) cellCount += 1;
  const cells: MapCells = {
    keys: new Uint32Array(allocateShared(4 * cellCount)),
    starts: new Uint32Array(allocateShared(4 * (cellCount + 1))),
    rows: new Uint32Array(allocateShared(4 * count)),
    rowLongitudes: new Int32Array(allocateShared(4 * count)),
    rowLatitudes: new Int32Array(allocateShared(4 * count)),
    rowPrices: new Float64Array(allocateShared(8 * count)),
    longitudes: new Float64Array(allocateShared(8 * cellCount)),
    latitudes: new Float64Array(allocateShared(8 * cellCount)),
    prices: new Float64Array(allocateShared(8 * cellCount)).fill(Infinity),
  };
  const { keys, starts, rows, rowLongitudes, rowLatitudes, rowPrices } = cells;
  let cell = -1;
  for (let at = 0; at < count; at += 1) {
    const [row, key] = [pairs[2 * at] as number, pairs[2 * at + 1] as number];
    if (cell < 0 || keys[cell] !== key) {
      cell += 1;
      keys[cell] = key;
      starts[cell] = at;
    }
    rows[at] = row;
    rowLongitudes[at] = toMicrodegrees(columns.longitudes[row] as number);
    rowLatitudes[at] = toMicrodegrees(columns.latitudes[row] as number);
    rowPrices[at] = columns.prices[row] as number;
    addRow(cells, cell, at);
  }
  starts[cellCount] = count;
  return cells;
}

function addRow(cells: MapCells, cell: number, at: number): void {
  const { longitudes, latitudes, prices } = cells;
  longitudes[cell] = (longitudes[cell] as number) + (cells.rowLongitudes[at] as number);
  latitudes[cell] = (latitudes[cell] as number) + (cells.rowLatitudes[at] as number);
  const price = cells.rowPrices[at] as number;
  if (price < (prices[cell] as number)) prices[cell] = price;
}
