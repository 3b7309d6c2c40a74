import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type LogSample, logPosition, ReplicaLag } from './replica-lag.ts';
import { type Db, firstRow, sql } from './sql.ts';
import { DatabaseNotReadyError } from './unavailable.ts';

export interface ReplicaOptions {
  /** With a larger lag it is not read. */
  readonly maxLagMs: number;
  readonly log: Log;
  readonly clock: Clock;
  /** A time of the primary's clock before which everything is committed. */
  readonly watermark: (primary: Db) => Promise<number>;
}

export interface ReplicaWatch {
  /** The state it is known to have; undefined when too old or unknown. */
  covered(): LogSample | undefined;
  /** Its lag behind the primary. */
  lagMs(): number | undefined;
  /** It failed a caller. */
  lost(): void;
  end(): Promise<void>;
}

const UNKNOWN = 'not asked yet';
/** A fraction of the bound: often enough that a replica that follows never appears to lag. */
const CHECKS_PER_BOUND = 8;
const MIN_CHECK_MS = 100;
const MAX_CHECK_MS = 1_000;

/** Polls the positions of both servers. Logs when reads leave the replica and when they return. */
export function watchReplica(primary: Db, standby: Db, options: ReplicaOptions): ReplicaWatch {
  const { clock, maxLagMs, log } = options;
  const lag = new ReplicaLag();
  const ending = new AbortController();
  const startedMs = clock.monotonicMs();
  let unread: string | undefined = UNKNOWN;
  const lagMs = () => (lag.covered === undefined ? undefined : clock.monotonicMs() - lag.covered.atMs);
  const covered = () => ((lagMs() ?? Number.POSITIVE_INFINITY) <= maxLagMs ? lag.covered : undefined);
  const note = (reason: string | undefined): void => {
    if (reason === unread) return;
    // The replay at its start may take as long as the bound.
    if (unread === UNKNOWN && reason === 'behind' && clock.monotonicMs() - startedMs < maxLagMs) return;
    if (reason === undefined) log.info({ event: 'replica.read' }, 'the replica is read');
    else if (unread === undefined || unread === UNKNOWN)
      log.warn({ event: 'replica.not_read', reason }, 'the replica is not read; reads go to the primary');
    unread = reason;
  };
  const check = async (): Promise<void> => {
    const atMs = clock.monotonicMs();
    const moment = await options.watermark(primary);
    lag.add({ atMs, moment, position: await primaryPosition(primary) });
    const replayed = await replayedPosition(standby);
    if (typeof replayed === 'string') lag.forget();
    else lag.replayed(replayed);
    note(covered() === undefined ? (typeof replayed === 'string' ? replayed : 'behind') : undefined);
  };
  const everyMs = Math.min(Math.max(MIN_CHECK_MS, maxLagMs / CHECKS_PER_BOUND), MAX_CHECK_MS);
  const watching = repeat(check, everyMs, { clock, signal: ending.signal });
  return {
    covered,
    lagMs,
    lost() {
      lag.forget();
      note('not reachable');
    },
    async end() {
      ending.abort();
      await watching;
    },
  };
}

/** While the primary is unavailable nothing is known of the replica, and its lag grows. */
async function repeat(
  check: () => Promise<void>,
  everyMs: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await check().catch(() => undefined);
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}

async function primaryPosition(primary: Db): Promise<bigint> {
  const row = await firstRow<{ position: string }>(
    primary,
    sql`select pg_current_wal_lsn()::text as position`,
  );
  if (row === undefined) throw new DatabaseNotReadyError();
  return logPosition(row.position);
}

/** The position that it has replayed, or why that is unknown. */
async function replayedPosition(standby: Db): Promise<bigint | string> {
  try {
    const row = await firstRow<{ position: string | null }>(
      standby,
      sql`select pg_last_wal_replay_lsn()::text as position where pg_is_in_recovery()`,
    );
    return typeof row?.position === 'string' ? logPosition(row.position) : 'not a standby';
  } catch {
    return 'not reachable';
  }
}
