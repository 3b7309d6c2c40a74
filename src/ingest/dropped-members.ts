import { type Db, sql } from '../db/sql.ts';
import { type DroppedCount, OTHER_MEMBERS } from './dropped-counts.ts';

/** Rows per source and day. Further members are counted together, so that invented names cannot fill the table. */
const MAX_ROWS_PER_DAY = 2_000;

/** Adds to the counts of the day. */
export async function addDroppedMembers(db: Db, counts: readonly DroppedCount[], now: Date): Promise<void> {
  if (counts.length === 0) return;
  const day = now.toISOString().slice(0, 10);
  const full = new Set(await findFullSources(db, counts, day));
  const rows = counts.map((count) =>
    full.has(count.sourceId) ? { ...count, member: OTHER_MEMBERS } : count,
  );
  await db.rows(sql`
    insert into ignored_field (source_id, day, field, reason, count, example)
    select "sourceId", ${day}::date, member, why, sum(count), max(example)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as counted (
      "sourceId" uuid, member text, why text, count bigint, example text)
    group by "sourceId", member, why
    order by "sourceId", member, why
    on conflict (source_id, day, field, reason) do update
    set count = ignored_field.count + excluded.count, example = excluded.example`);
}

async function findFullSources(db: Db, counts: readonly DroppedCount[], day: string): Promise<string[]> {
  const sourceIds = [...new Set(counts.map(({ sourceId }) => sourceId))];
  const rows = await db.rows<{ sourceId: string }>(sql`
    select source_id as "sourceId" from ignored_field
    where source_id = any (${sourceIds}::uuid[]) and day = ${day}
    group by source_id having count(*) >= ${MAX_ROWS_PER_DAY}`);
  return rows.map(({ sourceId }) => sourceId);
}

export interface DroppedMember {
  readonly member: string;
  readonly why: string;
  readonly count: number;
  readonly example: string;
}

/** The ignored members of a source since a day, most frequent first. */
export const loadDroppedMembers = (db: Db, sourceId: string, since: Date): Promise<DroppedMember[]> =>
  db.rows<DroppedMember>(sql`
    select field as member, reason as why, sum(count)::bigint as count, (array_agg(example order by day desc))[1] as example
    from ignored_field where source_id = ${sourceId} and day >= ${since.toISOString().slice(0, 10)}
    group by field, reason order by 3 desc, field, reason limit 500`);

export async function purgeDroppedMembers(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from ignored_field where day < ${before.toISOString().slice(0, 10)}`);
}
