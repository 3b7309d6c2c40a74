import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, firstRow, preparedSql, sql } from './sql.ts';
import { DatabaseNotReadyError } from './unavailable.ts';

/**
 * A transaction id below which every transaction is complete. A change log stores the transaction of each entry
 * and is read from the horizon of the last read, so that transactions that commit out of order are not missed.
 */
export type Horizon = string;

export const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())::text';

/** Of the server of the handle, whatever is on other nodes. */
export const readServerHorizon = async (db: Db): Promise<Horizon> =>
  (await firstRow<{ horizon: Horizon }>(db, preparedSql(`select ${HORIZON} as horizon`)()))?.horizon ?? '0';

const POLL_INTERVAL_MS = 20;
const MAX_WAIT_MS = 2_000;

/**
 * A horizon of the coordinator of a Citus cluster up to which every row is visible on every node. A transaction that
 * wrote on several nodes is prepared on them before the coordinator commits, and its rows appear there a moment later:
 * what is prepared after the horizon was read has to end first.
 */
export async function readSettledHorizon(coordinator: Db): Promise<Horizon> {
  const horizon = await readServerHorizon(coordinator);
  const until = performance.now() + MAX_WAIT_MS;
  for (let open = await selectPrepared(coordinator); open.size > 0; ) {
    // After a crash the cluster ends them by itself, within a minute by default.
    if (performance.now() > until) throw new DatabaseNotReadyError();
    await sleep(POLL_INTERVAL_MS);
    open = open.intersection(await selectPrepared(coordinator));
  }
  return horizon;
}

const PREPARED = `select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database()`;

/** The transactions that are prepared on the workers and have not ended. */
async function selectPrepared(coordinator: Db): Promise<ReadonlySet<string>> {
  const rows = await coordinator.rows<{ success: boolean; result: string }>(
    sql`select success, result from run_command_on_workers(${PREPARED})`,
  );
  if (rows.some(({ success }) => !success)) throw new DatabaseNotReadyError();
  return new Set(rows.flatMap(({ result }) => result.split(' ').filter((gid) => gid !== '')));
}
