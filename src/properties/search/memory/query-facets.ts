import { partitionPoint } from '../../../lib/lower-bound.ts';
import type { FacetCounts, FacetQuery } from '../aggregates.ts';
import { PRICE_COLUMN, TRANSACTION_COLUMN, TYPE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { type Bitmap, countBits } from './bitmap-cache.ts';
import { cellOf, eachRow } from './each-match.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { DictionaryColumn } from './indexed-columns.ts';
import type { OpenSegment, RowPermutation } from './open-segment.ts';
import { type OrUnsupported, openScope, type QueryScope, requireComplete, scanTails } from './query.ts';
import { buildConjuncts, matchBitmap } from './scan.ts';

type Counts = Map<string, number>;

const addCount = (counts: Counts, value: string, count: number): void =>
  void counts.set(value, (counts.get(value) ?? 0) + count);

/** One loop for all columns: each place of the code reads arrays of one width, which takes half the time. */
function countCodes(
  [types, transactions, places]: readonly [CodeCounts, CodeCounts, CodeCounts],
  rows: Int32Array,
  count: number,
): void {
  const [typeCodes, byType] = [types.column.codes, types.byCode];
  const [transactionCodes, byTransaction] = [transactions.column.codes, transactions.byCode];
  const [placeCodes, byPlace] = [places.column.codes, places.byCode];
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number;
    const type = typeCodes[row] as number;
    byType[type] = (byType[type] as number) + 1;
    const transaction = transactionCodes[row] as number;
    byTransaction[transaction] = (byTransaction[transaction] as number) + 1;
    const place = placeCodes[row] as number;
    byPlace[place] = (byPlace[place] as number) + 1;
  }
}

/** Adds one to the band of each known price: the number of bounds at or below it. */
function countBands({ bands, bounds }: PriceBands, prices: ArrayLike<number>, rows: Int32Array): void {
  for (let at = 0; at < rows.length; at += 1) {
    const price = prices[rows[at] as number] as number;
    if (Number.isNaN(price)) continue;
    let [low, high] = [0, bounds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((bounds[middle] as number) <= price) low = middle + 1;
      else high = middle;
    }
    bands[low] = (bands[low] as number) + 1;
  }
}

interface PriceBands {
  readonly bounds: Float64Array;
  readonly bands: Float64Array;
}

/** The numbers of the divisions of each distinct list of codes, computed once for a segment. */
const divisionNumbers = new WeakMap<OpenSegment, readonly (readonly number[])[]>();

function listDivisions(view: OpenSegment): readonly (readonly number[])[] {
  const known = divisionNumbers.get(view);
  if (known !== undefined) return known;
  const { cells } = view.dictionaryColumn(PLACE_COLUMNS.codes);
  const lists = cells.map((cell) =>
    ((cell ?? []) as readonly string[]).map((code) => view.numberOfCode(code) ?? 0),
  );
  divisionNumbers.set(view, lists);
  return lists;
}

/** Exact counts from the bitmap of all matches. */
export function countFacets(index: IndexSnapshot, query: FacetQuery): OrUnsupported<FacetCounts> {
  const scope = requireComplete(openScope(index, query.criteria));
  if (typeof scope === 'string') return scope;
  if (scope.segments.some(({ segment }) => segment.columns[PLACE_COLUMNS.codes] === undefined))
    return 'column';
  const bounds = Float64Array.from(query.priceBounds);
  const sums: FacetSums = {
    total: 0,
    types: new Map(),
    transactions: new Map(),
    divisions: new Map(),
    isCounted: query.isCounted,
    bounds,
    bands: new Float64Array(bounds.length + 1),
  };
  countTails(sums, scope);
  for (const view of scope.segments) countSegment(sums, view, scope);
  const { total, types, transactions, divisions, bands } = sums;
  return { total, types, transactions, divisions, bands: [...bands] };
}

interface FacetSums extends PriceBands, Pick<FacetQuery, 'isCounted'> {
  total: number;
  readonly types: Counts;
  readonly transactions: Counts;
  readonly divisions: Counts;
}

