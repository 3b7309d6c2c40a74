import { createHash } from 'node:crypto';
import pg from 'pg';
import { monotonicMs } from '../lib/clock.ts';
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts';
import type { Log } from '../lib/log.ts';
import { PUSHED } from './pushed-insert.ts';
import { type ShardNames, toNodeStatement } from './shard-names.ts';
import { type Db, preparedSql, type Sql, sql } from './sql.ts';
import { markAsUsed } from './unused-functions.ts';

/**
 * A statement that may run in the node of its region as a function on the shards (decision 81). It is then planned once
 * for each session of the node, and the coordinator plans the call; else both plan it each time. Only in a transaction.
 * - Every value has its type: `$1::uuid[]`.
 * - Clocks, transaction ids and numbers of identity are the coordinator's: they are read there and bound.
 */
export const onNode = (statement: Sql): Sql => ({ ...statement, onNode: true });

type Query = (statement: Sql) => Promise<pg.QueryResult>;

/** The functions of a region. The first call of a statement is the coordinator's, and has the columns of its result. */
export interface NodeFunctions {
  find(text: string): NodeFunction | undefined;
  /** Of all functions that there are. */
  tables(): readonly string[];
  /** Creates the function beside the work. Where it cannot be, the coordinator goes on. */
  learn(statement: Sql, fields: readonly Field[]): void;
  /** The shards changed, and the coordinator knows them: it goes on for a while. */
  giveUp(text: string): void;
}

type Field = Pick<pg.FieldDef, 'name' | 'dataTypeID'>;

interface NodeFunction {
  readonly writes: boolean;
  readonly tables: readonly string[];
  readonly call: (...values: readonly unknown[]) => Sql;
}

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

/** The statements of one transaction. */
export function queryOnNode(functions: NodeFunctions, query: Query): Query {
  const locked = new Set<string>();
  let hasJoined = false;
  return async (statement) => {
    const { text, values } = statement;
    if (statement.onNode !== true) {
      // It releases the locks of its savepoint.
      if (text.startsWith('rollback to')) {
        locked.clear();
        hasJoined = false;
      }
      return query(statement);
    }
    const found = functions.find(text);
    if (found === undefined) {
      const result = await query(statement);
      functions.learn(statement, result.fields);
      return result;
    }
    if (found.tables.some((table) => !locked.has(table))) {
      const tables = functions.tables();
      await query(lockTables(tables));
      for (const table of tables) locked.add(table);
    }
    if (found.writes && !hasJoined) await query(JOIN_WRITERS);
    hasJoined ||= found.writes;
    return query(found.call(...values)).catch((error: unknown) => {
      if (isUndefined(error)) functions.giveUp(text);
      throw error;
    });
  };
}

/** A table, a column or a function is missing. */
const isUndefined = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['42P01', '42703', '42883'].includes(error.code ?? '');

interface Parts {
  region: string;
  /** The region by way of the coordinator. */
  db: Db;
  log: Pick<Log, 'warn'>;
  nowMs?: (() => number) | undefined;
}

const RETRY_AFTER_MS = MINUTE_MS;
/** Then it is looked for again, and marked as used. It is dropped days later at the earliest (`dropUnusedFunctions`). */
const USED_FOR_MS = DAY_MS;

class UnfitStatementError extends Error {}

export function createNodeFunctions({ region, db, log, nowMs = monotonicMs }: Parts): NodeFunctions {
  /** Undefined: it is being created, or it cannot be. */
  const byText = new Map<string, NodeFunction | undefined>();
  const usedUntilMs = new Map<string, number>();
  const retryLater = (text: string): void =>
    void setTimeout(() => byText.delete(text), RETRY_AFTER_MS).unref();
  const create = async (definition: Definition): Promise<void> => {
    try {
      const usedUntil = nowMs() + USED_FOR_MS;
      byText.set(definition.text, await createFunction(db, region, definition));
      usedUntilMs.set(definition.text, usedUntil);
    } catch (err) {
      log.warn(
        { event: 'regions.node_function', region, err },
        'a statement cannot be a function of its node: the coordinator plans it',
      );
      // A busy server may have refused it.
      if (!(err instanceof UnfitStatementError)) retryLater(definition.text);
    }
  };
  return {
    find(text) {
      if ((usedUntilMs.get(text) ?? 0) > nowMs()) return byText.get(text);
      if (usedUntilMs.delete(text)) byText.delete(text);
      return undefined;
    },
    tables: () => [...new Set([...byText.values()].flatMap((found) => found?.tables ?? []))].sort(),
    learn({ text, name }, fields) {
      if (byText.has(text)) return;
      byText.set(text, undefined);
      void create({ text, fields, isPrepared: name !== undefined });
    },
    giveUp(text) {
      byText.set(text, undefined);
      usedUntilMs.delete(text);
      retryLater(text);
    },
  };
}

