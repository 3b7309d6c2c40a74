import { type Db, firstRow, sql } from '../../db/sql.ts';
import { MAX_RECORDING_TX_MS } from './cursor-limits.ts';

/**
 * The moment, in microseconds, at which a new cursor scan starts: every position written before it is committed. A
 * recording writes a move shortly before it commits, so this is the start of the oldest running transaction. Must
 * be read from the primary: a standby does not show its transactions.
 */
export const scanMoment = async (primary: Db): Promise<number> =>
  (
    await firstRow<{ moment: number }>(
      primary,
      sql`
      select (extract(epoch from greatest(
        least(statement_timestamp(), min(xact_start)),
        statement_timestamp() - make_interval(secs => ${MAX_RECORDING_TX_MS / 1000}))) * 1000000)::bigint as moment
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  )?.moment ?? 0;
