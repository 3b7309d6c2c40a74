import type { Cell } from '../../../criteria/readable.ts';
import { addBits, type Bits, bitsFor, setBit } from './bits.ts';
import type { Span } from './lists.ts';
import type { OpenSegment } from './open-segment.ts';

export type RowTest = (row: number) => boolean;

/** Rows among which all that pass a condition are found. */
export interface Candidates {
  readonly size: number;
  /** Nothing but rows that pass. */
  readonly exact: boolean;
  /** Parts of lists. One alone is in order of its rows. */
  readonly spans?: readonly Span[];
  /** All rows between two. */
  readonly range?: readonly [number, number];
  readonly bits?: () => Bits;
}

/** One of several conditions that all must hold. */
export interface Conjunct {
  readonly test: RowTest;
  /** The rows that pass, found without looking at each; not to be changed. */
  readonly bits?: () => Bits;
  readonly candidates?: Candidates;
}

export const spansSize = (spans: readonly Span[]): number =>
  spans.reduce((size, { start, end }) => size + end - start, 0);

export function bitsOfSpans(count: number, spans: readonly Span[]): Bits {
  const bits = bitsFor(count);
  for (const { rows, start, end } of spans)
    for (let at = start; at < end; at += 1) setBit(bits, rows[at] as number);
  return bits;
}

/** What holds of a cell is asked once for each different cell that is met. */
export function cellTable(cells: readonly Cell[], holds: (cell: Cell) => boolean): (code: number) => boolean {
  const known = new Uint8Array(cells.length);
  return (code) => {
    const told = known[code] as number;
    if (told !== 0) return told === 1;
    const passes = holds(cells[code] ?? null);
    known[code] = passes ? 1 : 2;
    return passes;
  };
}

/** A condition on one column of codes: of the property, or of any of its publishers, listings or changes. */
export function codedConjunct(
  view: OpenSegment,
  { name, starts }: { name: string; starts?: Uint32Array | undefined },
  holds: (cell: Cell) => boolean,
): Conjunct {
  const { cells, codes } = view.coded(name);
  const passes = cellTable(cells, holds);
  const test: RowTest = starts
    ? (row) => {
        const end = starts[row + 1] as number;
        for (let at = starts[row] as number; at < end; at += 1) if (passes(codes[at] as number)) return true;
        return false;
      }
    : (row) => passes(codes[row] as number);
  const all = view.bitsOfCells(name);
  if (all === undefined) return { test };
  return {
    test,
    bits: () =>
      unionOf(
        all.filter((_, code) => passes(code)),
        view.segment.count,
      ),
  };
}

function unionOf(all: readonly Bits[], count: number): Bits {
  const [only] = all;
  if (all.length === 1 && only !== undefined) return only;
  const union = bitsFor(count);
  for (const bits of all) addBits(union, bits);
  return union;
}

/** Plain loops of one, two and three. */
export function allOf(tests: readonly RowTest[]): RowTest {
  const [first, second, third] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (third === undefined) return (row) => first(row) && second(row);
  if (tests.length === 3) return (row) => first(row) && second(row) && third(row);
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}