const DIGEST_DIGITS = 24;

interface Definition {
  text: string;
  isPrepared: boolean;
  fields: readonly Field[];
}

/** Its name depends on its text: releases have several, and a table that was replaced has another shard. */
async function createFunction(
  db: Db,
  region: string,
  { text, fields, isPrepared }: Definition,
): Promise<NodeFunction> {
  const numbers = /\boverriding\s+system\s+value\b/i.test(text);
  const shards = await selectShards(db, region, numbers);
  const onShards = toNodeStatement(text, shards);
  if (onShards === undefined) throw new UnfitStatementError('it needs more than the shards of the region');
  const types = typesOf(text);
  const columns = await columnsOf(db, fields);
  const body = columns === '' ? `begin ${onShards}; end` : `begin return query ${onShards}; end`;
  const digest = createHash('sha256').update(`${types} ${columns} ${isPrepared} ${body}`).digest('hex');
  const name = `${region}.gable_${digest.slice(0, DIGEST_DIGITS)}`;
  const signature = `${name}(${types.join(', ')})`;
  // As on one PostgreSQL: without a name it is planned for its values.
  const plans = isPrepared ? '' : ' set plan_cache_mode = force_custom_plan';
  const returns = columns === '' ? 'void' : 'setof record';
  if (!(await isOnNode(db, signature))) {
    await db
      .rows({
        text: `create function ${signature} returns ${returns} language plpgsql${plans}
          as $gable$${body}$gable$`,
        values: [],
      })
      .catch(unlessDuplicate);
    if (!(await isOnNode(db, signature))) throw new Error('the node does not have the function');
  }
  await markAsUsed(db, signature);
  const call = `${name}(${types.map((type, index) => `$${index + 1}::${type}`).join(', ')})`;
  return {
    writes: /\binsert\s+into\b/i.test(text),
    tables: [...shards.keys()].filter((table) => new RegExp(`\\b${table}\\b`).test(text)),
    call: preparedSql(
      columns === ''
        ? `select ${call} where ${PUSHED}`
        : `select * from ${call} as answer (${columns}) where ${PUSHED}`,
    ),
  };
}

/** The type of each value, as the text casts it. JSON is sent on as text: only the node parses it. */
function typesOf(text: string): string[] {
  const casts = new Map(
    [...text.matchAll(/\$(\d+)::(\w+(?:\[\])?)/g)].map(([, at, type]) => [Number(at), type]),
  );
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at)));
  return Array.from({ length: count }, (_, index) => {
    const type = casts.get(index + 1);
    if (type === undefined) throw new UnfitStatementError(`the value $${index + 1} has no type`);
    return type === 'json' ? 'text' : type;
  });
}

/** Numbers for new rows of a table, from its column of identity. */
export const nextPositions = (table: string, count: string): string =>
  `array(select nextval(pg_get_serial_sequence('${table}', 'position')) from generate_series(1, ${count}::int))::text`;

async function columnsOf(db: Db, fields: readonly Field[]): Promise<string> {
  if (fields.length === 0) return '';
  const [row] = await db.rows<{ columns: string }>(sql`
    select string_agg(quote_ident(name) || ' ' || format_type(type, null), ', ' order by at) as columns
    from unnest(${fields.map(({ name }) => name)}::text[], ${fields.map(({ dataTypeID }) => dataTypeID)}::oid[])
      with ordinality as field (name, type, at)`);
  return row?.columns ?? '';
}

/** Another process may create it at the same time. */
function unlessDuplicate(error: unknown): [] {
  if (error instanceof pg.DatabaseError && ['23505', '42723'].includes(error.code ?? '')) return [];
  throw error;
}

/** The condition on a table of the region lets the node answer. */
async function isOnNode(db: Db, signature: string): Promise<boolean> {
  const [row] = await db.rows<{ present: boolean }>({
    text: `select to_regprocedure($1::text) is not null as present where ${PUSHED}`,
    values: [signature],
  });
  return row?.present === true;
}

/** Without the tables whose rows get a number, unless the statement binds it: the coordinator has the sequence. */
async function selectShards(db: Db, region: string, withNumbered: boolean): Promise<ShardNames> {
  const rows = await db.rows<{ table: string; shard: string }>(sql`
    select class.relname as "table", ${region}::text || '.' || class.relname || '_' || shard.shardid as shard
    from pg_dist_shard shard join pg_class class on class.oid = shard.logicalrelid
    where class.relnamespace = ${region}::regnamespace
      and (${withNumbered} or not exists (select from pg_attribute where attrelid = class.oid and attidentity <> ''))`);
  return new Map(rows.map(({ table, shard }) => [table, shard]));
}
