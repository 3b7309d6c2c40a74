import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type LogSample, logPosition, ReplicaLag } from './replica-lag.ts';
import { type Db, firstRow, sql } from './sql.ts';
import { DatabaseNotReadyError } from './unavailable.ts';

export interface ReplicaOptions {
  /** Further behind it is not read. */
  readonly maxLagMs: number;
  readonly log: Log;
  readonly clock: Clock;
  /** A moment of the primary's clock before which everything that was noted is committed. */
  readonly watermark: (primary: Db) => Promise<number>;
}

export interface ReplicaWatch {
  /** What it is known to hold; undefined when that is too old, or nothing is known. */
  covered(): LogSample | undefined;
  /** How long ago it was as the primary is now. */
  lagMs(): number | undefined;
  /** It failed a caller. */
  lost(): void;
  end(): Promise<void>;
}

const UNKNOWN = 'not asked yet';
/** Of the bound: often enough that a replica that follows is never taken for one that lags. */
const CHECKS_PER_BOUND = 8;
const MIN_CHECK_MS = 100;
const MAX_CHECK_MS = 1_000;

/** Asks both servers again and again where they are. Logs when the replica stops being read and when it is read again. */
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
    // What it replays at the start may take as long as it may be behind.
    if (unread === UNKNOWN && reason === 'behind' && clock.monotonicMs() - startedMs < maxLagMs) return;
    if (reason === undefined) log.info({ event: 'replica.read' }, 'the replica is read');
    else if (unread === undefined || unread === UNKNOWN)
      log.warn({ event: 'replica.not_read', reason }, 'the replica is not read: the primary answers');
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

/** While the primary cannot be asked nothing is learned of the replica, whose lag grows meanwhile. */
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

/** Up to where it has replayed the log, or why that is not known. */
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
