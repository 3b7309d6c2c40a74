import { type Database, type Db, firstRow, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';

const LOCK_RETRY_MS = 100;

/**
 * Runs the work in a transaction, one at a time per country across all processes. It polls for the lock instead of
 * waiting: a statement may last 4 s, a load longer.
 */
export async function withAdvisoryLock<Result>(
  db: Database,
  clock: Clock,
  countryCode: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await db.transaction(async (transaction) =>
      (await tryLock(transaction, countryCode)) ? { result: await work(transaction) } : undefined,
    );
    if (done !== undefined) return done.result;
    await clock.sleep(LOCK_RETRY_MS);
  }
}

/** Transaction-level: released at its end. */
async function tryLock(db: Db, countryCode: string): Promise<boolean> {
  const row = await firstRow<{ acquired: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtext('geography'), hashtext(${countryCode})) as acquired`,
  );
  return row?.acquired === true;
}
