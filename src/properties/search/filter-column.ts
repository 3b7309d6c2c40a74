import { type FilterPath, filters } from '../../catalogue/filters.ts';
import type { Vocabulary } from '../../catalogue/vocabulary.ts';
import { codeOfValue, valueOfCode } from '../../criteria/kinds/value-codes.ts';
import { type Sql, sql } from '../../db/sql.ts';

/** The column of the filter with a path. */
export function filterColumn(path: string): string {
  const filter = filters.find((one) => one.path === path);
  if (filter === undefined) throw new Error(`there is no filter ${path}`);
  if (!('column' in filter)) throw new Error(`${path} has no column of its own`);
  return filter.column;
}

export const TRANSACTION_COLUMN = filterColumn('property.transaction.type');
export const TYPE_COLUMN = filterColumn('property.type');
export const PRICE_COLUMN = filterColumn('property.pricing.displayed');

const vocabularyOf = (isWanted: (filter: (typeof filters)[number]) => boolean): Vocabulary => {
  const filter = filters.find(isWanted);
  if (filter === undefined || !('vocabulary' in filter) || filter.vocabulary === undefined)
    throw new Error(`there is no vocabulary of ${filter?.path}`);
  return filter.vocabulary;
};

/** Values as the search table has them: to be cast to "char"[]. */
const storedCodes = (path: FilterPath, ...values: string[]): string[] =>
  values.map((value) => {
    const code = codeOfValue(
      vocabularyOf((filter) => filter.path === path),
      value,
    );
    if (code === null) throw new Error(`${path} has no value ${value}`);
    return code;
  });

/** Homes for sale or to rent, and homes of these types, as conditions in SQL. */
export const isTransaction = (transaction: string): Sql =>
  sql`transaction_type = any (${storedCodes('property.transaction.type', transaction)}::"char"[])`;
export const isOfType = (...types: string[]): Sql =>
  sql`type = any (${storedCodes('property.type', ...types)}::"char"[])`;

/** The value that a code of a column stands for. */
export const decodeValue = (column: string, code: string): string =>
  valueOfCode(
    vocabularyOf((filter) => 'column' in filter && filter.column === column),
    code,
  ) ?? code;
