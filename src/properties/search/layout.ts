import { createHash } from 'node:crypto';
import { filters, sortedBy } from '../../catalogue/filters.ts';
import { type SortField, serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { columnsRevision } from '../../criteria/stored-columns.ts';
import { TRANSACTION_COLUMN, TYPE_COLUMN } from './filter-column.ts';

/** Texts have a separate table: most changes do not touch them, and their index is the most expensive to write. */
export const textColumns: ReadonlySet<string> = new Set(
  filters.flatMap((filter) => (filter.kind === 'phrases' ? [filter.column] : [])),
);

/**
 * Columns that the table of texts has too: kinds of homes without a phrase are counted in it alone, when a join took 1.7 times as
 * long as one table.
 */
export const kindColumns: readonly string[] = [TRANSACTION_COLUMN, TYPE_COLUMN];

const findSortColumn = (field: SortField): string => {
  const filter = filters.find(({ path }) => path === sortedBy[field]);
  if (filter === undefined || !('column' in filter)) throw new Error(`no filter sorts by ${field}`);
  return filter.column;
};

/** The column of each sort field. */
export const sortColumns = Object.fromEntries(
  serviceVocabularies.sortField.values.map((field) => [field, findSortColumn(field)]),
) as Readonly<Record<SortField, string>>;

/** Stored with each row: a row of another layout is detected and rebuilt. */
export const LAYOUT: number = createHash('sha256').update(columnsRevision).digest().readInt32BE();
