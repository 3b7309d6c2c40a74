import { type SortField, serviceVocabularies } from '../../../catalogue/service-vocabularies.ts';
import { sortColumns } from '../layout.ts';
import type { IndexedColumn, NumericColumn } from './indexed-columns.ts';
import type { RowPermutation } from './open-segment.ts';
import { allocateShared } from './posting-lists.ts';

/** Rows are stored in this order already. */
export const STORED_ORDER: SortField = 'UPDATED_AT';

/** One permutation for each other sort field. `byId` are the rows by ascending id. */
export function buildPermutations(
  columns: Readonly<Record<string, IndexedColumn>>,
  byId: Uint32Array,
): Partial<Record<SortField, RowPermutation>> {
  const permutations: Partial<Record<SortField, RowPermutation>> = {};
  for (const field of serviceVocabularies.sortField.values) {
    const column = columns[sortColumns[field]];
    if (field !== STORED_ORDER && column?.form === 'numeric')
      permutations[field] = buildPermutation(column.values, byId);
  }
  return permutations;
}

/** The sort is stable: rows with the same key stay in the order of their ids. */
function buildPermutation(values: NumericColumn['values'], byId: Uint32Array): RowPermutation {
  const known = byId.filter((row) => !Number.isNaN(values[row]));
  known.sort((one, other) => (values[one] as number) - (values[other] as number));
  const rows = new Uint32Array(allocateShared(4 * byId.length));
  rows.set(known);
  rows.set(
    byId.filter((row) => Number.isNaN(values[row])),
    known.length,
  );
  return { rows, known: known.length };
}
