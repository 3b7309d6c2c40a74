import { columnAt } from '../../../criteria/columns.ts';
import type { CellReaderFactory, RowTest as CellTest } from '../../../criteria/kinds/kind.ts';
import type { SearchRow } from '../../../criteria/search-row.ts';
import { cellAt } from './indexed-columns.ts';
import type { OpenSegment } from './open-segment.ts';

const NO_PROPERTY: SearchRow = [];

/** The cells of whichever row is looked at: the predicates of the criteria read a segment as they read a property. */
function cellsOf(view: OpenSegment, looked: { row: number }): CellReaderFactory {
  return (name) => {
    const column = view.column(name);
    const starts = view.segment.subjects[columnAt(name).column.scope];
    if (starts === undefined) return () => cellAt(column, looked.row);
    return (_, at) => cellAt(column, (starts[looked.row] as number) + at);
  };
}

/** A condition of the property as its kind judges it. */
export function buildRowTest(
  view: OpenSegment,
  matches: (cells: CellReaderFactory) => CellTest,
): (row: number) => boolean {
  const looked = { row: 0 };
  const test = matches(cellsOf(view, looked));
  return (row) => {
    looked.row = row;
    return test(NO_PROPERTY, 0);
  };
}

/** One publisher, listing or change that passes all. */
export function buildSubjectTest(
  view: OpenSegment,
  starts: Uint32Array,
  matches: readonly ((cells: CellReaderFactory) => CellTest)[],
): (row: number) => boolean {
  const looked = { row: 0 };
  const cells = cellsOf(view, looked);
  const tests = matches.map((match) => match(cells));
  return (row) => {
    looked.row = row;
    const count = (starts[row + 1] as number) - (starts[row] as number);
    for (let at = 0; at < count; at += 1) if (tests.every((test) => test(NO_PROPERTY, at))) return true;
    return false;
  };
}
