import { type Db, firstRow, sql } from '../db/sql.ts';

/** Feeds that are due and unclaimed, with the earliest due time. */
export const countOverdueFeeds = async (
  db: Db,
  now: Date,
): Promise<{ waiting: number; since: Date | null }> =>
  (await firstRow(
    db,
    sql`
    select count(*)::int as waiting, min(due_at) as since from feed
    where enabled and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`,
  )) ?? { waiting: 0, since: null };
