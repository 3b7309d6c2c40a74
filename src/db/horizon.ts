import { type Db, firstRow, preparedSql, sql } from './sql.ts';

/**
 * A transaction id below which every transaction is complete. A change log stores the transaction of each entry
 * and is read from the horizon of the last read, so that transactions that commit out of order are not missed.
 */
export type Horizon = string;

const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())::text';

export const readHorizon = async (db: Db): Promise<Horizon> =>
  (await firstRow<{ horizon: Horizon }>(db, preparedSql(`select ${HORIZON} as horizon`)()))?.horizon ?? '0';

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
 * statement, so one snapshot. `select` returns one JSON array; `$1` is the horizon, `$2` the first further value.
 */
export function changeLogReader<Entry>(
  select: string,
): (db: Db, since: Horizon, ...values: readonly unknown[]) => Promise<LoggedSince<Entry>> {
  const statement = preparedSql(`select ${HORIZON} as horizon, coalesce((${select}), '[]'::json) as entries`);
  return async (db, since, ...values) =>
    (await firstRow<LoggedSince<Entry>>(db, statement(since, ...values))) ?? { horizon: since, entries: [] };
}

/** A horizon above the latest transaction of this server comes from another server. */
export const isKnownHorizon = async (db: Db, horizon: Horizon): Promise<boolean> =>
  (
    await firstRow<{ known: boolean }>(
      db,
      sql`select ${horizon}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known`,
    )
  )?.known === true;
