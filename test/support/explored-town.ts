import type { Page } from 'playwright-core';
import { READING_PREFIX } from '../../src/api/console/reading-routes.ts';
import type { Database } from '../../src/db/sql.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import type { TestApi } from './api.ts';
import { flat, inCity } from './searches.ts';
import { consoleCall } from './signed-in.ts';

/** Flats of one town, each at its own position and price. */
export async function createFlats(db: Database, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const geometry = { type: 'Point' as const, coordinates: [4.8 + at * 0.004, 45.7] as [number, number] };
    const location = { ...inCity('E1'), geometry };
    await recordTogether(db, [madeListing(flat('E1', 250_000 + at * 1_000, { location }))], day(1));
  }
}

/** What the account of a person was charged. */
export async function readUsage(api: TestApi, cookie: string): Promise<unknown> {
  await api.usage.flush();
  const { body } = await consoleCall(api, cookie, { path: `${READING_PREFIX}/account/api-usage` });
  return (body as { totals: object }).totals;
}

/** In the form of filters. */
export async function setPrice(page: Page, price: number): Promise<void> {
  await page.getByLabel('Price, at most').fill(String(price));
  await page.getByLabel('Price, at most').press('Tab');
}
