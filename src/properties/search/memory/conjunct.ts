import type { Cell } from '../../../criteria/search-row.ts';
import type { BitmapClause } from './bitmap-intersection.ts';
import { type BlockFilter, type CellTable, codeFilter, predicateFilter } from './block-filters.ts';
import type { OpenSegment } from './open-segment.ts';
import type { PostingRange } from './posting-lists.ts';

/** Rows among which all that pass a condition are found. */
export interface Candidates {
  readonly size: number;
  /** Nothing but rows that pass. */
  readonly exact: boolean;
  readonly postings: readonly PostingRange[];
  /** Each span is in order of its rows. */
  readonly isSorted: boolean;
  /** No row is in two spans. */
  readonly isDisjoint: boolean;
  /** Nothing but rows of the transactions and types that are asked for. */
  readonly matchesKinds: boolean;
}

/** One of several conditions that all must hold. */
export interface Conjunct {
  /** Made when it is needed: whoever looks in the right lists needs none. */
  readonly filter: () => BlockFilter;
  /** What a row costs beside reading a figure: cheap ones go first. */
  readonly weight: number;
  /** The rows that pass all of these, found without looking at each. */
  readonly bitmapClauses?: () => readonly BitmapClause[];
  /** Layers that leave out many rows that fail, and none that passes. */
  readonly coarseClauses?: () => readonly BitmapClause[];
  /** Rows that pass all of one of these. */
  readonly alternatives?: readonly (readonly Conjunct[])[];
  /** All rows that pass are between these two, and no others. */
  readonly range?: readonly [number, number];
  readonly candidates?: Candidates;
  /** It asks for a transaction or a type. */
  readonly isKind?: boolean;
}

/** How much more than a figure a row costs. */
export const COST_WEIGHTS = { figure: 1, place: 3, phrase: 10, other: 30, tree: 60 } as const;

export const countPostings = (spans: readonly PostingRange[]): number =>
  spans.reduce((size, { start, end }) => size + end - start, 0);

/** What holds of a cell is asked once for each different cell that is met. */
export function createCellTable(cells: readonly Cell[], holds: (cell: Cell) => boolean): CellTable {
  const known = new Uint8Array(cells.length);
  return {
    known,
    passes(code) {
      const outcome = known[code] as number;
      if (outcome !== 0) return outcome === 1;
      const passes = holds(cells[code] ?? null);
      known[code] = passes ? 1 : 2;
      return passes;
    },
  };
}

/** A condition on one column of codes: of the property, or of any of its publishers, listings or changes. */
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
    weight: starts ? COST_WEIGHTS.place : COST_WEIGHTS.figure,
  };
  if (!view.hasFewCells(name)) return plain;
  return {
    ...plain,
    bitmapClauses: () => [
      { any: cells.flatMap((_, code) => (passes(code) ? [view.cellBitmap(name, code)] : [])) },
    ],
  };
}
