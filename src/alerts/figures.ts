import { type Db, firstRow, sql } from '../db/sql.ts';

/** Changes that were not yet held against the alerts, and since when the first of them waits. A partial index holds nothing else. */
export const changesToMatch = async (db: Db): Promise<{ waiting: number; since: Date | null }> =>
  (await firstRow(
    db,
    sql`
    select count(*)::int as waiting, min(recorded_at) as since from property_change where match_due_at is not null`,
  )) ?? { waiting: 0, since: null };
