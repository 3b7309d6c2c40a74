import { setTimeout as sleep } from 'node:timers/promises';
import { type Horizon, readHorizon } from './horizon.ts';
import { type Db, sql } from './sql.ts';
import { DatabaseNotReadyError } from './unavailable.ts';

const POLL_INTERVAL_MS = 20;
const MAX_WAIT_MS = 2_000;

/**
 * A horizon of the coordinator of a Citus cluster up to which every row is visible on every node. A transaction that
 * wrote on several nodes is prepared on them before the coordinator commits, and its rows appear there a moment later:
 * what is prepared after the horizon was read has to end first.
 */
export async function readSettledHorizon(coordinator: Db): Promise<Horizon> {
  const horizon = await readHorizon(coordinator);
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
