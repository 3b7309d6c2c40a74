import type { Cell } from '../../../criteria/search-row.ts';
import type { BitmapClause } from './bitmap-intersection.ts';
import { type BlockFilter, type CellTable, codeFilter, predicateFilter } from './block-filters.ts';
import type { OpenSegment } from './open-segment.ts';
import type { PostingRange } from './posting-lists.ts';

/** A superset of the rows that satisfy a condition. */
export interface Candidates {
  readonly size: number;
  /** The set contains only rows that satisfy the condition. */
  readonly exact: boolean;
  readonly postings: readonly PostingRange[];
  /** The rows of each range are sorted. */
  readonly isSorted: boolean;
  /** No row is in two ranges. */
  readonly isDisjoint: boolean;
  /** The set contains only rows of the requested transactions and property types. */
  readonly matchesKinds: boolean;
}

/** One condition of a conjunction. */
export interface Conjunct {
  /** Built on demand: a scan over exact postings needs no filter. */
  readonly filter: () => BlockFilter;
  /** Cost per row relative to reading a number. Cheap filters run first. */
  readonly weight: number;
  /** Clauses that select exactly the rows that pass. */
  readonly bitmapClauses?: () => readonly BitmapClause[];
  /** Clauses that exclude many failing rows and no passing row. */
  readonly coarseClauses?: () => readonly BitmapClause[];
  /** A disjunction: rows that satisfy every conjunct of one alternative. */
  readonly alternatives?: readonly (readonly Conjunct[])[];
  /** The condition holds exactly for the rows in this range, end excluded. */
  readonly range?: readonly [number, number];
  readonly candidates?: Candidates;
  /** A condition on transaction or property type. */
  readonly isKind?: boolean;
}

/** Cost per row relative to reading a number. */
export const COST_WEIGHTS = { number: 1, place: 3, phrase: 10, other: 30, tree: 60 } as const;

export const countPostings = (ranges: readonly PostingRange[]): number =>
  ranges.reduce((size, { start, end }) => size + end - start, 0);

/** Evaluates the predicate once for each distinct cell. */
export function createCellTable(cells: readonly Cell[], holds: (cell: Cell) => boolean): CellTable {
  const outcomes = new Uint8Array(cells.length);
  return {
    outcomes,
    passes(code) {
      const outcome = outcomes[code] as number;
      if (outcome !== 0) return outcome === 1;
      const passes = holds(cells[code] ?? null);
      outcomes[code] = passes ? 1 : 2;
      return passes;
    },
  };
}

/** A condition on one dictionary column: of the property, or of any of its publishers, listings or changes. */
export function dictionaryConjunct(
  view: OpenSegment,
  { name, starts }: { name: string; starts?: Uint32Array | undefined },
  holds: (cell: Cell) => boolean,
): Conjunct {
  const { cells, codes } = view.dictionaryColumn(name);
  const table = createCellTable(cells, holds);
  const { passes } = table;
  const ofAny = (starts: Uint32Array): BlockFilter =>
    predicateFilter((row) => {
      const end = starts[row + 1] as number;
      for (let at = starts[row] as number; at < end; at += 1) if (passes(codes[at] as number)) return true;
      return false;
    });
  const plain = {
    filter: () => (starts ? ofAny(starts) : codeFilter(codes, table)),
    weight: starts ? COST_WEIGHTS.place : COST_WEIGHTS.number,
  };
  if (!view.hasFewCells(name)) return plain;
  return {
    ...plain,
    bitmapClauses: () => [
      { any: cells.flatMap((_, code) => (passes(code) ? [view.cellBitmap(name, code)] : [])) },
    ],
  };
}
