import type { PropertyResult } from '../catalogue/document.ts';
import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { attributesRead, filters } from '../catalogue/filters.ts';
import type { CellReaderFactory, SearchColumn } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Cell, type Lineage, listSubjects, type SearchRow } from './search-row.ts';

/** Every column that some filter needs, in one fixed order. The search table has them all, and its key. */
export const searchColumns: readonly SearchColumn[] = filters.flatMap((filter) =>
  kindOf(filter.kind).columns(filter),
);

/** As the table declares it. */
export const sqlType = ({ type, scope }: SearchColumn): string => (scope === 'property' ? type : `${type}[]`);

/** A column of publishers, listings or changes is an empty array when there are none. */
export const isRequired = ({ required, scope }: SearchColumn): boolean =>
  required === true || scope !== 'property';

/** As a migration declares them, one a line; the search table is held to these by a test. */
export const columnDeclarations: readonly string[] = searchColumns.map(
  (column) => `${column.name} ${sqlType(column)}${isRequired(column) ? ' not null' : ''}`,
);

const positions = new Map(searchColumns.map((column, position) => [column.name, { column, position }]));

export function columnAt(name: string): { readonly column: SearchColumn; readonly position: number } {
  const found = positions.get(name);
  if (found === undefined) throw new Error(`No filter keeps a column called ${name}.`);
  return found;
}

/** A property prepared once, to be judged by many trees and to be written into the search table. */
export function buildSearchRow(property: PropertyResult, lineage: Lineage): SearchRow {
  const subjects = new Map<FilterScope, readonly object[]>();
  for (const judged of ['publisher', 'listing', 'change'] as const)
    subjects.set(judged, listSubjects(property, judged));
  return searchColumns.map(({ scope, read }) =>
    scope === 'property'
      ? read(property, lineage)
      : (subjects.get(scope) ?? []).map((one) => read(one, lineage)),
  );
}

const columnNames = searchColumns.map(({ name }) => `,${JSON.stringify(name)}:`);

/**
 * The row of the search table as members of a JSON object that `json_to_recordset` takes, each after a comma; the key is not among them.
 * What is null is left out: of eighty columns a property has some forty, and every name that is sent is read by the database as well.
 */
export function searchRowMembers(property: SearchRow): string {
  let members = '';
  for (const [position, { scope, write }] of searchColumns.entries()) {
    const cells = property[position] ?? null;
    if (cells === null) continue;
    const given = write === undefined ? cells : writeCells(cells, scope, write);
    if (given !== null && given !== undefined) members += columnNames[position] + JSON.stringify(given);
  }
  return members;
}

const writeCells = (
  cells: SearchRow[number],
  judged: FilterScope,
  write: (cell: Cell) => unknown,
): unknown => (judged === 'property' ? write(cells as Cell) : (cells as readonly Cell[]).map(write));

/** Reads the cell of a column: that of the property, or that of the publisher, listing or change at a position. */
export const cellReader: CellReaderFactory = (name) => {
  const { column, position } = columnAt(name);
  if (column.scope === 'property') return (property) => property[position] as Cell;
  return (property, at) => (property[position] as readonly Cell[])[at] ?? null;
};

const firstColumnByScope = new Map(
  searchColumns.map(({ scope }, position) => [scope, position]).toReversed() as [FilterScope, number][],
);

/** How many publishers, listings or changes a property has. */
export const countSubjects = (judged: FilterScope, property: SearchRow): number =>
  (property[firstColumnByScope.get(judged) ?? -1] as readonly Cell[]).length;

/**
 * Changes whenever a column, its type, what it reads or the meaning of a bit does: rows written under another value are out of date and must be
 * written again.
 */
export const columnsRevision: string = JSON.stringify([
  searchColumns.map((column) => `${column.name} ${sqlType(column)}`),
  filters.flatMap((filter) => (filter.kind === 'features' ? [filter.vocabulary.values, filter.reads] : [])),
  filters.map((filter) => attributesRead(filter)),
]);
