import type { PropertyResult } from '../catalogue/document.ts';
import type { Judged } from '../catalogue/filters/kinds.ts';
import { attributesRead, filters } from '../catalogue/filters.ts';
import type { CellsOf, Column } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Cell, type Lineage, type Readable, subjectsOf } from './readable.ts';

/** Every column that some filter needs, in one fixed order. The search table has them all, and its key. */
export const searchColumns: readonly Column[] = filters.flatMap((filter) =>
  kindOf(filter.kind).columns(filter),
);

/** As the table declares it. */
export const sqlType = ({ type, judged }: Column): string => (judged === 'property' ? type : `${type}[]`);

/** A column of publishers, listings or changes is an empty array when there are none. */
export const isRequired = ({ required, judged }: Column): boolean =>
  required === true || judged !== 'property';

/** As a migration declares them, one a line; the search table is held to these by a test. */
export const columnDeclarations: readonly string[] = searchColumns.map(
  (column) => `${column.name} ${sqlType(column)}${isRequired(column) ? ' not null' : ''}`,
);

const positions = new Map(searchColumns.map((column, position) => [column.name, { column, position }]));

export function columnAt(name: string): { readonly column: Column; readonly position: number } {
  const found = positions.get(name);
  if (found === undefined) throw new Error(`No filter keeps a column called ${name}.`);
  return found;
}

/** A property prepared once, to be judged by many trees and to be written into the search table. */
export function readable(property: PropertyResult, lineage: Lineage): Readable {
  const subjects = new Map<Judged, readonly object[]>();
  for (const judged of ['publisher', 'listing', 'change'] as const)
    subjects.set(judged, subjectsOf(property, judged));
  return searchColumns.map(({ judged, read }) =>
    judged === 'property'
      ? read(property, lineage)
      : (subjects.get(judged) ?? []).map((one) => read(one, lineage)),
  );
}

const columnNames = searchColumns.map(({ name }) => `,${JSON.stringify(name)}:`);

/**
 * The row of the search table as members of a JSON object that `json_to_recordset` takes, each after a comma; the key is not among them.
 * What is null is left out: of eighty columns a property has some forty, and every name that is sent is read by the database as well.
 */
export function searchMembers(property: Readable): string {
  let members = '';
  for (const [position, { judged, write }] of searchColumns.entries()) {
    const cells = property[position] ?? null;
    if (cells === null) continue;
    const given = write === undefined ? cells : written(cells, judged, write);
    if (given !== null && given !== undefined) members += columnNames[position] + JSON.stringify(given);
  }
  return members;
}

const written = (cells: Readable[number], judged: Judged, write: (cell: Cell) => unknown): unknown =>
  judged === 'property' ? write(cells as Cell) : (cells as readonly Cell[]).map(write);

/** Reads the cell of a column: that of the property, or that of the publisher, listing or change at a position. */
export const cellsOf: CellsOf = (name) => {
  const { column, position } = columnAt(name);
  if (column.judged === 'property') return (property) => property[position] as Cell;
  return (property, at) => (property[position] as readonly Cell[])[at] ?? null;
};

const firstOf = new Map(
  searchColumns.map(({ judged }, position) => [judged, position]).toReversed() as [Judged, number][],
);

/** How many publishers, listings or changes a property has. */
export const subjectCount = (judged: Judged, property: Readable): number =>
  (property[firstOf.get(judged) ?? -1] as readonly Cell[]).length;

/**
 * Changes whenever a column, its type, what it reads or the meaning of a bit does: rows written under another value are out of date and must be
 * written again.
 */
export const columnsRevision: string = JSON.stringify([
  searchColumns.map((column) => `${column.name} ${sqlType(column)}`),
  filters.flatMap((filter) => (filter.kind === 'features' ? [filter.vocabulary.values, filter.reads] : [])),
  filters.map((filter) => attributesRead(filter)),
]);
