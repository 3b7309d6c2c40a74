import { type Database, firstRow, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';

/**
 * Drops every file and event and makes all changes due again, oldest first: the worker then rebuilds the warehouse.
 * Returns how many changes there are. Old files stay for an hour, so that running queries finish.
 */
export async function rebuildWarehouse(db: Database, clock: Clock): Promise<number> {
  return db.transaction(async (transaction) => {
    // The history may be large: no statement timeout.
    await transaction.rows(sql`set local statement_timeout = 0`);
    await transaction.rows(
      sql`lock table listing_event_due, listing_event, warehouse_file in share row exclusive mode`,
    );
    await transaction.rows(sql`truncate listing_event_due, listing_event, listing_last_event`);
    await transaction.rows(sql`delete from warehouse_file where closed_at is null`);
    await transaction.rows(
      sql`update warehouse_file set replaced_at = ${clock.now()} where replaced_at is null`,
    );
    const counted = await firstRow<{ due: number }>(
      transaction,
      sql`
      with due as (
        insert into listing_event_due (property_id, revision_id)
        select property_id, revision_id from property_change where json_array_length(listing_events) > 0
        order by recorded_at, revision_id
        returning 1
      )
      select count(*) as due from due`,
    );
    return counted?.due ?? 0;
  });
}
