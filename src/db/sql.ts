/** One statement with its bound values. Statements nest: a fragment inside a template is spliced, anything else is bound. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a store function needs: `db` is a pool or the connection of a running transaction. */
export interface Db {
  rows<Row>(statement: Sql): Promise<Row[]>;
}

/** A handle that can also open a transaction. Only shells that own a unit of work ask for it. */
export interface Database extends Db {
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value && brand in value;

const brand = Symbol('sql');

export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const values: unknown[] = [];
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) {
    text += isSql(part) ? splice(part, values) : `$${values.push(part)}`;
    text += strings[index + 1];
  }
  return { text, values, [brand]: true } as Sql;
}

/** Joins fragments, for a list of conditions or columns decided at run time. */
export function joinSql(fragments: readonly Sql[], separator: string): Sql {
  const values: unknown[] = [];
  const text = fragments.map((fragment) => splice(fragment, values)).join(separator);
  return { text, values, [brand]: true } as Sql;
}

function splice(fragment: Sql, values: unknown[]): string {
  const offset = values.length;
  values.push(...fragment.values);
  return fragment.text.replace(/\$(\d+)/g, (_, index) => `$${Number(index) + offset}`);
}

export async function firstRow<Row>(db: Db, statement: Sql): Promise<Row | undefined> {
  return (await db.rows<Row>(statement))[0];
}
