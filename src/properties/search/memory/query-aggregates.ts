import { columnAt } from '../../../criteria/columns.ts';
import type { Cell, SearchRow } from '../../../criteria/search-row.ts';
import type { ClusterCell, ClusterQuery, FacetCounts, FacetQuery } from '../aggregates.ts';
import { PRICE_COLUMN, TRANSACTION_COLUMN, TYPE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { intersectionSource } from './bitmap-intersection.ts';
import { ClusterSums } from './cluster-sums.ts';
import { buildConjuncts } from './conjuncts.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { DictionaryColumn } from './indexed-columns.ts';
import type { OpenSegment } from './open-segment.ts';
import { type OrUnsupported, openScope, type QueryScope, requireComplete, scanTails } from './query-scope.ts';
import { BLOCK_ROWS } from './row-sources.ts';
import { matchBitmap } from './scan.ts';
import { idAt } from './segment.ts';

const cellOf = (cells: SearchRow, name: string): Cell => (cells[columnAt(name).position] ?? null) as Cell;

/** Calls `each` with blocks of the rows of a segment that match. */
function eachMatch(
  view: OpenSegment,
  { tree }: QueryScope,
  each: (rows: Int32Array, count: number) => void,
): void {
  const matches = matchBitmap(view, buildConjuncts(view, tree));
  const source = intersectionSource({ clauses: [{ any: [matches] }], start: 0, end: view.segment.count });
  const block = new Int32Array(BLOCK_ROWS);
  for (let count = source(block); count > 0; count = source(block)) each(block, count);
}

/** Counts by value, from the codes of a dictionary column. */
class DictionaryCounts {
  readonly counts = new Map<string, number>();

  add(value: string, count: number): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + count);
  }

  addCell(cell: Cell | undefined, count: number): void {
    if (cell === null || cell === undefined || count === 0) return;
    if (Array.isArray(cell)) for (const value of cell) this.add(String(value), count);
    else this.add(String(cell), count);
  }

  addCodes({ cells }: DictionaryColumn, byCode: Uint32Array): void {
    for (let code = 0; code < byCode.length; code += 1) this.addCell(cells[code], byCode[code] as number);
  }
}

function countCodes({ codes }: DictionaryColumn, byCode: Uint32Array, rows: Int32Array, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const code = codes[rows[at] as number] as number;
    byCode[code] = (byCode[code] as number) + 1;
  }
}

/** The number of bounds at or below the price. */
function bandOf(bounds: Float64Array, price: number): number {
  let band = 0;
  while (band < bounds.length && price >= (bounds[band] as number)) band += 1;
  return band;
}

/** Exact counts from the bitmap of all matches: 600,000 matches take 8 ms. */
export function countFacets(
  index: IndexSnapshot,
  { criteria, priceBounds }: FacetQuery,
): OrUnsupported<FacetCounts> {
  const scope = requireComplete(openScope(index, criteria));
  if (typeof scope === 'string') return scope;
  if (scope.segments.some(({ segment }) => segment.columns[PLACE_COLUMNS.codes] === undefined))
    return 'column';
  const bounds = Float64Array.from(priceBounds);
  const bands = new Array<number>(bounds.length + 1).fill(0);
  const facets = [TYPE_COLUMN, TRANSACTION_COLUMN, PLACE_COLUMNS.codes].map((name) => ({
    name,
    counted: new DictionaryCounts(),
  }));
  let total = 0;
  const addPrice = (price: number): void => {
    if (!Number.isNaN(price)) bands[bandOf(bounds, price)] = (bands[bandOf(bounds, price)] as number) + 1;
  };
  for (const { cells } of scanTails(scope)) {
    total += 1;
    addPrice((cellOf(cells, PRICE_COLUMN) as number | null) ?? NaN);
    for (const { name, counted } of facets) counted.addCell(cellOf(cells, name), 1);
  }
  for (const view of scope.segments) {
    const prices = view.numericValues(PRICE_COLUMN);
    const columns = facets.map(({ name, counted }) => {
      const column = view.dictionaryColumn(name);
      return { column, counted, byCode: new Uint32Array(column.cells.length) };
    });
    eachMatch(view, scope, (rows, count) => {
      total += count;
      for (const { column, byCode } of columns) countCodes(column, byCode, rows, count);
      for (let at = 0; at < count; at += 1) addPrice(prices[rows[at] as number] as number);
    });
    for (const { column, counted, byCode } of columns) counted.addCodes(column, byCode);
  }
  const [types, transactions, divisions] = facets.map(({ counted }) => counted.counts) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  return { total, types, transactions, bands, divisions };
}

export function findClusters(index: IndexSnapshot, query: ClusterQuery): OrUnsupported<ClusterCell[]> {
  const scope = requireComplete(openScope(index, query.criteria));
  if (typeof scope === 'string') return scope;
  const sums = new ClusterSums(query);
  for (const { id, cells } of scanTails(scope)) {
    const [longitude, latitude] = [
      cellOf(cells, PLACE_COLUMNS.longitude),
      cellOf(cells, PLACE_COLUMNS.latitude),
    ];
    const cell = sums.add(
      longitude as number,
      latitude as number,
      cellOf(cells, PRICE_COLUMN) as number | null,
    );
    sums.propertyIds[cell] ??= id;
  }
  for (const view of scope.segments) {
    const { segment } = view;
    const [longitudes, latitudes, prices] = [
      view.numericValues(PLACE_COLUMNS.longitude),
      view.numericValues(PLACE_COLUMNS.latitude),
      view.numericValues(PRICE_COLUMN),
    ];
    eachMatch(view, scope, (rows, count) => {
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number;
        const cell = sums.add(longitudes[row] as number, latitudes[row] as number, prices[row] as number);
        sums.propertyIds[cell] ??= idAt(segment, row);
      }
    });
  }
  return sums.list();
}
