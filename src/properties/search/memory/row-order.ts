import { columnAt } from '../../../criteria/columns.ts';
import { partitionPoint } from '../../../lib/lower-bound.ts';
import { sortColumns } from '../layout.ts';
import { compareSortKeys, isTimeOrder, type SortKey, type SortOrder, type SortPosition } from '../order.ts';
import { type Bitmap, hasBit } from './bitmap-cache.ts';
import { intersectionSource } from './bitmap-intersection.ts';
import { BLOCK_ROWS } from './block-filters.ts';
import { STORED_ORDER } from './build-permutations.ts';
import { compareId, type IndexRow, idAt, idWords, type Segment } from './open-segment.ts';

/** Columns of times are in milliseconds, sort keys in microseconds. */
const MICROSECONDS = 1_000;

/** The rows of a segment in some order. */
export interface RowOrder {
  rowAt(position: number): number;
  keyAt(row: number): SortKey;
}

/** Undefined when the segment lacks the column. */
export function openRowOrder(segment: Segment, order: SortOrder): RowOrder | undefined {
  const { count, moments, permutations, columns } = segment;
  const { field, direction } = order;
  if (field === STORED_ORDER)
    return {
      keyAt: (row) => moments[row] as number,
      rowAt: direction === 'DESC' ? (position) => position : (position) => count - 1 - position,
    };
  const permutation = permutations[field];
  const column = columns[sortColumns[field]];
  if (permutation === undefined || column?.form !== 'numeric') return undefined;
  const { values } = column;
  const { rows, known } = permutation;
  const scale = isTimeOrder(order) ? MICROSECONDS : 1;
  return {
    keyAt(row) {
      const value = values[row] as number;
      return Number.isNaN(value) ? null : value * scale;
    },
    rowAt:
      direction === 'ASC'
        ? (position) => rows[position] as number
        : (position) => rows[(position < known ? known : count + known) - 1 - position] as number,
  };
}

/** The sort key of a row of the tail. */
export function tailKey({ moment, cells }: IndexRow, order: SortOrder): SortKey {
  if (order.field === STORED_ORDER) return moment;
  const value = (cells[columnAt(sortColumns[order.field]).position] ?? null) as SortKey;
  return value === null || !isTimeOrder(order) ? value : value * MICROSECONDS;
}

export interface OrderedMatches {
  readonly segment: Segment;
  readonly order: SortOrder;
  readonly rowOrder: RowOrder;
  readonly matches: Bitmap;
  /** The number of matches. */
  readonly total: number;
}

/** So few matches are sorted: faster than to step through all rows (1.5 ns each) in search of them. */
const MAX_SORTED_ROWS = 1_000;
const MAX_SORTED_SHARE = 1 / 8;

/** The first matches in order, after a position if one is given. */
export function firstInOrder(found: OrderedMatches, limit: number, after?: SortPosition): number[] {
  if (limit === 0 || found.total === 0) return [];
  return found.total <= Math.min(MAX_SORTED_ROWS, found.segment.count * MAX_SORTED_SHARE)
    ? sortMatches(found, after).slice(0, limit)
    : stepThroughOrder(found, limit, after);
}

function stepThroughOrder(found: OrderedMatches, limit: number, after: SortPosition | undefined): number[] {
  const { segment, rowOrder, matches } = found;
  const { count } = segment;
  const isBefore = after && rowComparer(found, after);
  const start =
    isBefore === undefined
      ? 0
      : partitionPoint(0, count, (position) => isBefore(rowOrder.rowAt(position)) <= 0);
  const rows: number[] = [];
  for (let position = start; position < count && rows.length < limit; position += 1) {
    const row = rowOrder.rowAt(position);
    if (hasBit(matches, row)) rows.push(row);
  }
  return rows;
}

/** Compares a row with a position, in order. */
function rowComparer({ segment, order, rowOrder }: OrderedMatches, { key, id }: SortPosition) {
  const words = idWords(id);
  const compareKeys = compareSortKeys(order.direction);
  const sign = order.direction === 'DESC' ? -1 : 1;
  return (row: number): number =>
    compareKeys(rowOrder.keyAt(row), key) || sign * compareId(segment, row, words);
}

function sortMatches(found: OrderedMatches, after: SortPosition | undefined): number[] {
  const { segment, order, rowOrder, matches } = found;
  const compareKeys = compareSortKeys(order.direction);
  const sign = order.direction === 'DESC' ? -1 : 1;
  const rows = listRows(segment, matches);
  const isBefore = after && rowComparer(found, after);
  const left = isBefore === undefined ? rows : rows.filter((row) => isBefore(row) > 0);
  return left.sort(
    (one, other) =>
      compareKeys(rowOrder.keyAt(one), rowOrder.keyAt(other)) ||
      (idAt(segment, one) < idAt(segment, other) ? -sign : sign),
  );
}

/** The rows whose bit is set, ascending. */
function listRows({ count }: Segment, matches: Bitmap): number[] {
  const source = intersectionSource({ clauses: [{ any: [matches] }], start: 0, end: count });
  const block = new Int32Array(BLOCK_ROWS);
  const rows: number[] = [];
  for (let size = source(block); size > 0; size = source(block))
    for (let at = 0; at < size; at += 1) rows.push(block[at] as number);
  return rows;
}
