import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addCredits, findCredits } from '../../src/accounts/credits.ts';
import { READING_PREFIX } from '../../src/api/console/reading-routes.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { SMALL_VIEWPORT, startConsole } from '../support/console.ts';
import { flat, inCity } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const service = await startConsole({ after });
const { api, openPage } = service;
const cookie = await signInLocally(api.app);
const { accountId } = (await consoleCall(api, cookie, { path: '/console/api/me' })).body as {
  accountId: string;
};

/** Flats of one town, each at its own position and price. */
async function createFlats(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const geometry = { type: 'Point' as const, coordinates: [4.8 + at * 0.004, 45.7] as [number, number] };
    const location = { ...inCity('E1'), geometry };
    await recordTogether(api.db, [madeListing(flat('E1', 250_000 + at * 1_000, { location }))], day(1));
  }
}
await createFlats(40);

const readUsage = async (): Promise<unknown> => {
  await api.usage.flush();
  const { body } = await consoleCall(api, cookie, { path: `${READING_PREFIX}/account/api-usage` });
  return (body as { totals: object }).totals;
};

const setPrice = async (page: Page, price: number): Promise<void> => {
  await page.getByLabel('Price, at most').fill(String(price));
  await page.getByLabel('Price, at most').press('Tab');
};

test('looking around in Explore costs nothing, and the map does not stop without credits', async (t) => {
  await addCredits(api.db, accountId, 1);
  const before = await readUsage();
  await openPage(
    t,
    'explore',
    async (page) => {
      await page.getByText('40 properties').waitFor();
      await page.locator('.canvas[data-points="40"]').waitFor();
      await page.getByRole('button', { name: 'Filters' }).click();
      await setPrice(page, 259_000);
      await page.getByText('10 properties').waitFor();
      await page.locator('.canvas[data-points="10"]').waitFor();
      await page
        .getByRole('link', { name: /259,000/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Price history' }).waitFor();
      await page.goBack();
      await page.getByText('10 properties').waitFor();
    },
    SMALL_VIEWPORT,
  );
  assert.deepEqual(await readUsage(), before);
  assert.equal(await findCredits(api.db, accountId), 1);
});

test('the map counts every home in clusters, shows prices at street zoom, and one total', async (t) => {
  await recordTogether(api.db, [madeListing(flat('E1', 299_000))], day(1));
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      await page.getByRole('heading', { name: '41 properties' }).waitFor();
      await page.getByText('1 has no known position').waitFor();
      await page.locator('.canvas[data-points="40"]').waitFor();
      if (process.env['EXPLORE_PICTURES']) await page.screenshot({ path: '/tmp/explore-map.png' });
      const zoomIn = page.getByRole('button', { name: /zoom in/i });
      for (let step = 0; step < 3; step += 1) {
        const asked = page.waitForResponse(/clusters/);
        await zoomIn.press('Enter');
        await asked;
      }
      await page.locator('.canvas[data-points]:not([data-points="40"]):not([data-points="0"])').waitFor();
      if (process.env['EXPLORE_PICTURES']) await page.screenshot({ path: '/tmp/explore-street.png' });
      await page.getByRole('button', { name: 'Search this area' }).click();
      await page.getByRole('heading', { name: /^\d properties$/ }).waitFor();
    },
    SMALL_VIEWPORT,
  );
});
