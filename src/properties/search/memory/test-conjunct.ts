import { columnsOf } from '../../../catalogue/filters.ts';
import { cellReader, columnAt } from '../../../criteria/columns.ts';
import type { CellReaderFactory, RowTest as CellTest } from '../../../criteria/kinds/kind.ts';
import { kindOf } from '../../../criteria/kinds/kinds.ts';
import type { Cell, SearchRow } from '../../../criteria/search-row.ts';
import type { Test, TestOf } from '../../../criteria/tree.ts';
import { TRANSACTION_COLUMN, TYPE_COLUMN } from '../filter-column.ts';
import { sortColumns } from '../layout.ts';
import { type Bitmap, setBit } from './bitmap-cache.ts';
import type { BitmapClause } from './bitmap-intersection.ts';
import {
  allFilter,
  maskFilter,
  predicateFilter,
  rangeFilter,
  rangeOrMissingFilter,
} from './block-filters.ts';
import { COST_WEIGHTS, type Conjunct, dictionaryConjunct } from './conjunct.ts';
import { cellAt } from './indexed-columns.ts';
import { type OpenSegment, rowBefore } from './open-segment.ts';
import { phraseConjuncts } from './phrase-conjunct.ts';
import { type KindFilter, placeConjuncts } from './place-conjunct.ts';
import type { QuantileBitmaps } from './quantile-bitmaps.ts';

/** The conjuncts of one test on the property. Tests without a specialised form use the predicate of their kind. */
export function testConjuncts(view: OpenSegment, test: Test, kinds: KindFilter): Conjunct[] {
  if (test.kind === 'places') return placeConjuncts(view, test, kinds);
  if (test.kind === 'phrases') return phraseConjuncts(view, test.filter.column, test.operand);
  if (test.kind === 'features') return [featureConjunct(view, test)];
  if (test.kind === 'range') return [rangeConjunct(view, test)];
  if (test.kind === 'time') return [timeConjunct(view, test)];
  const [column, ...others] = columnsOf(test.filter);
  if (column !== undefined && others.length === 0 && view.column(column).form === 'dictionary')
    return [{ ...dictionaryConjunct(view, { name: column }, compileCellTest(test)), isKind: isKind(test) }];
  const rowTest = () => buildRowTest(view, (cells) => compileTest(test, cells));
  return [
    {
      filter: () => predicateFilter(rowTest()),
      weight: COST_WEIGHTS.other,
      // 80 ns a row, once: such conditions, as energy classes, have few distinct operands.
      bitmapClauses: () => [{ any: [testBitmap(view, test, rowTest())] }],
    },
  ];
}

const testBitmap = (view: OpenSegment, { filter, operand }: Test, holds: (row: number) => boolean): Bitmap =>
  view.cachedBitmap(`${filter.path} ${JSON.stringify(operand)}`, (bits) => {
    for (let row = 0; row < view.segment.count; row += 1) if (holds(row)) setBit(bits, row);
  });

export const compileTest = ({ kind, filter, operand }: Test, cells: CellReaderFactory = cellReader) =>
  kindOf(kind).matches(operand, filter, cells);

/** Posting lists of places are split by transaction and type, which makes these tests redundant. */
const isKind = (test: Test): boolean =>
  test.kind === 'set' && (test.filter.column === TRANSACTION_COLUMN || test.filter.column === TYPE_COLUMN);

/** A test of one column as a predicate on its cell. */
export function compileCellTest(test: Test): (cell: Cell) => boolean {
  let current: Cell = null;
  const matches = compileTest(test, () => () => current);
  return (cell) => {
    current = cell;
    return matches([], 0);
  };
}

function rangeConjunct(view: OpenSegment, { filter, operand }: TestOf<'range'>): Conjunct {
  const column = view.column(filter.column);
  if (column.form !== 'numeric') throw new Error(`${filter.column} is not numeric`);
  const { gte = -Infinity, lte = Infinity, orMissing = false } = operand;
  return {
    filter: () => (orMissing ? rangeOrMissingFilter : rangeFilter)(column.values, gte, lte),
    weight: COST_WEIGHTS.number,
    coarseClauses: () => rangeClauses(view.quantileBitmaps(filter.column), { gte, lte, orMissing }),
  };
}

