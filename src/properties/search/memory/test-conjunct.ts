import { columnsOf } from '../../../catalogue/filters.ts';
import { cellsOf } from '../../../criteria/columns.ts';
import type { CellsOf } from '../../../criteria/kinds/kind.ts';
import { kindOf } from '../../../criteria/kinds/kinds.ts';
import type { Cell } from '../../../criteria/readable.ts';
import type { Test, TestOf } from '../../../criteria/tree.ts';
import { sortColumns } from '../layout.ts';
import type { Below } from './below.ts';
import { type Conjunct, codedConjunct, WEIGHTS } from './conjunct.ts';
import type { Layer } from './layers.ts';
import type { OpenSegment } from './open-segment.ts';
import { phraseConjuncts } from './phrase-conjunct.ts';
import { type Kinds, placeConjuncts } from './place-conjunct.ts';
import { TRANSACTION, TYPE } from './places-of.ts';
import { rowTestOf } from './row-cells.ts';
import { rowBefore } from './segment.ts';
import { allSift, maskSift, notBeyondSift, testSift, withinSift } from './sifts.ts';

/** What one test of the property asks of the rows of a segment. What has no form of its own is judged by its kind. */
export function testConjuncts(view: OpenSegment, test: Test, kinds: Kinds): Conjunct[] {
  if (test.kind === 'places') return placeConjuncts(view, test, kinds);
  if (test.kind === 'phrases') return phraseConjuncts(view, test.filter.column, test.asked);
  if (test.kind === 'features') return [featureConjunct(view, test)];
  if (test.kind === 'range') return [rangeConjunct(view, test)];
  if (test.kind === 'time') return [timeConjunct(view, test)];
  const [column, ...others] = columnsOf(test.filter);
  if (column !== undefined && others.length === 0 && view.column(column).form === 'coded')
    return [{ ...codedConjunct(view, { name: column }, cellHolds(test)), isKind: isKind(test) }];
  return [
    { sift: () => testSift(rowTestOf(view, (cells) => matchesOf(test, cells))), weight: WEIGHTS.other },
  ];
}

export const matchesOf = ({ kind, filter, asked }: Test, cells: CellsOf = cellsOf) =>
  kindOf(kind).matches(asked, filter, cells);

/** Lists of places are kept by transaction and type: whoever looks in the right ones need not ask. */
export const isKind = (test: Test): boolean =>
  test.kind === 'set' && (test.filter.column === TRANSACTION || test.filter.column === TYPE);

/** A test of one column as a question about its cell. */
export function cellHolds(test: Test): (cell: Cell) => boolean {
  let looked: Cell = null;
  const matches = matchesOf(test, () => () => looked);
  return (cell) => {
    looked = cell;
    return matches([], 0);
  };
}

function rangeConjunct(view: OpenSegment, { filter, asked }: TestOf<'range'>): Conjunct {
  const column = view.column(filter.column);
  if (column.form !== 'figures') throw new Error(`${filter.column} holds no figures`);
  const { gte = -Infinity, lte = Infinity, orMissing = false } = asked;
  return {
    sift: () => (orMissing ? notBeyondSift : withinSift)(column.values, gte, lte),
    weight: WEIGHTS.figure,
    coarse: () => rangeLayers(view.belowOf(filter.column), { gte, lte, orMissing }),
  };
}

/** By the marks next to the bounds, outside of them. What is not known is below none. */
function rangeLayers(below: Below, { gte, lte, orMissing }: Bounds): Layer[] {
  const tooLow = below.upTo(gte);
  const notTooHigh = orMissing ? undefined : below.above(lte);
  return [
    ...(tooLow ? [{ any: [tooLow], isOut: true }] : []),
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
function timeConjunct(view: OpenSegment, { filter, asked }: TestOf<'time'>): Conjunct {
  const column = view.column(filter.column);
  if (column.form !== 'figures') throw new Error(`${filter.column} holds no moments`);
  const { from = -Infinity, to = Infinity } = asked;
  // Moments are whole milliseconds: before one is up to the one before it.
  const plain = { sift: () => withinSift(column.values, from, to - 1), weight: WEIGHTS.figure };
  if (filter.column !== sortColumns.UPDATED_AT) return plain;
  const [first, last] = [
    rowBefore(view.segment, to * MICROSECONDS),
    rowBefore(view.segment, from * MICROSECONDS),
  ];
  return { ...plain, range: [first, last] };
}

function featureConjunct(view: OpenSegment, { filter, asked }: TestOf<'features'>): Conjunct {
  const [has, denied] = [view.column(filter.column), view.column(filter.deniedColumn)];
  if (has.form !== 'masks' || denied.form !== 'masks') throw new Error(`${filter.column} is no mask`);
  const bitsIn = (values: readonly string[] = []) =>
    values.map((value) => filter.vocabulary.values.indexOf(value));
  const maskOf = (bits: readonly number[]) => bits.reduce((mask, bit) => mask | (1 << bit), 0);
  const [wanted, unwanted, undenied] = [bitsIn(asked.in), bitsIn(asked.nin), bitsIn(asked.inOrMissing)];
  const sifts = () => [
    maskSift(has.values, { all: maskOf(wanted), none: maskOf(unwanted) }),
    ...(undenied.length === 0 ? [] : [maskSift(denied.values, { all: 0, none: maskOf(undenied) })]),
  ];
  return {
    sift: () => allSift(sifts()),
    weight: WEIGHTS.figure,
    layers: () => [
      ...wanted.map((bit) => ({ any: [view.bitsOfMask(filter.column, bit)] })),
      ...unwanted.map((bit) => ({ any: [view.bitsOfMask(filter.column, bit)], isOut: true })),
      ...undenied.map((bit) => ({ any: [view.bitsOfMask(filter.deniedColumn, bit)], isOut: true })),
    ],
  };
}
