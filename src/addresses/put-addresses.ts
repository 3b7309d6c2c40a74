import { hash } from 'node:crypto';
import { type BulkDb, sql } from '../db/sql.ts';
import { CopyRows } from '../imports/copy-rows.ts';
import { type Antechamber, putNewOrStage, sampleOf } from '../imports/stage.ts';
import type { AddressRow } from './address-row.ts';

const incoming: Antechamber = {
  name: 'incoming_house_number',
  table: 'house_number',
  key: ['street_id', 'number', 'suffix'],
  columns: {
    street_id: 'bigint',
    number: 'integer',
    suffix: 'text',
    longitude: 'integer',
    latitude: 'integer',
  },
};

/** A street of a block, with its numbers: each once, as it was told last. */
interface Street {
  readonly id: bigint;
  readonly row: AddressRow;
  readonly numbers: Map<number | string, AddressRow>;
}

/** Writes addresses; a street and a number that are known as told are not touched. Answers how many were new or different. */
export async function putAddresses(db: BulkDb, rows: readonly AddressRow[]): Promise<number> {
  const streets = streetsOf(rows);
  await putStreets(db, streets);
  const told = streets.reduce((sum, { numbers }) => sum + numbers.size, 0);
  const sample = sampleOf(streets, ({ id, row }) => [String(id), row.number, row.suffix]);
  if ((await putNewOrStage(db, incoming, sample, copyOf(streets, told))) === 'put') return told;
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
function streetsOf(rows: readonly AddressRow[]): readonly Street[] {
  const streets = new Map<string, Street>();
  let street: Street | undefined;
  for (const row of rows) {
    // The rows of a street stand together: it is looked for once.
    if (street?.row.streetCode !== row.streetCode || street.row.postalCode !== row.postalCode) {
      const key = `${row.streetCode} ${row.postalCode}`;
      street = streets.get(key) ?? { id: streetId(key), row, numbers: new Map() };
      streets.set(key, street);
    }
    street.numbers.set(row.suffix === '' ? row.number : `${row.number} ${row.suffix}`, row);
  }
  return [...streets.values()];
}

const streetId = (key: string): bigint =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha1', key, 'hex').slice(0, 16)}`));

/** 2 bytes of its own, 4 for the length of each field, 20 in the fields. */
const USUAL_BYTES = 48;

function copyOf(streets: readonly Street[], told: number): Buffer {
  const out = new CopyRows(Object.keys(incoming.columns).length, USUAL_BYTES * told);
  for (const { id, numbers } of streets) {
    const [high, low] = [Number(id >> 32n), Number(BigInt.asIntN(32, id))];
    for (const { number, suffix, longitude, latitude } of numbers.values()) {
      out.row();
      out.halves(high, low);
      out.integer(number);
      out.text(suffix);
      out.integer(longitude);
      out.integer(latitude);
    }
  }
  return out.end();
}

async function putStreets(db: BulkDb, streets: readonly Street[]): Promise<void> {
  await db.rows(sql`
    insert into street (street_id, city_code, postal_code, name)
    select * from unnest(
      ${streets.map(({ id }) => String(id))}::bigint[], ${streets.map(({ row }) => row.cityCode)}::text[],
      ${streets.map(({ row }) => row.postalCode)}::text[], ${streets.map(({ row }) => row.streetName)}::text[])
    on conflict (street_id) do update
      set city_code = excluded.city_code, postal_code = excluded.postal_code, name = excluded.name
      where (street.city_code, street.postal_code, street.name)
        is distinct from (excluded.city_code, excluded.postal_code, excluded.name)`);
}
