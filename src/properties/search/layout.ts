import { createHash } from 'node:crypto';
import { filters, sortedBy } from '../../catalogue/filters.ts';
import { type SortField, serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { columnsRevision } from '../../criteria/columns.ts';

/** Texts stand in a table of their own: most changes leave them as they are, and their index is the costliest to write. */
export const textColumns: ReadonlySet<string> = new Set(
  filters.flatMap((filter) => (filter.kind === 'phrases' ? [filter.column] : [])),
);

const findSortColumn = (field: SortField): string => {
  const filter = filters.find(({ path }) => path === sortedBy[field]);
  if (filter === undefined || !('column' in filter)) throw new Error(`nothing is sorted by ${field}`);
  return filter.column;
};

/** What results may be ordered by, as columns. */
export const sortColumns = Object.fromEntries(
  serviceVocabularies.sortField.values.map((field) => [field, findSortColumn(field)]),
) as Readonly<Record<SortField, string>>;

/** Kept with each row: one made for other columns is seen, and made again. */
export const LAYOUT: number = createHash('sha256').update(columnsRevision).digest().readInt32BE();
