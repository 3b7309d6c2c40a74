import pg from 'pg';
import type { OpenDatabase } from '../db/pool.ts';
import { type ShardNames, toShardStatement } from '../db/shard-names.ts';
import { type Db, type Sql, sql } from '../db/sql.ts';
import type { Log } from '../lib/log.ts';

/** Reads a region on its own node, without the coordinator: its planner takes as long as a small search. */
export interface ShardReader {
  /** Undefined while the node is not known or not reached. */
  current(): Db | undefined;
  end(): Promise<void>;
}

export interface ShardReaderParts {
  name: string;
  /** The region by way of the coordinator. */
  db: Db;
  open(node: { host: string; port: number }): OpenDatabase;
  log: Pick<Log, 'warn'>;
  monotonicMs?: () => number;
}

/**
 * After a move the former shards stay for some seconds, and are not written. So a placement is used no longer than a
 * memory index may be behind.
 */
const MAX_PLACEMENT_AGE_MS = 1_000;
const REFRESH_AFTER_MS = 400;
const RETRY_AFTER_MS = 60_000;

interface Placement {
  host: string;
  port: number;
  shards: ShardNames;
}

/** Of the tables of a schema that is on one node. */
async function selectPlacement(db: Db, region: string): Promise<Placement | undefined> {
  const rows = await db.rows<{ table: string; shard: string; host: string; port: number }>(sql`
    select class.relname as "table", class.relname || '_' || shard.shardid as shard, node.nodename as host, node.nodeport as port
    from pg_dist_shard shard join pg_class class on class.oid = shard.logicalrelid
      join pg_dist_placement placement on placement.shardid = shard.shardid
      join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
    where class.relnamespace = ${region}::regnamespace`);
  const [first] = rows;
  if (first === undefined || rows.some(({ host, port }) => host !== first.host || port !== first.port))
    return undefined;
  return { host: first.host, port: first.port, shards: new Map(rows.map((row) => [row.table, row.shard])) };
}

export function openShardReader({
  name,
  db,
  open,
  log,
  monotonicMs = () => performance.now(),
}: ShardReaderParts): ShardReader {
  let placement: Placement | undefined;
  let node: { key: string; db: OpenDatabase } | undefined;
  let [readAt, tryAt] = [Number.NEGATIVE_INFINITY, 0];
  let refreshing: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    const startedMs = monotonicMs();
    try {
      const found = await selectPlacement(db, name);
      if (found !== undefined) node = await reach(found, node, open);
      [placement, readAt] = [found, startedMs];
    } catch (err) {
      [placement, tryAt] = [undefined, monotonicMs() + RETRY_AFTER_MS];
      log.warn(
        { event: 'regions.node_unreached', region: name, err },
        'the node of a region is not reached: the coordinator answers',
      );
    }
  };
  const startRefresh = (): void => {
    if (monotonicMs() < tryAt) return;
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
  };
  const forget = (): void => {
    readAt = Number.NEGATIVE_INFINITY;
  };
  return {
    current() {
      const age = monotonicMs() - readAt;
      if (age > REFRESH_AFTER_MS) startRefresh();
      if (age > MAX_PLACEMENT_AGE_MS || placement === undefined || node === undefined) return undefined;
      return shardFirst({ shards: placement.shards, node: node.db, coordinator: db, forget });
    },
    async end() {
      await refreshing;
      await node?.db.end();
    },
  };
}

/** A session is opened before the first search needs it. */
async function reach(
  { host, port }: Placement,
  former: { key: string; db: OpenDatabase } | undefined,
  open: ShardReaderParts['open'],
): Promise<{ key: string; db: OpenDatabase }> {
  const key = `${host}:${port}`;
  if (former?.key === key) return former;
  const opened = open({ host, port });
  try {
    await opened.rows(sql`select ${1}::int`);
  } catch (error) {
    await opened.end();
    throw error;
  }
  // Searches that run there end first.
  void former?.db.end();
  return { key, db: opened };
}

interface ShardHandle {
  shards: ShardNames;
  node: Db;
  coordinator: Db;
  forget(): void;
}

const QUERY_CANCELED = '57014';
const isTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;

/** No read fails because of its node: the coordinator answers then, except what takes too long anywhere. */
function shardFirst({ shards, node, coordinator, forget }: ShardHandle): Db {
  return {
    async rows<Row>(statement: Sql): Promise<Row[]> {
      const text = toShardStatement(statement.text, shards);
      if (text === undefined) return coordinator.rows<Row>(statement);
      try {
        return await node.rows<Row>({ text, values: statement.values });
      } catch (error) {
        if (isTooLong(error)) throw error;
        forget();
        return coordinator.rows<Row>(statement);
      }
    },
  };
}
