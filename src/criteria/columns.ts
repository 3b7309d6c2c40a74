import type { PropertyResult } from '../catalogue/document.ts';
import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { filters } from '../catalogue/filters.ts';
import type { CellReaderFactory, SearchColumn } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Cell, type Lineage, listSubjects, type SearchRow } from './search-row.ts';

/** Every column that some filter needs, in a fixed order. */
export const searchColumns: readonly SearchColumn[] = filters.flatMap((filter) =>
  kindOf(filter.kind).columns(filter),
);

/** A column of publishers, listings or changes is null when nothing is known of any. */
export const isRequired = ({ required, scope }: SearchColumn): boolean =>
  required === true && scope === 'property';

const positions = new Map(searchColumns.map((column, position) => [column.name, { column, position }]));

export function columnAt(name: string): { readonly column: SearchColumn; readonly position: number } {
  const found = positions.get(name);
  if (found === undefined) throw new Error(`No filter keeps a column called ${name}.`);
  return found;
}

/** A property prepared once, to be evaluated by many trees and written to the search table. */
export function buildSearchRow(property: PropertyResult, lineage: Lineage): SearchRow {
  const subjects = new Map<FilterScope, readonly object[]>();
  for (const scope of ['publisher', 'listing', 'change'] as const)
    subjects.set(scope, listSubjects(property, scope));
  return searchColumns.map(({ scope, read }) =>
    scope === 'property'
      ? read(property, lineage)
      : (subjects.get(scope) ?? []).map((one) => read(one, lineage)),
  );
}

/** Reads the cell of a column: of the property, or of the publisher, listing or change at an index. */
export const cellReader: CellReaderFactory = (name) => {
  const { column, position } = columnAt(name);
  if (column.scope === 'property') return (property) => property[position] as Cell;
  return (property, at) => (property[position] as readonly Cell[])[at] ?? null;
};

const firstColumnByScope = new Map(
  searchColumns.map(({ scope }, position) => [scope, position]).toReversed() as [FilterScope, number][],
);

/** The number of publishers, listings or changes of a property. */
export const countSubjects = (scope: FilterScope, property: SearchRow): number =>
  (property[firstColumnByScope.get(scope) ?? -1] as readonly Cell[]).length;
