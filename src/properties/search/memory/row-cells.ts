import { columnAt } from '../../../criteria/columns.ts';
import type { CellReaderFactory, RowTest as CellTest } from '../../../criteria/kinds/kind.ts';
import type { SearchRow } from '../../../criteria/search-row.ts';
import { cellAt } from './indexed-columns.ts';
import type { OpenSegment } from './open-segment.ts';

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
export function buildRowTest(
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