function countTails(sums: FacetSums, scope: QueryScope): void {
  for (const { cells } of scanTails(scope)) {
    sums.total += 1;
    countBands(sums, [(cellOf(cells, PRICE_COLUMN) as number | null) ?? NaN], FIRST_ROW);
    const [type, transaction] = [cellOf(cells, TYPE_COLUMN), cellOf(cells, TRANSACTION_COLUMN)];
    if (type !== null) addCount(sums.types, String(type), 1);
    if (transaction !== null) addCount(sums.transactions, String(transaction), 1);
    for (const code of (cellOf(cells, PLACE_COLUMNS.codes) ?? []) as readonly string[])
      if (sums.isCounted(code)) addCount(sums.divisions, code, 1);
  }
}

const FIRST_ROW = new Int32Array(1);

function countSegment(sums: FacetSums, view: OpenSegment, scope: QueryScope): void {
  const matches = matchBitmap(view, buildConjuncts(view, scope.tree));
  const found = countBits(matches);
  sums.total += found;
  const isMany = found > view.segment.count * MIN_WHOLE_SHARE;
  const prices = view.numericValues(PRICE_COLUMN);
  const columns = [TYPE_COLUMN, TRANSACTION_COLUMN, PLACE_COLUMNS.codes].map((name) => {
    const column = view.dictionaryColumn(name);
    return { column, byCode: new Uint32Array(column.cells.length) };
  }) as [CodeCounts, CodeCounts, CodeCounts];
  eachRow(view, matches, (rows, count) => {
    countCodes(columns, rows, count);
    if (!isMany) countBands(sums, prices, rows.subarray(0, count));
  });
  if (isMany) countBandsInOrder(sums, view, matches);
  const [types, transactions, places] = columns;
  addValues(sums.types, types);
  addValues(sums.transactions, transactions);
  addDivisions(sums, view, places.byCode);
}

/** Of more matches a step through the whole segment is faster than the search for the band of each. */
const MIN_WHOLE_SHARE = 1 / 8;

interface CodeCounts {
  readonly column: DictionaryColumn;
  readonly byCode: Uint32Array;
}

function addValues(counts: Counts, { column: { cells }, byCode }: CodeCounts): void {
  for (const [code, count] of byCode.entries()) {
    const cell = cells[code] ?? null;
    if (cell !== null && count > 0) addCount(counts, String(cell), count);
  }
}

/** The rows of a band are neighbours in the order by price. */
function countBandsInOrder({ bands, bounds }: PriceBands, view: OpenSegment, matches: Bitmap): void {
  const { rows, known } = view.segment.permutations.PRICE as RowPermutation;
  const prices = view.numericValues(PRICE_COLUMN);
  for (let band = 0, from = 0; band < bands.length; band += 1) {
    const bound = bounds[band] ?? Infinity;
    const to = partitionPoint(from, known, (at) => (prices[rows[at] as number] as number) < bound);
    bands[band] = (bands[band] as number) + countMatches(matches, rows, from, to);
    from = to;
  }
}

/** Without a branch for each row: half of them would be predicted wrongly. */
function countMatches(matches: Bitmap, rows: Uint32Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const row = rows[at] as number;
    count += ((matches[row >>> 5] as number) >>> (row & 31)) & 1;
  }
  return count;
}

function addDivisions({ divisions, isCounted }: FacetSums, view: OpenSegment, byCode: Uint32Array): void {
  const byNumber = new Uint32Array(view.segment.codes.length);
  for (const [code, numbers] of listDivisions(view).entries()) {
    const count = byCode[code] as number;
    if (count === 0) continue;
    for (const number of numbers) byNumber[number] = (byNumber[number] as number) + count;
  }
  const { codes } = view.segment;
  for (const number of listCounted(view, isCounted)) {
    const count = byNumber[number] as number;
    if (count > 0) addCount(divisions, codes[number] as string, count);
  }
}

type IsCounted = FacetQuery['isCounted'];

/** The numbers of the codes that are counted, found once for a segment. */
const countedNumbers = new WeakMap<OpenSegment, WeakMap<IsCounted, Uint32Array>>();

function listCounted(view: OpenSegment, isCounted: IsCounted): Uint32Array {
  const known = countedNumbers.get(view) ?? new WeakMap<IsCounted, Uint32Array>();
  countedNumbers.set(view, known);
  const { codes } = view.segment;
  const numbers =
    known.get(isCounted) ?? Uint32Array.from(codes.keys()).filter((at) => isCounted(codes[at] as string));
  known.set(isCounted, numbers);
  return numbers;
}
