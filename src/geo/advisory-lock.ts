import { type Database, type Db, firstRow, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';

const LOCK_RETRY_MS = 100;

/**
 * Runs the work in a transaction of which there is one at a time for each country, whatever the process. Asked for again and
 * again rather than waited for: a statement may last 4 s, a load longer.
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

/** The lock ends with the transaction. */
async function tryLock(db: Db, countryCode: string): Promise<boolean> {
  const row = await firstRow<{ taken: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtext('geography'), hashtext(${countryCode})) as taken`,
  );
  return row?.taken === true;
}
