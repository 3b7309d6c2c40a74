import { planeOf } from '../../src/db/planes.ts';
import { withoutComments } from '../../src/db/split-statements.ts';
import { findTables } from './sql-statements.ts';

/** A form that Citus 13 refuses for the tables of a region, with what to write instead. */
interface RefusedForm {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Each was tried on a schema that `citus_schema_distribute` had put on a worker. */
const REFUSED_CHANGES: readonly RefusedForm[] = [
  {
    pattern: /\badd column [^,]*\b(?:check|references|unique|primary key)\b/,
    instead: 'add the column, then its constraint',
  },
  { pattern: /\badd column [^,]*\bas identity\b/, instead: 'an identity column belongs in create table' },
  { pattern: /\bset storage\b/, instead: 'storage belongs to the baseline' },
  { pattern: /^create statistics .* on \(/, instead: 'an index of the expression has statistics' },
  {
    pattern: /^create (?:or replace )?(?:constraint )?trigger\b/,
    instead: 'write both rows in one statement',
  },
  {
    pattern:
      /^insert into (?:.|\n)*\b(?:array_to_\w+|concat\w*|format|row_to_json|to_(?:char|jsonb?)|now|\w+_timestamp|pg_current_xact_id)\s*\(/,
    instead: 'an insert has immutable functions alone, such as string_agg',
  },
];

const REFUSED_STATEMENTS: readonly RefusedForm[] = [
  {
    pattern: /\bwith recursive\b.*\b(?:insert into|update|delete from)\b/,
    instead: 'read the recursion first, and bind its rows',
  },
  {
    pattern:
      /\bdo update set\b(?:(?!\b(?:select|insert|delete)\b).)*\b(?:statement_timestamp|clock_timestamp|now|pg_current_xact_id)\(\)/,
    instead: 'compute it in the select, and use excluded',
  },
  { pattern: /\bctid\b/, instead: 'name rows by their key' },
  { pattern: /\breturning\b[^)]*?(?:\w\(|::)/, instead: 'return columns' },
];

/** What a cluster refuses in a migration of a region. */
export const findRefusedChanges = (statement: string): string[] =>
  REFUSED_CHANGES.filter(({ pattern }) => pattern.test(withoutComments(statement).toLowerCase())).map(
    ({ instead }) => instead,
  );

/** What a cluster refuses in a statement of the service that names a table of a region. */
export function findRefusedForms(statement: string): string[] {
  const isOfRegion = findTables(statement).some((table) => planeOf(table) === 'region');
  if (!isOfRegion) return [];
  // A list of columns that a function of the file writes is not a function of the database.
  const text = withoutComments(statement)
    .toLowerCase()
    .replaceAll(/\$\{\w+\([^()]*\)\}/g, '?');
  return REFUSED_STATEMENTS.filter(({ pattern }) => pattern.test(text)).map(({ instead }) => instead);
}
