import { type Db, sql } from '../db/sql.ts';
import type { IgnoredField, IgnoreReason } from './parse-notes.ts';

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

export interface DroppedCount extends Omit<IgnoredField, 'value'> {
  readonly sourceId: string;
  readonly count: number;
  /** The latest value. */
  readonly example: string;
}

/** Bounds the memory that a source with invented member names costs. */
const MAX_COUNTED_FIELDS = 1_000;
const MAX_MEMBER_CHARS = 80;
export const OTHER_MEMBERS = '(other members)';

/** Counts ignored fields by source, member and reason over a batch, to be written in one statement. */
export class DroppedCounts {
  readonly #counts = new Map<string, DroppedCount>();

  add(sourceId: string, fields: readonly IgnoredField[]): void {
    for (const { member, why, value } of fields) {
      const name = member.length > MAX_MEMBER_CHARS ? OTHER_MEMBERS : member;
      const fits = this.#counts.size < MAX_COUNTED_FIELDS || this.#counts.has(keyOf(sourceId, name, why));
      this.#count({ sourceId, member: fits ? name : OTHER_MEMBERS, why, count: 1, example: value });
    }
  }

  #count(one: DroppedCount): void {
    const key = keyOf(one.sourceId, one.member, one.why);
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { ...one, count });
  }

  /** Returns the counts and resets them. They are sorted by key, so that two writers cannot deadlock. */
  drain(): DroppedCount[] {
    const counts = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#counts.clear();
    return counts.map(([, count]) => count);
  }
}

const keyOf = (sourceId: string, member: string, why: IgnoreReason): string => `${sourceId} ${member} ${why}`;
