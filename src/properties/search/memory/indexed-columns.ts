import { filters } from '../../../catalogue/filters.ts';
import { searchColumns } from '../../../criteria/columns.ts';
import type { SearchColumn } from '../../../criteria/kinds/kind.ts';
import type { Cell } from '../../../criteria/search-row.ts';
import { textColumns } from '../layout.ts';
import type { PostingLists } from './posting-lists.ts';

/** Numbers and times; NaN when missing. 32 bits wide where that is exact. */
export interface NumericColumn {
  readonly form: 'numeric';
  readonly values: Float32Array | Float64Array;
}

/** One bit a feature. */
export interface BitmaskColumn {
  readonly form: 'bitmask';
  readonly values: Int32Array;
}

/**
 * Each cell as a code of the dictionary; 0 is missing. Equal lists, such as the divisions of a town, share a code.
 */
export interface DictionaryColumn {
  readonly form: 'dictionary';
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  readonly cells: readonly Cell[];
}

/** Texts as word numbers, and posting lists by pairs of adjacent words. */
export interface TextColumn {
  readonly form: 'text';
  readonly vocabulary: readonly string[];
  readonly starts: Uint32Array;
  readonly words: Uint8Array | Uint16Array | Uint32Array;
  readonly wordPairs: PostingLists;
}

export type IndexedColumn = NumericColumn | BitmaskColumn | DictionaryColumn | TextColumn;

const urlColumns = new Set<string>(
  filters.flatMap((filter) => (filter.kind === 'url' ? [filter.column] : [])),
);

/** The form of a column in memory. URLs, which are all distinct, are left to the index in SQL. */
export function chooseForm({ name, type }: SearchColumn): IndexedColumn['form'] | undefined {
  if (urlColumns.has(name)) return undefined;
  if (textColumns.has(name)) return 'text';
  if (type === 'double precision' || type === 'timestamptz') return 'numeric';
  return type === 'integer' ? 'bitmask' : 'dictionary';
}

/** The indexed columns, with their position in a row. */
export const indexedColumns = searchColumns.flatMap((column, position) => {
  const form = chooseForm(column);
  return form === undefined ? [] : [{ column, position, form }];
});

/** Bounds word numbers, so that the key of a pair is an exact double. */
export const MAX_WORDS = 2 ** 26;

export function cellAt(column: IndexedColumn, at: number): Cell {
  if (column.form === 'dictionary') return column.cells[column.codes[at] ?? 0] ?? null;
  if (column.form === 'text') {
    const words = column.words.subarray(column.starts[at], column.starts[at + 1]);
    return words.length === 0 ? null : Array.from(words, (word) => column.vocabulary[word]).join(' ');
  }
  const value = column.values[at] ?? NaN;
  return Number.isNaN(value) ? null : value;
}
