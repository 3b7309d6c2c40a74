import { HORIZON, type Horizon, readServerHorizon, readSettledHorizon } from './settled-horizon.ts';
import { type Db, firstRow, preparedSql, sql } from './sql.ts';

export type { Horizon } from './settled-horizon.ts';

/** Of the transactions that write the logs of this handle. */
export const readHorizon = (db: Db): Promise<Horizon> =>
  db.isOnWorker ? readSettledHorizon(db) : readServerHorizon(db);

export interface LoggedSince<Entry> {
  /** Where the next read starts. */
  readonly horizon: Horizon;
  readonly entries: readonly Entry[];
}

/** Whether every transaction of the entries up to this one is complete: no entry appears before it later. */
export const isBelowHorizon = (column: string): string =>
  `${column} < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Reads the entries of every transaction that was not complete at a horizon, with the next horizon. It is one
 * statement, so one snapshot. On a worker the horizon is read before. `select` returns one JSON array; `$1` is the
 * horizon, `$2` the first further value.
 */
export function changeLogReader<Entry>(
  select: string,
): (db: Db, since: Horizon, ...values: readonly unknown[]) => Promise<LoggedSince<Entry>> {
  const statement = preparedSql(`select ${HORIZON} as horizon, coalesce((${select}), '[]'::json) as entries`);
  return async (db, since, ...values) => {
    const settled = db.isOnWorker ? await readSettledHorizon(db) : undefined;
    const read = await firstRow<LoggedSince<Entry>>(db, statement(since, ...values));
    return { horizon: settled ?? read?.horizon ?? since, entries: read?.entries ?? [] };
  };
}

/** A horizon above the latest transaction of this server comes from another server. */
export const isKnownHorizon = async (db: Db, horizon: Horizon): Promise<boolean> =>
  (
    await firstRow<{ known: boolean }>(
      db,
      sql`select ${horizon}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known`,
    )
  )?.known === true;
