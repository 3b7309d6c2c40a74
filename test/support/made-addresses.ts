import { type BulkDb, type Database, sql } from '../../src/db/sql.ts';

/** Runs with the indexes of a table taken away and built again after, as a person would load so much at once. */
export async function withoutIndexes(
  db: Database,
  table: string,
  fill: (db: BulkDb) => Promise<void>,
): Promise<void> {
  await db.transaction(async (bulk) => {
    await bulk.rows(sql`set local maintenance_work_mem = '512MB'`);
    await bulk.rows(sql`select setseed(0.5)`);
    const indexes = await bulk.rows<{ name: string; definition: string }>(sql`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = ${table} and indexname <> ${`${table}_pkey`}`);
    for (const { name } of indexes) await bulk.rows({ text: `drop index ${name}`, values: [] });
    await fill(bulk);
    for (const { definition } of indexes) await bulk.rows({ text: definition, values: [] });
  });
}

const generateStreets = (streets: number) => sql`
  create temp table made_street on commit drop as
  select at, code, 1 + (city % 50) / 10.0 + random() / 30 as lon, 43 + ((city / 50) % 60) / 12.0 + random() / 30 as lat
  from generate_series(0, ${streets}::integer - 1) as at,
    lateral (select case when at % 5 = 0 then 0 else 1 + at / 120 end as city) as cities,
    lateral (select case when city = 0 then '69381' else lpad((1000 + city % 94000)::text, 5, '0') end as code) as codes`;

/** A generated country, by the database itself: streets of 25 numbers, 120 streets a city, a fifth in one city. */
export async function fillAddresses(db: Database, count: number): Promise<void> {
  await withoutIndexes(db, 'house_number', async (bulk) => {
    await bulk.rows(sql`truncate street, house_number`);
    await bulk.rows(generateStreets(Math.ceil(count / 25)));
    await bulk.rows(sql`
      insert into street (street_id, city_code, postal_code, name)
      select at, code, code, 'Rue ' || at || ' des Tilleuls' from made_street`);
    await bulk.rows(sql`
      insert into house_number (street_id, number, suffix, longitude, latitude)
      select at, number, '', (1e6 * lon)::integer + 100 * number, (1e6 * lat)::integer
      from made_street, generate_series(1, 25) as number`);
  });
}

/** Four flats for each house number; flats of one building share its heating, hence its carbon and much of its energy. */
export async function fillCertificates(db: Database, count: number): Promise<void> {
  await withoutIndexes(db, 'certificate', async (bulk) => {
    await bulk.rows(sql`truncate certificate`);
    await bulk.rows(generateStreets(Math.ceil(count / 100)));
    await bulk.rows(sql`
      create temp table made_house on commit drop as
      select at, 120 + 260 * random() as heat, case when random() < 0.5 then 0.03 else 0.19 end as carbon,
        (1880 + 140 * random())::integer as year
      from generate_series(0, ${count}::integer / 4) as at`);
    await bulk.rows(sql`
      insert into certificate (certificate_id, city_code, postal_code, kind, energy_rating, ghg_rating, energy_value,
        ghg_value, area, established_on, construction_year, floor, longitude, latitude, address_score, street_number, street_name)
      select '24' || left(code, 2) || 'E' || lpad(flat::text, 7, '0') || 'A', code, code, 'F',
        substr('ABCDEFG', 1 + width_bucket(energy, array[70, 110, 180, 250, 330, 420]), 1)::"char",
        substr('ABCDEFG', 1 + width_bucket(ghg, array[6, 11, 30, 50, 70, 100]), 1)::"char",
        energy, ghg, round((15 + 70 * random() ^ 1.5 + 30 * random())::numeric, 1),
        date '2021-08-01' + (1800 * random())::integer, year, floor(6 * random()),
        (1e6 * lon)::integer, (1e6 * lat)::integer, 80,
        case when random() < 0.67 then (1 + house.at % 25)::text end, 'Rue ' || made_street.at || ' des Tilleuls'
      from generate_series(0, ${count}::integer - 1) as flat
        join made_house house on house.at = flat / 4
        join made_street on made_street.at = flat / 100,
        lateral (select (house.heat + 60 * random() + 0 * flat)::integer as energy) as energies,
        lateral (select (carbon * energy + 3 * random() + 0 * flat)::integer as ghg) as gases`);
  });
}
