import { type Db, firstRow, sql } from './sql.ts';

/** A function that no process has called for so many days is of a former release, or of a table that was replaced. */
const MAX_UNUSED_DAYS = 7;

/** The comment of a function on the coordinator is the day of its last use. */
const TODAY = sql`to_char(statement_timestamp(), 'YYYY-MM-DD')`;

const markOf = async (db: Db, signature: string): Promise<{ mark: string | null; today: string }> =>
  (await firstRow<{ mark: string | null; today: string }>(
    db,
    sql`select obj_description(to_regprocedure(${signature}::text)::oid, 'pg_proc') as mark, ${TODAY} as today`,
  )) ?? { mark: null, today: '' };

/** Sessions that do it at the same time may be refused; one of them is not. */
export async function markAsUsed(db: Db, signature: string): Promise<void> {
  const { mark, today } = await markOf(db, signature);
  if (mark === today) return;
  try {
    await db.rows({ text: `comment on function ${signature} is '${today}'`, values: [] });
  } catch (error) {
    if ((await markOf(db, signature)).mark !== today) throw error;
  }
}

/**
 * Drops the functions of a region that nobody calls, on every node. One without a mark, of a release that made none, is
 * marked first.
 */
export async function dropUnusedFunctions(db: Db, region: string): Promise<number> {
  const found = await db.rows<{ signature: string; isUnused: boolean | null }>(sql`
    select signature, mark < to_char(statement_timestamp() - make_interval(days => ${MAX_UNUSED_DAYS}), 'YYYY-MM-DD') as "isUnused"
    from (
      select oid::regprocedure::text as signature, obj_description(oid, 'pg_proc') as mark from pg_proc
      where pronamespace = ${region}::regnamespace and proname ~ '^gable_[0-9a-f]+$'
    ) as own
    order by signature`);
  for (const { signature, isUnused } of found) {
    if (isUnused === null) await markAsUsed(db, signature);
    else if (isUnused) await db.rows({ text: `drop function if exists ${signature}`, values: [] });
  }
  return found.filter(({ isUnused }) => isUnused).length;
}
