import { columnsOf } from '../../../catalogue/filters.ts';
import type { Test } from '../../../criteria/tree.ts';
import { predicateFilter } from './block-filters.ts';
import { COST_WEIGHTS, type Conjunct, createCellTable, dictionaryConjunct } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import { buildSubjectTest } from './row-cells.ts';
import { compileCellTest, compileTest } from './test-conjunct.ts';

/**
 * One publisher, listing or change passes every test. Bitmaps of the rows that have one for each test alone leave
 * few rows: private persons with a mandate took 106 ms over a million homes without them.
 */
export function subjectsConjunct(view: OpenSegment, starts: Uint32Array, tests: readonly Test[]): Conjunct {
  const inDictionaries = tests.flatMap((test) => {
    const name = dictionaryOf(view, test);
    return name === undefined ? [] : [{ name, holds: compileCellTest(test) }];
  });
  const isAnyOf = () =>
    inDictionaries.length === tests.length
      ? codesTest(view, starts, inDictionaries)
      : buildSubjectTest(
          view,
          starts,
          tests.map((test) => (cells) => compileTest(test, cells)),
        );
  return {
    filter: () => predicateFilter(isAnyOf()),
    weight: COST_WEIGHTS.other,
    coarseClauses: () =>
      inDictionaries.flatMap(
        ({ name, holds }) => dictionaryConjunct(view, { name, starts }, holds).bitmapClauses?.() ?? [],
      ),
  };
}

type CellTest = ReturnType<typeof compileCellTest>;

/** The column of a test that reads no other and is a dictionary. */
function dictionaryOf(view: OpenSegment, { filter }: Test): string | undefined {
  const [name, ...others] = columnsOf(filter);
  return name !== undefined && others.length === 0 && view.column(name).form === 'dictionary'
    ? name
    : undefined;
}

/** Compares codes, without reading a cell. */
function codesTest(
  view: OpenSegment,
  starts: Uint32Array,
  tests: readonly { readonly name: string; readonly holds: CellTest }[],
): (row: number) => boolean {
  const tables = tests.map(({ name, holds }) => {
    const { cells, codes } = view.dictionaryColumn(name);
    return { codes, passes: createCellTable(cells, holds).passes };
  });
  return (row) => {
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at += 1)
      if (tables.every(({ codes, passes }) => passes(codes[at] as number))) return true;
    return false;
  };
}
