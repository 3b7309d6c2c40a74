import { readHorizon } from '../../src/db/horizon.ts';
import { type Db, sql } from '../../src/db/sql.ts';

const MAX_WAIT_MS = 30_000;
const PAUSE_MS = 20;

/**
 * Waits until everything committed so far is below the horizon. Test files share one server, and transactions of its other
 * databases hold the horizon back too: what a test has just written may not be readable from a change log yet.
 */
export async function passHorizon(db: Db): Promise<void> {
  const [row] = await db.rows<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  const deadline = performance.now() + MAX_WAIT_MS;
  while (BigInt(await readHorizon(db)) <= BigInt(row?.id ?? 0)) {
    if (performance.now() > deadline)
      throw new Error(`another transaction of the server has been open for ${MAX_WAIT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
