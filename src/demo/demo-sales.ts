import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, sql } from '../db/sql.ts';
import { bulkImport } from '../imports/import.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { decodeValue, isOfType, isTransaction, TYPE_COLUMN } from '../properties/search/filter-column.ts';
import { salesImport } from '../transactions/import-sales.ts';
import { DEMO_WORLD_FILE } from './living-world.ts';

const MAX_SALES = 3_000;
/** Notaries record a sale some months after it; a market is read over two years. */
const MIN_AGE_DAYS = 60;
const MAX_AGE_DAYS = 730;
/** A sale is at most as far from the home it resembles, in degrees: about 200 m. */
const MAX_SHIFT_DEGREES = 0.002;

interface SoldHome {
  /** As the search table has it. */
  type: string;
  cityCode: string;
  longitude: number;
  latitude: number;
  price: number;
  area: number;
  rooms: number | null;
}

const hasSales = async (db: Database): Promise<boolean> =>
  (await db.rows(sql`select 1 from sale limit 1`)).length > 0;

const selectHomes = (db: Database): Promise<SoldHome[]> =>
  db.rows<SoldHome>(sql`
    select type, coalesce(district_code, city_code) as "cityCode", longitude, latitude,
      pricing_displayed as price, areas_displayed as area, unit_rooms as rooms
    from property_search
    where ${isTransaction('SELL')} and ${isOfType('FLAT', 'HOUSE')} and country_code = 'FR' and listings_price_coherent
      and city_code is not null and longitude is not null and pricing_displayed > 0 and areas_displayed > 0
    order by property_id
    limit ${MAX_SALES}`);

/** A share from 0 to 1 that is the same at every start. */
const share = (at: number, salt: number): number => ((at * 7_919 + salt * 104_729) % 1_000) / 1_000;

const WORDS = { FLAT: 'appartement', HOUSE: 'maison' } as const;
const HEAD = 'reference,date,price,type,living_area,rooms,city_code,longitude,latitude';

function formatSale(home: SoldHome, at: number, now: Date): string {
  const age = MIN_AGE_DAYS + share(at, 1) * (MAX_AGE_DAYS - MIN_AGE_DAYS);
  const day = new Date(now.getTime() - age * DAY_MS).toISOString().slice(0, 10);
  const shift = (salt: number) => (share(at, salt) * 2 - 1) * MAX_SHIFT_DEGREES;
  return [
    `demo-${at}`,
    day,
    Math.round((home.price * (0.88 + share(at, 2) * 0.12)) / 500) * 500,
    WORDS[decodeValue(TYPE_COLUMN, home.type) as keyof typeof WORDS],
    home.area,
    home.rooms ?? '',
    home.cityCode,
    (home.longitude + shift(3)).toFixed(5),
    (home.latitude + shift(4)).toFixed(5),
  ].join(',');
}

/**
 * Closed sales that resemble the homes of the demo, once; returns how many. Where sales are known or the homes are real,
 * none is added.
 */
export async function recordDemoSales(db: Database, clock: Clock, dataDir: string): Promise<number> {
  if (!existsSync(join(dataDir, DEMO_WORLD_FILE)) || (await hasSales(db))) return 0;
  const homes = await selectHomes(db);
  if (homes.length === 0) return 0;
  const now = clock.now();
  const path = join(dataDir, 'demo-sales.csv');
  await writeFile(path, [HEAD, ...homes.map((home, at) => formatSale(home, at, now))].join('\n'));
  try {
    await bulkImport(db, clock, salesImport, { path, format: undefined });
  } finally {
    await rm(path, { force: true });
  }
  return homes.length;
}
