import type { Clock } from '../lib/clock.ts';
import { type RetryPolicy, retry } from './retrying.ts';
import { type Db, firstRow, identifier, type Sql, sql } from './sql.ts';

/** Above this a rewrite takes too long, and blocks writers meanwhile: it is left to a maintenance window. */
const MAX_REWRITTEN_BYTES = 200_000_000;

export interface ScrubResult {
  rewrittenTables: number;
  /** Tables too large to rewrite at once: freed space in their pages may still hold old bytes. */
  vacuumedTables: number;
}

const WAIT_STEP_MS = 200;

/**
 * On a busy machine a rewrite or a checkpoint takes longer than a statement may. The server goes on with a checkpoint that
 * nobody waits for, so the next one is shorter.
 */
const PATIENCE: RetryPolicy = { maxTries: 10, maxAwayMs: 0, onRetry() {} };
const runPatiently = (db: Db, statement: Sql): Promise<unknown> => retry(() => db.rows(statement), PATIENCE);

/**
 * Waits until every transaction that runs now has ended: a rewritten table keeps the rows that an older one may still
 * see. False when one runs for longer.
 */
export async function olderTransactionsEnded(db: Db, clock: Clock, maxMs: number): Promise<boolean> {
  const row = await firstRow<{ moment: string }>(db, sql`select clock_timestamp()::text as moment`);
  for (const deadline = clock.monotonicMs() + maxMs; ; ) {
    const older = await db.rows(sql`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and xact_start < ${row?.moment ?? ''}::timestamptz limit 1`);
    if (older.length === 0) return true;
    if (clock.monotonicMs() >= deadline) return false;
    await clock.sleep(WAIT_STEP_MS);
  }
}

/**
 * Removes the bytes of deleted rows. `vacuum` only frees their space, and the bytes stay in the page; `vacuum full`
 * writes the table again. The write-ahead log still has them: `cutLog`.
 */
export async function scrubTables(
  db: Db,
  tables: readonly string[],
  rewrittenAtAnySize: readonly string[] = [],
): Promise<ScrubResult> {
  const result = { rewrittenTables: 0, vacuumedTables: 0 };
  for (const table of [...tables, ...rewrittenAtAnySize]) {
    const size = await firstRow<{ bytes: number }>(
      db,
      sql`select sum(pg_total_relation_size(relid))::float8 as bytes from pg_partition_tree(${table}::regclass)`,
    );
    const isSmall = (size?.bytes ?? 0) <= MAX_REWRITTEN_BYTES || rewrittenAtAnySize.includes(table);
    await runPatiently(
      db,
      isSmall ? sql`vacuum (full, analyze) ${identifier(table)}` : sql`vacuum (analyze) ${identifier(table)}`,
    );
    if (isSmall) result.rewrittenTables += 1;
    else result.vacuumedTables += 1;
  }
  return result;
}

/** More than a segment of the write-ahead log. */
const FILLER_BYTES = 17 * 1024 * 1024;

/**
 * Statistics hold sample values, and the write-ahead log every row written. Checkpoints delete the segments before them,
 * once the current one is full. The embedded server recycles none; a server of others may. False where we may not.
 */
export async function cutLog(db: Db): Promise<boolean> {
  const role = await firstRow<{ mayCut: boolean }>(
    db,
    sql`select pg_has_role(current_user, 'pg_checkpoint', 'usage') as "mayCut"`,
  );
  if (role?.mayCut !== true) return false;
  await runPatiently(db, sql`vacuum full pg_statistic`);
  await runPatiently(db, sql`vacuum full pg_statistic_ext_data`);
  for (let step = 0; step < 2; step += 1) {
    await runPatiently(db, sql`select pg_logical_emit_message(false, 'scrub', repeat('0', ${FILLER_BYTES}))`);
    await runPatiently(db, sql`checkpoint`);
  }
  return true;
}
