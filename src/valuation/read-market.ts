import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { COUNTRY_OF_SALES } from '../transactions/country.ts';
import { readHome } from './home.ts';
import { type Market, monthOf, typeCode } from './market.ts';
import {
  addMarketRow,
  createMarketRows,
  cutMarketRows,
  EQUATOR,
  type MarketRow,
  type MarketRows,
  type Projection,
  projectRows,
} from './model/market-rows.ts';
import { qualifyCode } from './qualified-code.ts';
import { PlaceNumbers, type RowPlaces } from './row-places.ts';
import { countMarket, readProperties, readSales, type SaleRow } from './store.ts';
import { createIds, cutIds, setId } from './stored-model.ts';
import { type MarketPace, readMarketPaces } from './time-on-market.ts';

/** Two years hold every season twice; older prices say more about then than about now. */
const WINDOW_DAYS = 730;
/** A page is parsed in one turn of the event loop, and requests to the same process wait for it: one of 1,000 took 60 to 70 ms. */
const PAGE_ROWS = 100;
/** After each page, for those requests: nobody waits for a fit. */
const PAUSE_MS = 10;
/** Bounds the memory of a fit: 1,000,000 rows take about 1 GB. */
const MAX_ROWS = 1_000_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The prices of a market with the ids and places of their homes. */
export interface MarketData {
  market: Market;
  rows: MarketRows;
  projection: Projection;
  /** Sixteen bytes a row. */
  ids: Uint8Array;
  places: RowPlaces;
  windowFrom: string;
  windowTo: string;
  /** When reading began: a listing removed later may still be in it. */
  readAt: Date;
  paces: MarketPace[];
}

interface Read {
  id: string;
  row: MarketRow;
  places: string[];
}

interface ReadOptions {
  /** Where closed sales are; with the homes when absent. */
  readonly sales?: Db;
  /** The 131,865 homes of a market took 28 s to read: a worker that stops does not wait for them. */
  readonly signal?: AbortSignal | undefined;
}

/** Rows go into columns as they are read: a market of 1,000,000 rows takes 250 MB. */
export async function readMarket(
  db: Db,
  market: Market,
  now: Date,
  { sales = db, signal }: ReadOptions = {},
): Promise<MarketData> {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS);
  const capacity = Math.min(MAX_ROWS, await countMarket(db, market, since));
  const collected = createMarketRows(capacity);
  const ids = createIds(capacity);
  const places = new PlaceNumbers(capacity);
  const pages = market === 'SALE' ? readSalePages(db, since) : readAdvertPages(db, market, since);
  for await (const page of pages) {
    signal?.throwIfAborted();
    for (const one of page.slice(0, capacity - collected.count)) {
      const home = collected.count;
      setId(ids, home, one.id);
      places.set(home, one.places);
      addMarketRow(collected, { ...one.row, home }, EQUATOR);
    }
    if (collected.count >= capacity) break;
    await pause(PAUSE_MS);
  }
  const projection = projectRows(collected);
  const rows = cutMarketRows(collected);
  return {
    market,
    rows,
    projection,
    ids: cutIds(ids, rows.count),
    places: places.finish(rows.count),
    windowFrom: since.toISOString().slice(0, 10),
    windowTo: now.toISOString().slice(0, 10),
    readAt: now,
    paces: market === 'RENT' ? [] : await readMarketPaces(db, now, sales),
  };
}

async function* readAdvertPages(db: Db, market: Market, since: Date): AsyncGenerator<Read[]> {
  const transactionType = market === 'RENT' ? 'RENT' : 'SELL';
  let after = NO_ID;
  for (;;) {
    const page = await readProperties(db, { transactionType, since, after, limit: PAGE_ROWS });
    yield page.flatMap(({ id, document: { property }, country, codes }) => {
      const read = readHome(property);
      const price = property.pricing?.displayed;
      if ('reason' in read || price === undefined) return [];
      const month = monthOf(new Date(property.createdAt));
      const places = country === null ? [] : codes.map((code) => qualifyCode(country, code));
      return [{ id, places, row: { ...read.home, price, month, home: 0 } }];
    });
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE_ROWS) return;
  }
}

async function* readSalePages(db: Db, since: Date): AsyncGenerator<Read[]> {
  let after = NO_ID;
  for (;;) {
    const page = await readSales(db, { since: since.toISOString().slice(0, 10), after, limit: PAGE_ROWS });
    yield page.map((sale) => ({
      id: sale.id,
      places: [qualifyCode(COUNTRY_OF_SALES, sale.city)],
      row: toSaleRow(sale),
    }));
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE_ROWS) return;
  }
}

function toSaleRow(sale: SaleRow): MarketRow {
  const stated = (name: string, value: number | boolean | null | undefined) =>
    value === null || value === undefined ? {} : { [name]: Number(value) };
  return {
    longitude: sale.longitude,
    latitude: sale.latitude,
    area: sale.area,
    price: sale.price,
    month: monthOf(new Date(sale.date)),
    home: 0,
    facts: {
      ...stated('propertyType', typeCode(sale.type)),
      ...stated('rooms', sale.rooms),
      ...stated('landArea', sale.land),
      ...stated('elevator', sale.elevator),
      ...stated('balcony', sale.balcony),
      ...stated('storage', sale.cellar),
    },
  };
}
