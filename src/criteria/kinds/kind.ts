import type { Filter, FilterScope } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import type { ParseContext } from '../parse-context.ts';
import type { Cell, Lineage, SearchRow, Subject } from '../search-row.ts';

/** A column of the search table and how it is read from the flat property. */
export interface SearchColumn {
  readonly name: string;
  /** Per subject; a column of publishers, listings or changes is an array of it. */
  readonly type: string;
  /** The type in the table, when it differs. */
  readonly stored?: string;
  /** Converts it to that type, when the server does; then `write` is absent. */
  readonly convert?: (given: string) => string;
  /** Its texts are stored as one (`joined-texts.ts`). */
  readonly isJoined?: true;
  readonly scope: FilterScope;
  /** True when the column always has a value. */
  readonly required?: true;
  read(subject: Subject, lineage: Lineage): Cell;
  /** The cell in JSON for PostgreSQL, when it differs. */
  write?(cell: Cell): unknown;
  /** The cell from the JSON of PostgreSQL, when it differs. */
  restore?(written: unknown): Cell;
}

/** Whether a property passes; `at` is the index of the publisher, listing or change. */
export type RowTest = (property: SearchRow, at: number) => boolean;

/** Returns the reader of a column. */
export type CellReaderFactory = (column: string) => (property: SearchRow, at: number) => Cell;

/** Writes SQL: columns by name, values bound. */
export interface SqlWriter {
  column(name: string): string;
  bind(value: unknown, type: string): string;
  /** A faster condition for division codes, when the layout of the table has one for all of these. */
  readonly inDivisions?: (codes: readonly string[], write: SqlWriter) => string | undefined;
  /** The lowest number of an array column, when the table has an index of it. */
  readonly indexedLowest?: (column: string) => string | undefined;
  /** Rows are read in an order until a page is full: no condition is worth an index of its own. */
  readonly inOrder?: boolean;
}

/** The value a filter read from a property, for an explanation. */
export interface ExplainedValue {
  readonly value: unknown;
  /** True when the value is unknown. */
  readonly missing: boolean;
}

export type CellExplainer = (property: SearchRow, at: number) => ExplainedValue;

/** Everything that defines a kind of filter. Nothing about filters is defined elsewhere. */
export interface FilterKindSpec<Of extends Filter, Operand> {
  /** Undefined after an error; errors go to `context`. */
  parse(json: unknown, filter: Of, context: ParseContext): Operand | undefined;
  /** The JSON that parses to it. */
  json(operand: Operand): unknown;
  columns(filter: Of): readonly SearchColumn[];
  matches(operand: Operand, filter: Of, cells: CellReaderFactory): RowTest;
  /** A condition that is true exactly when the predicate is; it may be null where that is false. */
  sql(operand: Operand, filter: Of, write: SqlWriter): string;
  /**
   * For a section with several subjects: a condition on the whole array column, true exactly when some subject
   * passes. Absent when the kind has no such form; then the subjects are tested one by one.
   */
  sqlForAny?(operand: Operand, filter: Of, write: SqlWriter): string | undefined;
  /** Absent for a kind of one column: its cell is the value. */
  explain?(operand: Operand, filter: Of, cells: CellReaderFactory): CellExplainer;
  schema(filter: Of): JsonSchema;
}

/** Marks a column that always has a value, because every path it reads is required. */
export const requiredWhen = (always: boolean): { readonly required?: true } =>
  always ? { required: true } : {};
