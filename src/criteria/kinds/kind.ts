import type { Filter, Judged } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import type { Here } from '../fault.ts';
import type { Cell, Lineage, Readable, Subject } from '../readable.ts';

/** A column of the search table and how it is read from the flat property. */
export interface Column {
  readonly name: string;
  /** Of one subject; a column of publishers, listings or changes is an array of it. */
  readonly type: string;
  readonly judged: Judged;
  /** True when the column always has a value. */
  readonly required?: true;
  read(subject: Subject, lineage: Lineage): Cell;
  /** The cell as PostgreSQL takes it in JSON, when that differs. */
  write?(cell: Cell): unknown;
  /** The cell again, from JSON that PostgreSQL made of it, when that differs. */
  restore?(written: unknown): Cell;
}

/** Whether a property passes; `at` is the publisher, listing or change looked at. */
export type RowTest = (property: Readable, at: number) => boolean;

/** Gives the reader of a column. */
export type CellsOf = (column: string) => (property: Readable, at: number) => Cell;

/** Where SQL is written: columns by their name, values bound. */
export interface Writer {
  column(name: string): string;
  bind(value: unknown, type: string): string;
  /** A shorter way to ask for divisions by their codes, where the layout of the table has one for all of these. */
  readonly inDivisions?: (codes: readonly string[], write: Writer) => string | undefined;
}

/** What a filter saw of a property, for whoever wants to know why it passed or failed. */
export interface Seen {
  readonly value: unknown;
  /** True when what the question needs is not known. */
  readonly missing: boolean;
}

export type Look = (property: Readable, at: number) => Seen;

/** Everything a kind of filter is: one of each, and nothing about filters anywhere else. */
export interface Kind<Of extends Filter, Asked> {
  /** Undefined when a fault was found; faults go to `here`. */
  parse(json: unknown, filter: Of, here: Here): Asked | undefined;
  /** The JSON that parses to it. */
  json(asked: Asked): unknown;
  columns(filter: Of): readonly Column[];
  matches(asked: Asked, filter: Of, cells: CellsOf): RowTest;
  /** A condition that is true exactly when the predicate is; it may be null where that is false. */
  sql(asked: Asked, filter: Of, write: Writer): string;
  /**
   * For a section of several subjects: a condition on the whole array column, true exactly when some subject passes. None when the
   * kind has no such form; then the subjects are looked at one by one.
   */
  sqlOfAny?(asked: Asked, filter: Of, write: Writer): string | undefined;
  /** Left out by a kind of one column: its cell is what is seen. */
  seen?(asked: Asked, filter: Of, cells: CellsOf): Look;
  schema(filter: Of): JsonSchema;
}

/** Marks a column that always has a value, as every path it reads is always there. */
export const requiredWhen = (always: boolean): { readonly required?: true } =>
  always ? { required: true } : {};
