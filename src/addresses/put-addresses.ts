import { hash } from 'node:crypto';
import { type BulkDb, sql } from '../db/sql.ts';
import { CopyRows } from '../imports/copy-rows.ts';
import type { RowBatch } from '../imports/import.ts';
import { copyOrStage, SAMPLE_INTERVAL_ROWS, type StagingTable, selectLatestSql } from '../imports/staging.ts';
import type { AddressRow } from './address-row.ts';

const staging: StagingTable = {
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

/** A street of a block, with the halves of its id as stored in its numbers. */
interface Street {
  readonly id: bigint;
  readonly high: number;
  readonly low: number;
  readonly row: AddressRow;
}

/** The addresses of a block; unchanged streets and numbers are not written. */
export class AddressBatch implements RowBatch<AddressRow> {
  readonly #streets = new Map<string, Street>();
  readonly #out = new CopyRows(Object.keys(staging.columns).length);
  readonly #sample: (readonly unknown[])[] = [];
  #street: Street | undefined;

  add(row: AddressRow): void {
    const street = this.#streetOf(row);
    const out = this.#out;
    if (out.count % SAMPLE_INTERVAL_ROWS === 0)
      this.#sample.push([String(street.id), row.number, row.suffix]);
    out.row();
    out.halves(street.high, street.low);
    out.integer(row.number);
    out.text(row.suffix);
    out.integer(row.longitude);
    out.integer(row.latitude);
  }

  /**
   * A long street may have several postal codes, each a street of its own. Its rows are adjacent: it is looked up once.
   */
  #streetOf(row: AddressRow): Street {
    const before = this.#street;
    if (before?.row.streetCode === row.streetCode && before.row.postalCode === row.postalCode) return before;
    const key = `${row.streetCode} ${row.postalCode}`;
    const street = this.#streets.get(key) ?? toStreet(key, row);
    this.#streets.set(key, street);
    this.#street = street;
    return street;
  }

  async write(db: BulkDb): Promise<number> {
    await putStreets(db, [...this.#streets.values()]);
    const { count } = this.#out;
    if ((await copyOrStage(db, staging, this.#sample, this.#out.end())) === 'put') return count;
    const [written] = await db.rows<{ count: number }>({ text: UPSERT_SQL, values: [] });
    return written?.count ?? 0;
  }
}

const UPSERT_SQL = `
  with changed as (
    insert into house_number (street_id, number, suffix, longitude, latitude) ${selectLatestSql(staging)}
    on conflict (street_id, number, suffix) do update
      set longitude = excluded.longitude, latitude = excluded.latitude
      where house_number.longitude <> excluded.longitude or house_number.latitude <> excluded.latitude
    returning 1)
  select count(*)::integer as count from changed`;

function toStreet(key: string, row: AddressRow): Street {
  const id = BigInt.asIntN(64, BigInt(`0x${hash('sha1', key, 'hex').slice(0, 16)}`));
  return { id, high: Number(id >> 32n), low: Number(BigInt.asIntN(32, id)), row };
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
