import assert from 'node:assert/strict';
import type { Database } from '../../src/db/sql.ts';
import type { FlatDivision } from '../../src/geo/division.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Claims } from '../../src/properties/listing-state.ts';
import { record } from '../../src/properties/record.ts';
import { requestFitNow, runDueFit } from '../../src/valuation/fit-market.ts';
import type { MarketRow } from '../../src/valuation/model/market-rows.ts';
import { madeListing } from '../fixtures/listing-states.ts';
import { makeMarket } from './made-market.ts';

const DAY_MS = 86_400_000;
/** The month after the last one of a made market. */
const NEXT_MONTH = 24_222;
const clock = systemClock;
const log = { info() {}, warn() {}, error() {} };

export const toClaims = (row: Omit<MarketRow, 'month' | 'home'>): Claims => ({
  propertyType: 'FLAT',
  transaction: { type: 'SELL' },
  pricing: { displayed: Math.round(row.price), currency: 'EUR' },
  area: { displayed: row.area, unit: 'SQM' },
  unit: { rooms: row.facts.rooms ?? 2, floor: row.facts.floor ?? 1, terrace: row.facts.terrace === 1 },
  amenities: { elevator: row.facts.elevator === 1 },
  location: {
    countryCode: 'ES',
    accuracy: 'PRECISE',
    geometry: { type: 'Point', coordinates: [row.longitude, row.latitude] },
  },
});

export async function addProperty(db: Database, claims: Claims, at = clock.now()): Promise<string> {
  const propertyId = newId(at);
  const times = { createdAt: at, updatedAt: at, lastSeenAt: at };
  await record(db, { listings: [{ state: madeListing(claims, times), propertyId }] }, clock.now());
  return propertyId;
}

/** Homes of a made city, advertised over half a year up to now, of which adverts name the city when it is given. */
interface MarketPlace {
  readonly countryCode: string;
  readonly city: FlatDivision;
}

export async function addMarket(db: Database, homes: number, place?: MarketPlace): Promise<void> {
  for (const row of makeMarket(homes)) {
    const age = (NEXT_MONTH - row.month) * 30 * DAY_MS;
    const claims = toClaims(row);
    if (place !== undefined) claims.location = { ...claims.location, ...place };
    await addProperty(db, claims, new Date(clock.now().getTime() - age));
  }
}

export async function fitMarket(db: Database): Promise<void> {
  assert.equal(await requestFitNow({ db, clock }, 'ASKING'), true);
  const done = await runDueFit({ db, clock, log });
  assert.equal(done?.status, 'FITTED', done?.failure ?? '');
}
