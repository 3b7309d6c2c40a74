import pg from 'pg';
import type { OpenDatabase } from '../db/pool.ts';
import { type ShardNames, toShardStatement } from '../db/shard-names.ts';
import { type Db, fixedSql, type Sql, sql } from '../db/sql.ts';
import { isUnavailable } from '../db/unavailable.ts';
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

/** The shards of a region, and sessions with their node. */
interface Placed {
  node: OpenNode;
  statements: ShardStatements;
}

interface OpenNode {
  address: string;
  db: OpenDatabase;
}

export function openShardReader({
  name,
  db,
  open,
  log,
  monotonicMs = () => performance.now(),
}: ShardReaderParts): ShardReader {
  let placed: Placed | undefined;
  let [readAt, tryAt] = [Number.NEGATIVE_INFINITY, 0];
  let refreshing: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    const startedMs = monotonicMs();
    try {
      const found = await selectPlacement(db, name);
      if (found === undefined) void placed?.node.db.end();
      placed = found && (await place(found, placed, open));
      readAt = startedMs;
    } catch (error) {
      leave(error);
    }
  };
  const leave = (err: unknown): void => {
    void placed?.node.db.end();
    [placed, tryAt] = [undefined, monotonicMs() + RETRY_AFTER_MS];
    log.warn(
      { event: 'regions.node_unreached', region: name, err },
      'the node of a region is not reached: the coordinator answers',
    );
  };
  const startRefresh = async (): Promise<void> => {
    if (monotonicMs() < tryAt) return;
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  };
  const ageMs = (): number => monotonicMs() - readAt;
  const direct = shardFirst({
    coordinator: db,
    async findPlaced() {
      // To read the placement again takes less than the planner of the coordinator.
      if (ageMs() > MAX_PLACEMENT_AGE_MS) await startRefresh();
      return ageMs() > MAX_PLACEMENT_AGE_MS ? undefined : placed;
    },
    onFailure(error, of) {
      readAt = Number.NEGATIVE_INFINITY;
      if (isUnavailable(error) && of.node === placed?.node) leave(error);
    },
  });
  return {
    current() {
      if (ageMs() > REFRESH_AFTER_MS) void startRefresh();
      return placed && direct;
    },
    async end() {
      await refreshing;
      await placed?.node.db.end();
    },
  };
}

async function place(
  { host, port, shards }: Placement,
  former: Placed | undefined,
  open: ShardReaderParts['open'],
): Promise<Placed> {
  const address = `${host}:${port}`;
  const node =
    former?.node.address === address ? former.node : { address, db: await reach(open({ host, port })) };
  // Searches that run there end first.
  if (former !== undefined && former.node !== node) void former.node.db.end();
  const statements = former?.statements.isOf(shards) ? former.statements : new ShardStatements(shards);
  return { node, statements };
}

/** A session is opened before the first search needs it. */
async function reach(node: OpenDatabase): Promise<OpenDatabase> {
  try {
    await node.rows(sql`select ${1}::int`);
    return node;
  } catch (error) {
    await node.end();
    throw error;
  }
}

/** Criteria of one form have one text. */
const MAX_REMEMBERED_STATEMENTS = 1_000;

/** Statements on shards. To rewrite one takes 25 µs, and a search is a few of them. */
class ShardStatements {
  readonly #shards: ShardNames;
  readonly #texts = new Map<string, string | undefined>();

  constructor(shards: ShardNames) {
    this.#shards = shards;
  }

  isOf(shards: ShardNames): boolean {
    return (
      shards.size === this.#shards.size &&
      [...shards].every(([table, shard]) => this.#shards.get(table) === shard)
    );
  }

  /** Undefined: it reads something else than shards, or writes. */
  rewrite({ text, name, values }: Sql): Sql | undefined {
    let own = this.#texts.get(text);
    if (own === undefined && !this.#texts.has(text)) {
      if (this.#texts.size >= MAX_REMEMBERED_STATEMENTS) this.#texts.clear();
      own = toShardStatement(text, this.#shards);
      this.#texts.set(text, own);
    }
    if (own === undefined) return undefined;
    return name === undefined ? { text: own, values } : fixedSql({ text: own, values });
  }
}

interface ShardHandle {
  coordinator: Db;
  findPlaced(): Promise<Placed | undefined>;
  /** The shards may be elsewhere, or their node not reached. */
  onFailure(error: unknown, placed: Placed): void;
}

const QUERY_CANCELED = '57014';
const isTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;

/** No read fails because of its node: the coordinator answers then, except what takes too long anywhere. */
const shardFirst = ({ coordinator, findPlaced, onFailure }: ShardHandle): Db => ({
  async rows<Row>(statement: Sql): Promise<Row[]> {
    const placed = await findPlaced();
    const own = placed?.statements.rewrite(statement);
    if (placed === undefined || own === undefined) return coordinator.rows<Row>(statement);
    try {
      return await placed.node.db.rows<Row>(own);
    } catch (error) {
      if (isTooLong(error)) throw error;
      onFailure(error, placed);
      return coordinator.rows<Row>(statement);
    }
  },
});
