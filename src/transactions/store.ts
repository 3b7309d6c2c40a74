import { type Database, sql } from '../db/sql.ts';

export interface Older {
  readonly source: string;
  readonly department: string;
  readonly from: string;
  readonly to: string;
  readonly release: number;
}

/** Few enough days for one statement: a week of the whole country is some 80,000 sales. */
const DAYS_AT_ONCE = 7;
const DAY_MS = 86_400_000;

/** Removes what an earlier release told of these days and this department, and this one no longer does. Answers how many. */
export async function dropOlder(db: Database, older: Older): Promise<number> {
  let dropped = 0;
  const last = Date.parse(older.to);
  for (let day = Date.parse(older.from); day <= last; day += DAYS_AT_ONCE * DAY_MS) {
    const until = new Date(Math.min(day + (DAYS_AT_ONCE - 1) * DAY_MS, last));
    const rows = await db.rows(sql`
      delete from sale
      where date_mutation between ${isoDay(new Date(day))} and ${isoDay(until)} and source = ${older.source}::"char"
        and left(city_code, ${older.department.length}) = ${older.department} and release <> ${older.release}
      returning 1`);
    dropped += rows.length;
  }
  return dropped;
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);
