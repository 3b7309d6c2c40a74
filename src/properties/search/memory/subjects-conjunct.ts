import { columnsOf } from '../../../catalogue/filters.ts';
import type { Test } from '../../../criteria/tree.ts';
import { anyInRangeFilter, type BlockFilter, predicateFilter } from './block-filters.ts';
import { COST_WEIGHTS, type Conjunct, createCellTable, dictionaryConjunct } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import { buildSubjectTest, compileCellTest, compileTest } from './test-conjunct.ts';

/** Whether the publisher, listing or change at an offset of the columns passes. */
type SubjectTest = (at: number) => boolean;

/**
 * One publisher, listing or change passes every test. Bitmaps of the rows that have one for each test alone leave
 * few rows: private persons with a mandate took 106 ms over a million homes without them.
 */
export function subjectsConjunct(view: OpenSegment, starts: Uint32Array, tests: readonly Test[]): Conjunct {
  const dictionaries = tests.flatMap((test) => dictionaryTest(view, test) ?? []);
  const isAnyOf = (): ((row: number) => boolean) => {
    const direct = tests.flatMap((test) => directTest(view, test) ?? []);
    if (direct.length === tests.length) return anySubject(starts, direct);
    return buildSubjectTest(
      view,
      starts,
      tests.map((test) => (cells) => compileTest(test, cells)),
    );
  };
  return {
    filter: () => rangeOfOne(view, starts, tests) ?? predicateFilter(isAnyOf()),
    weight: COST_WEIGHTS.other,
    coarseClauses: () =>
      dictionaries.flatMap(
        ({ name, holds }) => dictionaryConjunct(view, { name, starts }, holds).bitmapClauses?.() ?? [],
      ),
  };
}

/** A single range has a loop of its own: 6 ns a row instead of 35. */
function rangeOfOne(view: OpenSegment, starts: Uint32Array, tests: readonly Test[]): BlockFilter | undefined {
  const [test, ...others] = tests;
  if (test === undefined || others.length > 0) return undefined;
  if (test.kind === 'range' && test.operand.orMissing !== true) {
    const { gte = -Infinity, lte = Infinity } = test.operand;
    return anyInRangeFilter(starts, view.numericValues(test.filter.column), gte, lte);
  }
  if (test.kind !== 'time') return undefined;
  const { from = -Infinity, to = Infinity } = test.operand;
  // Times are whole milliseconds: `< to` is `<= to - 1`.
  return anyInRangeFilter(starts, view.numericValues(test.filter.column), from, to - 1);
}

function anySubject(starts: Uint32Array, tests: readonly SubjectTest[]): (row: number) => boolean {
  const [first = () => true, ...others] = tests;
  return (row) => {
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at += 1)
      if (first(at) && others.every((test) => test(at))) return true;
    return false;
  };
}

/** A test that reads one dictionary column. */
function dictionaryTest(view: OpenSegment, test: Test) {
  const [name, ...others] = columnsOf(test.filter);
  if (name === undefined || others.length > 0 || view.column(name).form !== 'dictionary') return undefined;
  return { name, holds: compileCellTest(test) };
}

/** A test on codes or numbers, without reading cells; undefined for other kinds. */
function directTest(view: OpenSegment, test: Test): SubjectTest | undefined {
  const inDictionary = dictionaryTest(view, test);
  if (inDictionary !== undefined) {
    const { cells, codes } = view.dictionaryColumn(inDictionary.name);
    const { passes } = createCellTable(cells, inDictionary.holds);
    return (at) => passes(codes[at] as number);
  }
  if (test.kind === 'time') {
    const { from = -Infinity, to = Infinity } = test.operand;
    const values = view.numericValues(test.filter.column);
    return (at) => (values[at] as number) >= from && (values[at] as number) < to;
  }
  if (test.kind !== 'range') return undefined;
  const { gte = -Infinity, lte = Infinity, orMissing = false } = test.operand;
  const values = view.numericValues(test.filter.column);
  if (orMissing) return (at) => !((values[at] as number) < gte || (values[at] as number) > lte);
  return (at) => (values[at] as number) >= gte && (values[at] as number) <= lte;
}
