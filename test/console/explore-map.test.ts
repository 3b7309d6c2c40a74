import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addCredits, findCredits } from '../../src/accounts/credits.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole, WITH_MAP } from '../support/console.ts';
import { createFlats, readUsage, setPrice } from '../support/explored-town.ts';
import { flat } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const { api, openPage } = await startConsole({ after });
const cookie = await signInLocally(api.app);
const { accountId } = (await consoleCall(api, cookie, { path: '/console/api/me' })).body as {
  accountId: string;
};
await createFlats(api.db, 40);

test('looking around in Explore costs nothing, and the map does not stop without credits', async (t) => {
  await addCredits(api.db, accountId, 1);
  const before = await readUsage(api, cookie);
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
    WITH_MAP,
  );
  assert.deepEqual(await readUsage(api, cookie), before);
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
      const zoomIn = page.getByRole('button', { name: /zoom in/i });
      for (let step = 0; step < 3; step += 1) {
        const asked = page.waitForResponse(/clusters/);
        await zoomIn.press('Enter');
        await asked;
      }
      await page.locator('.canvas[data-points]:not([data-points="40"]):not([data-points="0"])').waitFor();
      await page.locator('.canvas[data-communes]').waitFor();
      const communes = Number(await page.locator('.canvas').getAttribute('data-communes'));
      assert.ok(communes > 10_000, `${communes} communes are named`);
      await page.getByRole('button', { name: 'Search this area' }).click();
      await page.getByRole('heading', { name: /^\d properties$/ }).waitFor();
    },
    WITH_MAP,
  );
});

test('the map is fetched when first shown: homes are seen before, it takes over with the same view and names its sources', async (t) => {
  const look = async (page: Page): Promise<void> => {
    const library = Promise.withResolvers<void>();
    await page.route(/open-map-[^/]*\.js/, async (route) => {
      await library.promise;
      await route.continue();
    });
    const [asked, fetched]: [(string | null)[], string[]] = [[], []];
    page.on('request', (request) => {
      if (request.url().endsWith('/properties/clusters')) asked.push(request.postData());
      if (/\/(open-map|maplibre|base-map)/.test(request.url())) fetched.push(request.url());
    });
    await page.reload();
    await page.getByRole('heading', { name: /properties$/ }).waitFor();
    assert.deepEqual(fetched, [], 'a list needs no map');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    const firstFrame = page.locator('.first-frame[data-points="40"]');
    await firstFrame.waitFor();
    assert.ok((await firstFrame.locator('circle').count()) > 0);
    assert.equal(await page.locator('.canvas[data-ready="true"]').count(), 0);
    const before = asked.length;
    library.resolve();
    await page.locator('.canvas[data-points="40"]').waitFor();
    await page.locator('.canvas[data-towns]').waitFor();
    assert.match(fetched.at(-1) ?? '', /base-map/, 'the names of towns come after the homes');
    await page.locator('.first-frame').waitFor({ state: 'detached' });
    assert.ok(fetched.length > 0);
    assert.equal(
      (await page.locator('.maplibregl-ctrl-attrib').innerText()).trim(),
      '© GeoNames, Instituto Geográfico Nacional (CC BY 4.0), OpenStreetMap contributors (ODbL)',
    );
    assert.deepEqual(asked.slice(before), [], 'the map asks for the homes of another view');
  };
  await openPage(t, 'explore?view=list', look, WITH_MAP);
});
