import { allRegions } from '../db/region-set.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';

/** Changes that are not matched with alerts yet, and since when the oldest waits. A partial index has only these. */
export async function countUnmatchedChanges(db: Db): Promise<UnmatchedChanges> {
  const counts = await Promise.all(allRegions(db).map(countUnmatchedIn));
  const since = counts
    .flatMap((one) => one.since ?? [])
    .sort((one, other) => one.getTime() - other.getTime());
  return { waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0), since: since[0] ?? null };
}

interface UnmatchedChanges {
  waiting: number;
  since: Date | null;
}

const countUnmatchedIn = async (db: Db): Promise<UnmatchedChanges> =>
  (await firstRow(
    db,
    sql`
    select count(*)::int as waiting, min(recorded_at) as since from property_change where match_due_at is not null`,
  )) ?? { waiting: 0, since: null };

export interface AlertMetrics {
  /** Alerts whose criteria cannot be parsed. */
  unreadable: number;
  /** Changes in the backlog, and how long the oldest has waited. */
  backlog: number;
  backlogSeconds: number;
}

export const readAlertMetrics = async (db: Db, now: Date): Promise<AlertMetrics> =>
  (await firstRow(
    db,
    sql`
    select (select count(*)::int from alert where unreadable_since is not null) as unreadable,
           count(*)::int as backlog, coalesce(extract(epoch from ${now} - min(recorded_at)), 0)::float8 as "backlogSeconds"
    from match_backlog`,
  )) ?? { unreadable: 0, backlog: 0, backlogSeconds: 0 };
