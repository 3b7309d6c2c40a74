import { columnsOf } from '../../../catalogue/filters.ts';
import { cellReader } from '../../../criteria/columns.ts';
import type { CellReaderFactory } from '../../../criteria/kinds/kind.ts';
import { kindOf } from '../../../criteria/kinds/kinds.ts';
import type { Cell } from '../../../criteria/search-row.ts';
import type { Test, TestOf } from '../../../criteria/tree.ts';
import { sortColumns } from '../layout.ts';
import type { BitmapClause } from './bitmap-intersection.ts';
import {
  allFilter,
  maskFilter,
  predicateFilter,
  rangeFilter,
  rangeOrMissingFilter,
} from './block-filters.ts';
import { COST_WEIGHTS, type Conjunct, dictionaryConjunct } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import { phraseConjuncts } from './phrase-conjunct.ts';
import { TRANSACTION_COLUMN, TYPE_COLUMN } from './place-columns.ts';
import { type KindFilter, placeConjuncts } from './place-conjunct.ts';
import type { QuantileBitmaps } from './quantile-bitmaps.ts';
import { buildRowTest } from './row-cells.ts';
import { rowBefore } from './segment.ts';

/** What one test of the property asks of the rows of a segment. What has no form of its own is judged by its kind. */
export function testConjuncts(view: OpenSegment, test: Test, kinds: KindFilter): Conjunct[] {
  if (test.kind === 'places') return placeConjuncts(view, test, kinds);
  if (test.kind === 'phrases') return phraseConjuncts(view, test.filter.column, test.operand);
  if (test.kind === 'features') return [featureConjunct(view, test)];
  if (test.kind === 'range') return [rangeConjunct(view, test)];
  if (test.kind === 'time') return [timeConjunct(view, test)];
  const [column, ...others] = columnsOf(test.filter);
  if (column !== undefined && others.length === 0 && view.column(column).form === 'coded')
    return [{ ...dictionaryConjunct(view, { name: column }, compileCellTest(test)), isKind: isKind(test) }];
  return [
    {
      filter: () => predicateFilter(buildRowTest(view, (cells) => compileTest(test, cells))),
      weight: COST_WEIGHTS.other,
    },
  ];
}

export const compileTest = ({ kind, filter, operand }: Test, cells: CellReaderFactory = cellReader) =>
  kindOf(kind).matches(operand, filter, cells);

/** Lists of places are kept by transaction and type: whoever looks in the right ones need not ask. */
export const isKind = (test: Test): boolean =>
  test.kind === 'set' && (test.filter.column === TRANSACTION_COLUMN || test.filter.column === TYPE_COLUMN);

/** A test of one column as a question about its cell. */
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
  if (column.form !== 'figures') throw new Error(`${filter.column} holds no figures`);
  const { gte = -Infinity, lte = Infinity, orMissing = false } = operand;
  return {
    filter: () => (orMissing ? rangeOrMissingFilter : rangeFilter)(column.values, gte, lte),
    weight: COST_WEIGHTS.figure,
    coarseClauses: () => rangeClauses(view.quantileBitmaps(filter.column), { gte, lte, orMissing }),
  };
}

/** By the marks next to the bounds, outside of them. What is not known is below none. */
function rangeClauses(below: QuantileBitmaps, { gte, lte, orMissing }: Bounds): BitmapClause[] {
  const tooLow = below.subsetBelow(gte);
  const notTooHigh = orMissing ? undefined : below.supersetUpTo(lte);
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

/** Rows stand in the order of the content clock: a span of it is a stretch of rows. */
function timeConjunct(view: OpenSegment, { filter, operand }: TestOf<'time'>): Conjunct {
  const column = view.column(filter.column);
  if (column.form !== 'figures') throw new Error(`${filter.column} holds no moments`);
  const { from = -Infinity, to = Infinity } = operand;
  // Moments are whole milliseconds: before one is up to the one before it.
  const plain = { filter: () => rangeFilter(column.values, from, to - 1), weight: COST_WEIGHTS.figure };
  if (filter.column !== sortColumns.UPDATED_AT) return plain;
  const [first, last] = [
    rowBefore(view.segment, to * MICROSECONDS),
    rowBefore(view.segment, from * MICROSECONDS),
  ];
  return { ...plain, range: [first, last] };
}

function featureConjunct(view: OpenSegment, { filter, operand }: TestOf<'features'>): Conjunct {
  const [has, denied] = [view.column(filter.column), view.column(filter.deniedColumn)];
  if (has.form !== 'masks' || denied.form !== 'masks') throw new Error(`${filter.column} is no mask`);
  const bitsIn = (values: readonly string[] = []) =>
    values.map((value) => filter.vocabulary.values.indexOf(value));
  const maskOf = (bits: readonly number[]) => bits.reduce((mask, bit) => mask | (1 << bit), 0);
  const [wanted, unwanted, undenied] = [bitsIn(operand.in), bitsIn(operand.nin), bitsIn(operand.inOrMissing)];
  const sifts = () => [
    maskFilter(has.values, { all: maskOf(wanted), none: maskOf(unwanted) }),
    ...(undenied.length === 0 ? [] : [maskFilter(denied.values, { all: 0, none: maskOf(undenied) })]),
  ];
  return {
    filter: () => allFilter(sifts()),
    weight: COST_WEIGHTS.figure,
    bitmapClauses: () => [
      ...wanted.map((bit) => ({ any: [view.maskBitmap(filter.column, bit)] })),
      ...unwanted.map((bit) => ({ any: [view.maskBitmap(filter.column, bit)], isExcluded: true })),
      ...undenied.map((bit) => ({ any: [view.maskBitmap(filter.deniedColumn, bit)], isExcluded: true })),
    ],
  };
}