/** The nearest quantiles outside the bounds. Missing values are quantiles no quantile. */
function rangeClauses(quantiles: QuantileBitmaps, { gte, lte, orMissing }: Bounds): BitmapClause[] {
  const tooLow = quantiles.subsetBelow(gte);
  const notTooHigh = orMissing ? undefined : quantiles.supersetUpTo(lte);
  return [
    ...(tooLow ? [{ any: [tooLow], isExcluded: true }] : []),
    ...(notTooHigh ? [{ any: [notTooHigh] }] : []),
  ];
}

interface Bounds {
  readonly gte: number;
  readonly lte: number;
  readonly orMissing: boolean;
}

const MICROSECONDS = 1_000;

/** Rows are sorted by the content clock: a time range is a range of rows. */
function timeConjunct(view: OpenSegment, { filter, operand }: TestOf<'time'>): Conjunct {
  const column = view.column(filter.column);
  if (column.form !== 'numeric') throw new Error(`${filter.column} is not a time column`);
  const { from = -Infinity, to = Infinity } = operand;
  // Times are whole milliseconds: `< to` is `<= to - 1`.
  const plain = { filter: () => rangeFilter(column.values, from, to - 1), weight: COST_WEIGHTS.number };
  if (filter.column !== sortColumns.UPDATED_AT) return plain;
  const [first, last] = [
    rowBefore(view.segment, to * MICROSECONDS),
    rowBefore(view.segment, from * MICROSECONDS),
  ];
  return { ...plain, range: [first, last] };
}

function featureConjunct(view: OpenSegment, { filter, operand }: TestOf<'features'>): Conjunct {
  const [has, denied] = [view.column(filter.column), view.column(filter.deniedColumn)];
  if (has.form !== 'bitmask' || denied.form !== 'bitmask')
    throw new Error(`${filter.column} is not a bitmask`);
  const bitsIn = (values: readonly string[] = []) =>
    values.map((value) => filter.vocabulary.values.indexOf(value));
  const maskOf = (bits: readonly number[]) => bits.reduce((mask, bit) => mask | (1 << bit), 0);
  const [wanted, unwanted, notDenied] = [
    bitsIn(operand.in),
    bitsIn(operand.nin),
    bitsIn(operand.inOrMissing),
  ];
  const filters = () => [
    maskFilter(has.values, { all: maskOf(wanted), none: maskOf(unwanted) }),
    ...(notDenied.length === 0 ? [] : [maskFilter(denied.values, { all: 0, none: maskOf(notDenied) })]),
  ];
  return {
    filter: () => allFilter(filters()),
    weight: COST_WEIGHTS.number,
    bitmapClauses: () => [
      ...wanted.map((bit) => ({ any: [view.maskBitmap(filter.column, bit)] })),
      ...unwanted.map((bit) => ({ any: [view.maskBitmap(filter.column, bit)], isExcluded: true })),
      ...notDenied.map((bit) => ({ any: [view.maskBitmap(filter.deniedColumn, bit)], isExcluded: true })),
    ],
  };
}

const NO_PROPERTY: SearchRow = [];

/** Cells of the current row: the predicates of the criteria read a segment as they read a property. */
function cellsOf(view: OpenSegment, current: { row: number }): CellReaderFactory {
  return (name) => {
    const column = view.column(name);
    const starts = view.segment.subjects[columnAt(name).column.scope];
    if (starts === undefined) return () => cellAt(column, current.row);
    return (_, at) => cellAt(column, (starts[current.row] as number) + at);
  };
}

/** A condition on the property as its filter kind evaluates it. */
function buildRowTest(
  view: OpenSegment,
  matches: (cells: CellReaderFactory) => CellTest,
): (row: number) => boolean {
  const current = { row: 0 };
  const test = matches(cellsOf(view, current));
  return (row) => {
    current.row = row;
    return test(NO_PROPERTY, 0);
  };
}

/** Whether one publisher, listing or change passes every test. */
export function buildSubjectTest(
  view: OpenSegment,
  starts: Uint32Array,
  matches: readonly ((cells: CellReaderFactory) => CellTest)[],
): (row: number) => boolean {
  const current = { row: 0 };
  const cells = cellsOf(view, current);
  const tests = matches.map((match) => match(cells));
  return (row) => {
    current.row = row;
    const count = (starts[row + 1] as number) - (starts[row] as number);
    for (let at = 0; at < count; at += 1) if (tests.every((test) => test(NO_PROPERTY, at))) return true;
    return false;
  };
}
