import type { Filter, FilterScope } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import type { ParseContext } from '../parse-context.ts';
import type { Cell, Lineage, SearchRow, Subject } from '../search-row.ts';

/** A column of the search table and how it is read from the flat property. */
export interface SearchColumn {
  readonly name: string;
  /** Of one subject; a column of publishers, listings or changes is an array of it. */
  readonly type: string;
  readonly scope: FilterScope;
  /** True when the column always has a value. */
  readonly required?: true;
  read(subject: Subject, lineage: Lineage): Cell;
  /** The cell as PostgreSQL takes it in JSON, when that differs. */
  write?(cell: Cell): unknown;
  /** The cell again, from JSON that PostgreSQL made of it, when that differs. */
  restore?(written: unknown): Cell;
}

/** Whether a property passes; `at` is the publisher, listing or change looked at. */
export type RowTest = (property: SearchRow, at: number) => boolean;

/** Gives the reader of a column. */
export type CellReaderFactory = (column: string) => (property: SearchRow, at: number) => Cell;

/** Where SQL is written: columns by their name, values bound. */
export interface SqlWriter {
  column(name: string): string;
  bind(value: unknown, type: string): string;
  /** A shorter way to ask for divisions by their codes, where the layout of the table has one for all of these. */
  readonly inDivisions?: (codes: readonly string[], write: SqlWriter) => string | undefined;
}

/** What a filter saw of a property, for whoever wants to know why it passed or failed. */
export interface ExplainedValue {
  readonly value: unknown;
  /** True when what the question needs is not known. */
  readonly missing: boolean;
}

export type CellExplainer = (property: SearchRow, at: number) => ExplainedValue;

/** Everything a kind of filter is: one of each, and nothing about filters anywhere else. */
export interface FilterKindSpec<Of extends Filter, Asked> {
  /** Undefined when a fault was found; faults go to `here`. */
  parse(json: unknown, filter: Of, here: ParseContext): Asked | undefined;
  /** The JSON that parses to it. */
  json(asked: Asked): unknown;
  columns(filter: Of): readonly SearchColumn[];
  matches(asked: Asked, filter: Of, cells: CellReaderFactory): RowTest;
  /** A condition that is true exactly when the predicate is; it may be null where that is false. */
  sql(asked: Asked, filter: Of, write: SqlWriter): string;
  /**
   * For a section of several subjects: a condition on the whole array column, true exactly when some subject passes. None when the
   * kind has no such form; then the subjects are looked at one by one.
   */
  sqlForAny?(asked: Asked, filter: Of, write: SqlWriter): string | undefined;
  /** Left out by a kind of one column: its cell is what is seen. */
  explain?(asked: Asked, filter: Of, cells: CellReaderFactory): CellExplainer;
  schema(filter: Of): JsonSchema;
}

/** Marks a column that always has a value, as every path it reads is always there. */
export const requiredWhen = (always: boolean): { readonly required?: true } =>
  always ? { required: true } : {};
