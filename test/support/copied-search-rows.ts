import { type Database, type Sql, sql } from '../../src/db/sql.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';

/** A statement has 4 s, also on a busy machine. */
const BATCH_ROWS = 500;

/**
 * Fills `property_search` with copies of one property. `differences` are names and values of columns for
 * `jsonb_build_object`, of `number`, which counts the copies from 1 on.
 */
export async function copySearchRows(db: Database, rows: number, differences: Sql): Promise<void> {
  const id = await recordTogether(db, [madeListing()], day(1));
  for (let first = 1; first < rows; first += BATCH_ROWS)
    await db.rows(sql`
      insert into property_search
      select made.* from property_search as stored
      cross join generate_series(${first}::int, ${first + BATCH_ROWS - 1}::int) as number
      cross join lateral jsonb_populate_record(stored,
        jsonb_build_object('property_id', gen_random_uuid(), ${differences})) as made
      where stored.property_id = ${id}`);
}
