import { type Db, firstRow, sql } from '../../db/sql.ts';
import { MAX_RECORDING_TX_MS } from './cursor-limits.ts';

/**
 * The moment, in microseconds, before which every position that was noted is committed: where a cursor scan that begins now may stand. A
 * recording notes a move a little before it commits, so it is the start of the oldest transaction under way. To be asked of the primary:
 * a standby shows none of its transactions.
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
