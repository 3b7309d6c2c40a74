import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole, WITH_MAP } from '../support/console.ts';
import { KeyboardUser } from '../support/keyboard-user.ts';
import { flat, inCity } from '../support/searches.ts';

/** Each from the opened screen to its end by keys alone: the focus is moved by Tab and seen wherever it stops. */
const { api, openPage } = await startConsole({ after });

const homeAt = (city: string, price: number, coordinates: [number, number]) =>
  madeListing(flat(city, price, { location: { ...inCity(city), geometry: { type: 'Point', coordinates } } }));
const PRICES = [310_000, 320_000, 330_000];
for (const [at, price] of PRICES.entries())
  await recordTogether(api.db, [homeAt('K1', price, [4.8 + at * 0.004, 45.7])], day(1));

const readCriteria = (page: Page) =>
  JSON.parse(new URL(page.url()).searchParams.get('criteria') ?? '{}').property ?? {};

test('an area and a circle are drawn on the map by keyboard alone', { timeout: 300_000 }, async (t) => {
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      const user = new KeyboardUser(page);
      await page.locator('.canvas[data-points="3"]').waitFor();
      await user.click('button', 'Draw an area');
      await page.locator('.canvas canvas:focus').waitFor();
      const panel = page.getByRole('region', { name: 'Draw an area' });
      for (const [corners, key] of ['ArrowLeft', 'ArrowUp', 'ArrowRight'].entries()) {
        await page.keyboard.press(key);
        await page.waitForTimeout(600);
        await page.keyboard.press('Enter');
        await panel.getByText(corners === 0 ? '1 corner' : `${corners + 1} corners`).waitFor();
      }
      await user.click('button', 'Search in this area');
      await page.getByRole('list', { name: 'What is asked for' }).getByText('drawn area').waitFor();
      const [ring] = readCriteria(page).locations.in.geoShapes[0].coordinates;
      assert.equal(new Set(ring.map(String)).size, 3, 'three corners that differ');
      await user.click('button', 'Around a point');
      await user.type('Latitude', '45.7');
      // West of Greenwich and back: a sign and a point are on the way to a number.
      await user.type('Longitude', '-1.55');
      assert.equal(await page.getByLabel('Longitude').inputValue(), '-1.55');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('4.8');
      await user.type('Radius in km', '0.5');
      await user.click('button', 'Search around it');
      await page.getByRole('heading', { name: '2 properties' }).waitFor();
    },
    WITH_MAP,
  );
});

test('the palette and the criteria are used by keyboard alone', async (t) => {
  await openPage(t, 'keys', async (page) => {
    const user = new KeyboardUser(page);
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('explore');
    await page.getByRole('option', { name: 'Explore' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '3 properties' }).waitFor();
    await user.press(page.getByRole('button', { name: 'House', exact: true }));
    await page.getByRole('heading', { name: /^Nothing meets/ }).waitFor();
    await user.press(page.getByRole('button', { name: 'House', exact: true }));
    await page.getByRole('heading', { name: '3 properties' }).waitFor();
  });
});
