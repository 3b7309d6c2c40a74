import { valuesSql } from '../../criteria/kinds/joined-texts.ts';
import { type Db, identifier, joinSql, type Sql, sql } from '../../db/sql.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { deleteStray, selectOldStrays } from '../../regions/store.ts';
import type { DivisionCodes } from './division-ids.ts';
import { PLACE_COLUMNS } from './place-filter.ts';

/** A writer renews its entry before it writes: an older one without properties belongs to none. */
const MIN_AGE_MS = HOUR_MS;
const COUNTRY_CODE = /^[A-Z]{2}$/;

/** Deletes the places outside of a region's own where it has no property any more; `db` is the handle of the region. */
export async function deleteUnusedStrays(db: Db, region: string, places: DivisionCodes): Promise<number> {
  let deleted = 0;
  for (const place of await selectOldStrays(db, region, MIN_AGE_MS)) {
    if (await hasPropertyIn(db, place, places)) continue;
    await deleteStray(db, { region, place }, MIN_AGE_MS);
    deleted += 1;
  }
  return deleted;
}

async function hasPropertyIn(db: Db, place: string, places: DivisionCodes): Promise<boolean> {
  const condition = COUNTRY_CODE.test(place)
    ? sql`${identifier(PLACE_COLUMNS.country)} = ${place}`
    : await inDivision(place, places);
  return (await db.rows(sql`select 1 from property_search where ${condition} limit 1`)).length > 0;
}

/** Search rows have the id of a division that no code names. */
async function inDivision(id: string, places: DivisionCodes): Promise<Sql> {
  const division = (await places.codesOf([id])).get(id);
  if (division === undefined) return sql`${identifier(PLACE_COLUMNS.ids)} @> array[${id}::uuid]`;
  const { code, countryCode } = division;
  const codes = joinSql([{ text: valuesSql(PLACE_COLUMNS.codes), values: [] }], '');
  const inCode = sql`${codes} && array[${code}]`;
  return countryCode === undefined
    ? inCode
    : sql`${identifier(PLACE_COLUMNS.country)} = ${countryCode} and ${inCode}`;
}
