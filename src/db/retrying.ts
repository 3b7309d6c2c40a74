import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '../lib/backoff.ts';
import type { Database, Db, RegionSet, Sql } from './sql.ts';
import { isUnavailable, isUnresponsiveConnection } from './unavailable.ts';

export interface RetryPolicy {
  /** Attempts of one statement or transaction that timed out or lost a race. */
  readonly maxTries: number;
  /** How long to wait for an unavailable database; 0: not at all. */
  readonly maxAwayMs: number;
  /**
   * Also repeats a statement outside of a transaction whose connection was lost. For work that only reads there, or
   * writes what is the same a second time.
   */
  readonly repeatsStatements?: boolean;
  onRetry(error: Error, waitMs: number): void;
}

/** All attempts timed out. The database is available, and the work takes too long. */
export class RetryTimeoutError extends Error {
  constructor(tries: number, cause: Error) {
    super(`not done in time, tried ${tries} times: ${cause.message}`, { cause });
  }
}

const BACKOFF = { firstMs: 200, capMs: 5_000 };
const CONFLICTS = new Set(['40001', '40P01']);
const TIMEOUTS = new Set(['55P03', '57014']);
/** Raised before a statement was sent: it had no effect. */
const NOT_CONNECTED = new Set(['53300', '57P03', 'EAGAIN', 'ECONNREFUSED', 'ENOENT']);
const NO_SESSION = 'timeout exceeded when trying to connect';

/**
 * A handle for work that must complete on a busy machine: statements that timed out are retried, transactions that may
 * be repeated (`retries` above 0) also after a lost connection. What may have had an effect and must not have it twice
 * is not repeated. Each region has a handle of its own, which retries too.
 */
export const withRetries = <Handle extends Database>(db: Handle, policy: RetryPolicy): Handle => ({
  ...db,
  ...(db.regions === undefined ? {} : { regions: withRegionRetries(db.regions, policy) }),
  rows: <Row>(statement: Sql) =>
    retry(
      () => db.rows<Row>(statement),
      policy,
      policy.repeatsStatements === true ? isUnavailable : isSafeToRepeat,
    ),
  transaction: <Result>(
    work: (db: Db) => Promise<Result>,
    options?: Parameters<Database['transaction']>[1],
  ): Promise<Result> => {
    const run = (): Promise<Result> => db.transaction(work, options);
    return (options?.retries ?? 0) > 0 ? retry(run, policy, isUnavailable) : run();
  },
});

const withRegionRetries = (regions: RegionSet, policy: RetryPolicy): RegionSet => ({
  ...regions,
  all: regions.all.map((region) => ({ ...region, db: withRetries(region.db, policy) })),
});

/** Repeats the work while its failures are transient. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { maxTries, maxAwayMs, onRetry }: RetryPolicy,
  mayRepeat: (error: unknown) => boolean = isUnavailable,
): Promise<Result> {
  const started = performance.now();
  for (let [attempt, timeouts] = [0, 0]; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isSlow = isTimeout(error);
      if (!isSlow && !mayRepeat(error)) throw error;
      timeouts += isSlow ? 1 : 0;
      if (timeouts >= maxTries) throw new RetryTimeoutError(timeouts, error as Error);
      if (!isSlow && performance.now() - started >= maxAwayMs) throw error;
      const waitMs = backoffMs(attempt, BACKOFF);
      onRetry(error as Error, waitMs);
      await pause(waitMs);
    }
  }
}

const errorCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

function isTimeout(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isUnresponsiveConnection(error);
  return TIMEOUTS.has(errorCode(error)) || CONFLICTS.has(errorCode(error));
}

const isSafeToRepeat = (error: unknown): boolean =>
  NOT_CONNECTED.has(errorCode(error)) || (error instanceof Error && error.message === NO_SESSION);
