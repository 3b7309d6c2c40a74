import { type Db, identifier, sql } from '../../db/sql.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { deleteStray, selectOldStrays } from '../../regions/store.ts';
import { PLACE_COLUMNS } from './place-filter.ts';

/** A writer renews its entry before it writes: an older one without properties belongs to none. */
const MIN_AGE_MS = HOUR_MS;
const COUNTRY_CODE = /^[A-Z]{2}$/;

/** Deletes the places outside of a region's own where it has no property any more; `db` is the handle of the region. */
export async function deleteUnusedStrays(db: Db, region: string): Promise<number> {
  let deleted = 0;
  for (const place of await selectOldStrays(db, region, MIN_AGE_MS)) {
    if (await hasPropertyIn(db, place)) continue;
    await deleteStray(db, { region, place }, MIN_AGE_MS);
    deleted += 1;
  }
  return deleted;
}

const hasPropertyIn = async (db: Db, place: string): Promise<boolean> => {
  const condition = COUNTRY_CODE.test(place)
    ? sql`${identifier(PLACE_COLUMNS.country)} = ${place}`
    : sql`${identifier(PLACE_COLUMNS.ids)} @> array[${place}::uuid]`;
  return (await db.rows(sql`select 1 from property_search where ${condition} limit 1`)).length > 0;
};
