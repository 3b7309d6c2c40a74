import { readHorizon } from '../../src/db/horizon.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { until } from '../faults/until.ts';

/**
 * Waits until everything committed so far is below the horizon. Test files share one server, and transactions of its other
 * databases hold the horizon back too: what a test has just written may not be readable from a change log yet.
 */
export async function passHorizon(db: Db): Promise<void> {
  const [row] = await db.rows<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  const isPassed = async () => BigInt(await readHorizon(db)) > BigInt(row?.id ?? 0);
  await until(isPassed, { within: 30_000, every: 20, what: () => 'the end of older transactions' });
}
