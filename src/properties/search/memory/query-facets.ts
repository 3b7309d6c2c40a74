import type { FacetCounts, FacetQuery } from '../aggregates.ts';
import { PRICE_COLUMN, TRANSACTION_COLUMN, TYPE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { cellOf, eachMatch } from './each-match.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { DictionaryColumn } from './indexed-columns.ts';
import type { OpenSegment } from './open-segment.ts';
import { type OrUnsupported, openScope, type QueryScope, requireComplete, scanTails } from './query.ts';

type Counts = Map<string, number>;

const addCount = (counts: Counts, value: string, count: number): void =>
  void counts.set(value, (counts.get(value) ?? 0) + count);

function countCodes({ codes }: DictionaryColumn, byCode: Uint32Array, rows: Int32Array, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const code = codes[rows[at] as number] as number;
    byCode[code] = (byCode[code] as number) + 1;
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
  const prices = view.numericValues(PRICE_COLUMN);
  const [types, transactions, places] = [TYPE_COLUMN, TRANSACTION_COLUMN, PLACE_COLUMNS.codes].map((name) => {
    const column = view.dictionaryColumn(name);
    return { column, byCode: new Uint32Array(column.cells.length) };
  }) as [CodeCounts, CodeCounts, CodeCounts];
  eachMatch(view, scope, (rows, count) => {
    sums.total += count;
    for (const { column, byCode } of [types, transactions, places]) countCodes(column, byCode, rows, count);
    countBands(sums, prices, rows.subarray(0, count));
  });
  addValues(sums.types, types);
  addValues(sums.transactions, transactions);
  addDivisions(sums, view, places.byCode);
}

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

function addDivisions({ divisions, isCounted }: FacetSums, view: OpenSegment, byCode: Uint32Array): void {
  const byNumber = new Uint32Array(view.segment.codes.length);
  for (const [code, numbers] of listDivisions(view).entries()) {
    const count = byCode[code] as number;
    if (count === 0) continue;
    for (const number of numbers) byNumber[number] = (byNumber[number] as number) + count;
  }
  const { codes } = view.segment;
  for (const [number, count] of byNumber.entries())
    if (count > 0 && isCounted(codes[number] as string)) addCount(divisions, codes[number] as string, count);
}
