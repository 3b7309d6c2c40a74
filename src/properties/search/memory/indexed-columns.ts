import { filters } from '../../../catalogue/filters.ts';
import { searchColumns } from '../../../criteria/columns.ts';
import type { SearchColumn } from '../../../criteria/kinds/kind.ts';
import type { Cell } from '../../../criteria/search-row.ts';
import { textColumns } from '../layout.ts';
import type { PostingLists } from './posting-lists.ts';

/** Figures and moments; NaN while not known. Half as wide where that loses nothing. */
export interface NumericColumn {
  readonly form: 'figures';
  readonly values: Float32Array | Float64Array;
}

/** One bit a feature. */
export interface BitmaskColumn {
  readonly form: 'masks';
  readonly values: Int32Array;
}

/** The number of each cell among those that occur; 0 is not known. Equal lists, such as the divisions of a town, are one cell. */
export interface DictionaryColumn {
  readonly form: 'coded';
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  readonly cells: readonly Cell[];
}

/** Texts as numbers of words, and for each two words that stand side by side the rows where they do. */
export interface TextColumn {
  readonly form: 'words';
  readonly vocabulary: readonly string[];
  readonly starts: Uint32Array;
  readonly words: Uint8Array | Uint16Array | Uint32Array;
  readonly wordPairs: PostingLists;
}

export type IndexedColumn = NumericColumn | BitmaskColumn | DictionaryColumn | TextColumn;

const urlColumns = new Set<string>(
  filters.flatMap((filter) => (filter.kind === 'url' ? [filter.column] : [])),
);

/** How a column is kept in memory; addresses, all of them different, are left to the index in SQL. */
export function chooseForm({ name, type }: SearchColumn): IndexedColumn['form'] | undefined {
  if (urlColumns.has(name)) return undefined;
  if (textColumns.has(name)) return 'words';
  if (type === 'double precision' || type === 'timestamptz') return 'figures';
  return type === 'integer' ? 'masks' : 'coded';
}

/** Those that memory keeps, with their place in a row. */
export const indexedColumns = searchColumns.flatMap((column, position) => {
  const form = chooseForm(column);
  return form === undefined ? [] : [{ column, position, form }];
});

/** Any number of words has a pair key that is exact. */
export const MAX_WORDS = 2 ** 26;

export function cellAt(kept: IndexedColumn, at: number): Cell {
  if (kept.form === 'coded') return kept.cells[kept.codes[at] ?? 0] ?? null;
  if (kept.form === 'words') {
    const words = kept.words.subarray(kept.starts[at], kept.starts[at + 1]);
    return words.length === 0 ? null : Array.from(words, (word) => kept.vocabulary[word]).join(' ');
  }
  const value = kept.values[at] ?? NaN;
  return Number.isNaN(value) ? null : value;
}
