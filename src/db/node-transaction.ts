import pg from 'pg';
import type { NodeFunction } from './node-function.ts';
import type { NodeFunctions } from './node-functions.ts';
import { PUSHED } from './pushed-insert.ts';
import type { Session } from './session.ts';
import { preparedSql, type Sql } from './sql.ts';

/**
 * A write of the cluster that changes nothing. After it a move of the region waits for the end of the transaction, and
 * the commit includes the node: the coordinator takes a call for a read.
 */
const JOIN_WRITERS: Sql = preparedSql('delete from listing where listing_id is null')();

/**
 * Locks tables on the coordinator alone, as its own statements do before they ask the node. A change of a table locks it
 * there first, and then on the node: without this it and a transaction would wait for each other.
 */
const lockTables = (tables: readonly string[]): Sql => ({
  text: `set local citus.enable_ddl_propagation = off; lock table only ${tables.join(', only ')} in row exclusive mode;
    set local citus.enable_ddl_propagation to default`,
  values: [],
});

interface Call {
  readonly called: NodeFunction;
  readonly values: readonly unknown[];
}

const NO_RESULT: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** The session of one transaction in a region on a worker. */
export function openNodeTransaction(functions: NodeFunctions, session: Session): Session {
  const locked = new Set<string>();
  let hasJoined = false;
  /** In the order of the transaction. */
  let delayed: Call[] = [];

  const run = async (calls: readonly Call[]): Promise<pg.QueryResult> => {
    const called = calls.map((call) => call.called);
    if (called.some(({ tables }) => tables.some((table) => !locked.has(table)))) {
      const tables = functions.tables();
      await session.query(lockTables(tables));
      for (const table of tables) locked.add(table);
    }
    if (!hasJoined && called.some(({ written }) => written.length > 0)) {
      await session.query(JOIN_WRITERS);
      hasJoined = true;
    }
    return session.query(callOf(calls)).catch((error: unknown) => {
      if (isUndefined(error)) for (const { text } of called) functions.giveUp(text);
      throw error;
    });
  };
  const sendDelayed = async (): Promise<void> => {
    const calls = delayed;
    delayed = [];
    if (calls.length > 0) await run(calls);
  };
  const query = async (statement: Sql): Promise<pg.QueryResult> => {
    const { text, values, onNode } = statement;
    if (text.startsWith('rollback')) {
      delayed = [];
      // It releases the locks of its savepoint.
      locked.clear();
      hasJoined = false;
    }
    const called = onNode === undefined ? undefined : functions.find(text);
    if (called?.columns === '' && onNode === 'later') {
      delayed.push({ called, values });
      return NO_RESULT;
    }
    if (delayed.length > 0 && (ENDS.test(text) || delayed.some((call) => concerns(text, call))))
      await sendDelayed();
    if (called !== undefined) return run([{ called, values }]);
    const result = await session.query(statement);
    if (onNode !== undefined) functions.learn(statement, result.fields);
    return result;
  };
  const copy: Session['copy'] = async (statement, rows) => {
    await sendDelayed();
    await session.copy(statement, rows);
  };
  return { ...session, runsOnNode: true, query, copy };
}

/** What was written until then is part of it. */
const ENDS = /^(?:commit|savepoint)\b/;

/** Whether the statement names a table that the call writes. */
const concerns = (text: string, { called }: Call): boolean =>
  called.written.some((table) => wordOf(table).test(text));

const words = new Map<string, RegExp>();
function wordOf(table: string): RegExp {
  const word = words.get(table) ?? new RegExp(`\\b${table}\\b`);
  words.set(table, word);
  return word;
}

const callStatements = new Map<string, ReturnType<typeof preparedSql>>();

/** Several are called in their order; they have no result. */
function callOf(calls: readonly Call[]): Sql {
  const key = calls.map(({ called }) => called.name).join(' ');
  let statement = callStatements.get(key);
  if (statement === undefined) {
    let count = 0;
    const texts = calls.map(({ called: { name, types } }) => {
      const values = types.map((type) => {
        count += 1;
        return `$${count}::${type}`;
      });
      return `${name}(${values.join(', ')})`;
    });
    const columns = calls[0]?.called.columns ?? '';
    statement = preparedSql(
      columns === ''
        ? `select ${texts.join(', ')} where ${PUSHED}`
        : `select * from ${texts.join()} as answer (${columns}) where ${PUSHED}`,
    );
    callStatements.set(key, statement);
  }
  return statement(...calls.flatMap(({ values }) => values));
}

/** A table, a column or a function is missing. */
const isUndefined = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['42P01', '42703', '42883'].includes(error.code ?? '');
