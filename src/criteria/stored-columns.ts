import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { attributesRead, filterParts, filters } from '../catalogue/filters.ts';
import { isRequired, searchColumns } from './columns.ts';
import {
  charactersSql,
  combinationOf,
  combinations,
  decodePart,
  encodeCombination,
  isPart,
} from './combinations.ts';
import { FREQUENT_WORDS } from './kinds/frequent-words.ts';
import { joinSubjects, splitSubjects, subjectsSql } from './kinds/joined-texts.ts';
import type { SearchColumn } from './kinds/kind.ts';
import type { Cell, SearchRow } from './search-row.ts';

/** A column of the search table: one of a search row, or the combinations of several. */
export interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** The type in JSON, when the server converts it. */
  readonly given: string;
  /** The stored value of a column of this type. */
  readonly convert?: ((given: string) => string) | undefined;
  /** What JSON has of a row; undefined and null: nothing. */
  write(row: SearchRow): unknown;
}

type Cells = readonly Cell[];

const positions = new Map(searchColumns.map(({ name }, position) => [name, position]));
const positionOf = (name: string): number => positions.get(name) ?? -1;
const array = (type: string, scope: FilterScope): string => (scope === 'property' ? type : `${type}[]`);
const isUnknown = (cells: Cells): boolean => cells.every((cell) => cell === null);

const combined: readonly StoredColumn[] = combinations.map((combination) => {
  const places = combination.parts.map(({ column }) => positionOf(column));
  const [first = -1] = places;
  return {
    name: combination.column,
    ...{ type: 'text', given: 'text', required: false },
    write(row) {
      const subjects = row[first] as Cells;
      let characters = '';
      for (let at = 0; at < subjects.length; at += 1) {
        const cells = places.map((place) => (row[place] as Cells)[at]);
        characters += encodeCombination(combination, cells);
      }
      return characters || undefined;
    },
  };
});

function storeColumn(column: SearchColumn): StoredColumn {
  const { name, type, stored = type, convert, scope, write = (cell: Cell): unknown => cell } = column;
  const position = positionOf(name);
  const facts = { name, type: array(stored, scope), required: isRequired(column), convert };
  const given = array(convert === undefined ? stored : type, scope);
  if (scope === 'property') return { ...facts, given, write: (row) => write(row[position] as Cell) };
  if (column.isJoined) {
    const joinKnown = (row: SearchRow): unknown => {
      const cells = row[position] as Cells;
      return isUnknown(cells) ? undefined : joinSubjects(cells);
    };
    return { ...facts, ...{ type: 'text', given: 'text' }, write: joinKnown };
  }
  // Lists without a value are not stored: the combinations say how many publishers, listings or changes there are.
  const writeList = (row: SearchRow) => {
    const cells = row[position] as Cells;
    return isUnknown(cells) ? undefined : cells.map(write);
  };
  return { ...facts, given, write: writeList };
}

/** Every column of the search table that the catalogue asks for, in a fixed order. */
export const storedColumns: readonly StoredColumn[] = [
  ...searchColumns.filter(({ name }) => !isPart(name)).map(storeColumn),
  ...combined,
];

/** The declarations for a migration, one a line; a test compares the search table with them. */
export const columnDeclarations: readonly string[] = storedColumns.map(
  ({ name, type, required }) => `${name} ${type}${required ? ' not null' : ''}`,
);

/** The column that has the values of a column of a search row. */
export const storedNameOf = ({ name, scope }: SearchColumn): string =>
  isPart(name) ? (combinationOf(scope)?.column ?? name) : name;

const joinedNames = new Set(searchColumns.flatMap(({ name, isJoined }) => (isJoined ? [name] : [])));

const combinedNames = new Set(combinations.map(({ column }) => column));

/** An array with one element for each publisher, listing or change. */
export const subjectsOfColumn = (name: string, column: string): string =>
  joinedNames.has(name) ? subjectsSql(column) : combinedNames.has(name) ? charactersSql(column) : column;

const memberNames = storedColumns.map(({ name }) => `,${JSON.stringify(name)}:`);

/**
 * The search row as members of a JSON object for `json_to_recordset`, each after a comma, without the key. Nulls
 * are left out: a property has some 40 of 80 columns, and the database would parse every name.
 */
export function searchRowMembers(row: SearchRow): string {
  let members = '';
  for (let at = 0; at < storedColumns.length; at += 1) {
    const given = (storedColumns[at] as StoredColumn).write(row);
    if (given !== null && given !== undefined) members += memberNames[at] + serializeCell(given);
  }
  return members;
}

/** For most cells half the time of JSON.stringify: 0.06 against 0.13 µs. */
const serializeCell = (given: unknown): string =>
  typeof given === 'boolean' || Number.isInteger(given) ? String(given) : JSON.stringify(given);

const storedPositions = new Map(storedColumns.map(({ name }, position) => [name, position]));
type Restorer = (stored: readonly unknown[]) => Cell | Cells;

const combinationPositions = new Map(
  combinations.map(({ scope, column }) => [scope, storedPositions.get(column) ?? -1]),
);

const MAX_REMEMBERED_TEXTS = 10_000;

/** A million properties have some thousand texts of characters: to restore their cells each time took 6 µs a row. */
function rememberCells(compute: (characters: string) => Cells): (characters: string) => Cells {
  const known = new Map<string, Cells>();
  return (characters) => {
    let cells = known.get(characters);
    if (cells === undefined) {
      cells = compute(characters);
      if (known.size >= MAX_REMEMBERED_TEXTS) known.clear();
      known.set(characters, cells);
    }
    return cells;
  };
}

const restoreUnknown = rememberCells((characters) => [...characters].map(() => null));

function restorerOf({ name, scope, restore = (stored) => stored as Cell }: SearchColumn): Restorer {
  const position = storedPositions.get(name) ?? -1;
  if (scope === 'property') return (stored) => restore(stored[position]);
  const subjects = combinationPositions.get(scope) ?? -1;
  const charactersOf = (stored: readonly unknown[]) => (stored[subjects] ?? '') as string;
  const part = combinations.flatMap(({ parts }) => parts).find(({ column }) => column === name);
  if (part !== undefined) {
    const restorePart = rememberCells((characters) =>
      [...characters].map((character) => decodePart(part, character)),
    );
    return (stored) => restorePart(charactersOf(stored));
  }
  return (stored) => {
    const given = stored[position] as readonly unknown[] | string | null;
    const list = typeof given === 'string' ? splitSubjects(given) : given;
    return list === null ? restoreUnknown(charactersOf(stored)) : list.map(restore);
  };
}

const restorers = searchColumns.map(restorerOf);

/** The search row of the values of the stored columns, in their order, as JSON has them. */
export const restoreRow = (stored: readonly unknown[]): SearchRow =>
  restorers.map((restore) => restore(stored));

/**
 * Changes whenever a column, its type, its source or the meaning of a code or bit changes: rows written under another
 * revision are outdated.
 */
export const columnsRevision: string = JSON.stringify([
  columnDeclarations,
  combinations.map(({ parts }) => parts),
  filters.flatMap((filter) => (filter.kind === 'features' ? [filter.vocabulary.values, filter.reads] : [])),
  filters.map((filter) => [attributesRead(filter), 'vocabulary' in filter && filter.vocabulary?.values]),
  filters.flatMap((filter) => filterParts(filter).map(({ vocabulary }) => vocabulary?.values)),
  FREQUENT_WORDS.length,
]);
