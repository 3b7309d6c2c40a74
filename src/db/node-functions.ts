import type pg from 'pg';
import { monotonicMs } from '../lib/clock.ts';
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts';
import type { Log } from '../lib/log.ts';
import { createFunction, type Definition, type NodeFunction, UnfitStatementError } from './node-function.ts';
import type { Db, Sql } from './sql.ts';

/**
 * A statement that may run in the node of its region as a function on the shards (decision 81). It is then planned once
 * for each session of the node, and the coordinator plans the call; else both plan it each time. Only in a transaction.
 * - Every value has its type: `$1::uuid[]`.
 * - Clocks, transaction ids and numbers of identity are the coordinator's: they are read there and bound.
 */
export const onNode = (statement: Sql): Sql => ({ ...statement, onNode: 'now' });

/**
 * The same for a write whose result nobody reads. It is sent before a statement that names one of its tables, or before
 * the end of the transaction, in one call with the others (decision 88).
 */
export const onNodeLater = (statement: Sql): Sql => ({ ...statement, onNode: 'later' });

/** Numbers for new rows of a table, from its column of identity. */
export const nextPositions = (table: string, count: string): string =>
  `array(select nextval(pg_get_serial_sequence('${table}', 'position')) from generate_series(1, ${count}::int))::text`;

/** The functions of a region. The first call of a statement is the coordinator's, and has the columns of its result. */
export interface NodeFunctions {
  find(text: string): NodeFunction | undefined;
  /** Of all functions that there are. */
  tables(): readonly string[];
  /** Creates the function beside the work. Where it cannot be, the coordinator goes on. */
  learn(statement: Sql, fields: readonly pg.FieldDef[]): void;
  /** The shards changed, and the coordinator knows them: it goes on for a while. */
  giveUp(text: string): void;
}

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
    learn({ text, name, onNode: when }, fields) {
      if (byText.has(text)) return;
      byText.set(text, undefined);
      void create({ text, fields, isResultIgnored: when === 'later', isPrepared: name !== undefined });
    },
    giveUp(text) {
      byText.set(text, undefined);
      usedUntilMs.delete(text);
      retryLater(text);
    },
  };
}
