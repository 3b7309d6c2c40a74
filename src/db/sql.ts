import { createHash } from 'node:crypto';
import { type ArrayElementType, arrayText } from './array-text.ts';

/**
 * One statement with its bound values. Statements nest: a fragment inside a template is spliced, anything else is
 * bound.
 */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Present when the text is the same at every call, so that the server caches its plan under this name. */
  readonly name?: string;
  /** See `onNode` and `onNodeLater`. */
  readonly onNode?: 'now' | 'later';
}

/** What a store function needs: `db` is a pool or the connection of a running transaction. */
export interface Db {
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** Present when the service has several regions: this handle then reads and writes the account plane alone. */
  readonly regions?: RegionSet | undefined;
  /**
   * Its tables are on a worker of a cluster, and the transaction ids of their logs are those of the coordinator: a
   * horizon is read there first, alone.
   */
  readonly isOnWorker?: boolean | undefined;
  /** A transaction in a region on a worker: its statements may run there as functions (`onNode`). */
  readonly runsOnNode?: boolean;
}

/** The connection of a running transaction, which can also copy rows in bulk. */
export interface BulkDb extends Db {
  /** `copy TABLE (…) from stdin`, with the rows in PostgreSQL's text format. */
  copy(statement: string, rows: Buffer): Promise<void>;
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** How often to repeat the work after a serialisation failure or a deadlock. The default is never. */
  readonly retries?: number;
}

/** A handle that can also open a transaction, for callers that own a unit of work. */
export interface Database extends Db {
  transaction<Result>(work: (db: BulkDb) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
}

/** A region with a handle for its tables and those of the account plane. */
export interface Region {
  readonly name: string;
  readonly db: Database;
  /** False in a process whose REGIONS leaves it out: its handle refuses every statement. */
  readonly isServed: boolean;
  /** It is on another node than the account plane, which gives the transaction ids of its change logs. */
  readonly isDistributed: boolean;
  /** Of a region on another node: reads there, without the coordinator. */
  readonly direct?: { current(): Db | undefined } | undefined;
  readonly countries: readonly string[];
  readonly divisionIds: readonly string[];
}

/** A place outside of its own where a region has adverts: a division id, or a country code. */
export interface RegionStray {
  readonly region: string;
  readonly place: string;
}

/** The regions of a service with more than one. */
export interface RegionSet {
  /** The default region first. */
  readonly all: readonly Region[];
  /** The region of each id; an unknown id is of the default region. */
  ofListings(listingIds: readonly string[]): Promise<ReadonlyMap<string, Region>>;
  ofProperties(propertyIds: readonly string[]): Promise<ReadonlyMap<string, Region>>;
  readStrays(): Promise<readonly RegionStray[]>;
}

const brand = Symbol('sql');

/** 96 bits: no collisions, and a name far below PostgreSQL's 63 bytes. */
const DIGEST_DIGITS = 24;

/**
 * The name depends on the text alone. Behind a pooler several processes, of several releases, share a server session:
 * with counted names one would run the statement of another.
 */
const statementName = (text: string): string =>
  `gable_${createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS)}`;

/**
 * A template without fragments has one text: it is built once, and the server plans it once for each session (1.7 times
 * the statements a second for one caller on a two-table join, 1.3 times for 32 callers on 10 sessions). Bounded by the
 * number of templates in the code.
 */
const fixedTemplates = new WeakMap<TemplateStringsArray, { text: string; name: string }>();

export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  if (parts.length === 0 || parts.some(isSql)) return spliceParts(strings, parts);
  let fixed = fixedTemplates.get(strings);
  if (fixed === undefined) {
    const text = strings.reduce((before, next, index) => `${before}$${index}${next}`);
    fixed = { text, name: statementName(text) };
    fixedTemplates.set(strings, fixed);
  }
  return brandSql({ ...fixed, values: parts });
}

/** A statement whose text is built once, when its module is loaded: `$1` is its first argument. */
export function preparedSql(text: string): (...values: readonly unknown[]) => Sql {
  const name = statementName(text);
  return (...values) => ({ text, name, values });
}

const namesOfTexts = new Map<string, string>();

/** A template whose fragments are the same at every call, so that it is planned once too: bounded like templates are. */
export function fixedSql(statement: Sql): Sql {
  const { text } = statement;
  const name = namesOfTexts.get(text) ?? statementName(text);
  namesOfTexts.set(text, name);
  return { ...statement, name };
}

/** Joins fragments, for a list of conditions or columns decided at run time. */
export function joinSql(fragments: readonly Sql[], separator: string): Sql {
  const values: unknown[] = [];
  const text = fragments.map((fragment) => splice(fragment, values)).join(separator);
  return brandSql({ text, values });
}

/** A table or column name decided at run time, quoted so that any text is safe. */
export function identifier(name: string): Sql {
  return brandSql({ text: `"${name.replaceAll('"', '""')}"`, values: [] });
}

/** Numbers or ids, bound as the text of an array. The driver would quote each, which these do not need. */
export const plainArray = (values: readonly (number | string)[]): string => `{${values.join()}}`;

export async function firstRow<Row>(db: Db, statement: Sql): Promise<Row | undefined> {
  return (await db.rows<Row>(statement))[0];
}

function spliceParts(strings: TemplateStringsArray, parts: readonly unknown[]): Sql {
  const values: unknown[] = [];
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) {
    text += isSql(part) ? splice(part, values) : `$${values.push(part)}`;
    text += strings[index + 1];
  }
  return brandSql({ text, values });
}

function splice(fragment: Sql, values: unknown[]): string {
  const offset = values.length;
  for (const value of fragment.values) values.push(value);
  return fragment.text.replace(/\$(\d+)/g, (_, index) => `$${Number(index) + offset}`);
}

/** Only this module can brand: an object from a request body never passes for SQL. */
function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && brand in value;
}

function brandSql(statement: Sql): Sql {
  return Object.assign(statement, { [brand]: true });
}

const columnCasts = {
  uuid: sql`uuid`,
  text: sql`text`,
  json: sql`json`,
  timestamptz: sql`timestamptz`,
} as const satisfies Record<ArrayElementType, Sql>;

/**
 * Rows as a table named `given`, sent as one array for each column. json_to_recordset took a quarter of the time of an
 * insert to parse the rows: 17 µs for a row of eight columns, arrays 1 to 5 µs (at load 9).
 */
export function unnestRows<Row extends object>(
  rows: readonly Row[],
  columns: { readonly [Name in keyof Row & string]-?: ArrayElementType },
): Sql {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const arrays = names.map((name) => {
    const type = columns[name];
    const values = arrayText(
      rows.map((row) => row[name]),
      type,
    );
    return sql`${values}::${columnCasts[type]}[]`;
  });
  return sql`unnest(${joinSql(arrays, ', ')}) as given (${joinSql(names.map(identifier), ', ')})`;
}
