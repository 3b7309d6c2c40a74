import { createHash } from 'node:crypto';
import { type BulkDb, sql } from '../db/sql.ts';
import { type Stage, stageRows } from '../imports/stage.ts';
import type { AddressRow } from './address-row.ts';

const incoming: Stage = {
  name: 'incoming_house_number',
  columns: {
    street_id: 'bigint',
    number: 'integer',
    suffix: 'text',
    longitude: 'integer',
    latitude: 'integer',
  },
};

/** Writes addresses; a street and a number that are known as told are not touched. Answers how many were new or different. */
export async function putAddresses(db: BulkDb, rows: readonly AddressRow[]): Promise<number> {
  const streets = new Map<string, { id: string; row: AddressRow }>();
  const numbers = new Map<string, readonly [string, number, string, number, number]>();
  for (const row of rows) {
    const key = `${row.streetCode} ${row.postalCode}`;
    let street = streets.get(key);
    if (street === undefined) {
      street = { id: streetId(key), row };
      streets.set(key, street);
    }
    const { number, suffix, longitude, latitude } = row;
    numbers.set(`${key} ${number}${suffix}`, [street.id, number, suffix, longitude, latitude]);
  }
  await putStreets(db, [...streets.values()]);
  await stageRows(db, incoming, numbers.values());
  const [written] = await db.rows<{ count: number }>(sql`
    with changed as (
      insert into house_number (street_id, number, suffix, longitude, latitude)
      select street_id, number, suffix, longitude, latitude from incoming_house_number
      on conflict (street_id, number, suffix) do update
        set longitude = excluded.longitude, latitude = excluded.latitude
        where house_number.longitude <> excluded.longitude or house_number.latitude <> excluded.latitude
      returning 1)
    select count(*)::integer as count from changed`);
  return written?.count ?? 0;
}

/** A long street may have several postal codes, each then a street of its own. */
const streetId = (key: string): string =>
  createHash('sha1').update(key).digest().readBigInt64BE(0).toString();

async function putStreets(db: BulkDb, streets: readonly { id: string; row: AddressRow }[]): Promise<void> {
  await db.rows(sql`
    insert into street (street_id, city_code, postal_code, name)
    select * from unnest(
      ${streets.map(({ id }) => id)}::bigint[], ${streets.map(({ row }) => row.cityCode)}::text[],
      ${streets.map(({ row }) => row.postalCode)}::text[], ${streets.map(({ row }) => row.streetName)}::text[])
    on conflict (street_id) do update
      set city_code = excluded.city_code, postal_code = excluded.postal_code, name = excluded.name
      where (street.city_code, street.postal_code, street.name)
        is distinct from (excluded.city_code, excluded.postal_code, excluded.name)`);
}
