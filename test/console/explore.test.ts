import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole, WITH_MAP, waitForRecentSearch } from '../support/console.ts';
import { createFlats, readUsage, setPrice } from '../support/explored-town.ts';
import { passHorizon } from '../support/horizon.ts';
import { flat } from '../support/searches.ts';
import { signInLocally } from '../support/signed-in.ts';

const { api, openPage } = await startConsole({ after });
const cookie = await signInLocally(api.app);
await createFlats(api.db, 40);

test('whatever the criteria ask for is shown in words and removed there, also what the form cannot show', async (t) => {
  const criteria = {
    and: [
      { property: { amenities: { features: { nin: ['ELEVATOR'] } }, body: { title: { nin: ['viager'] } } } },
      { property: { pricing: { displayed: { lte: 255_000 } } } },
    ],
  };
  await openPage(
    t,
    `explore?view=list&criteria=${encodeURIComponent(JSON.stringify(criteria))}`,
    async (page) => {
      const active = page.getByRole('list', { name: 'What is asked for' });
      await active.getByText(/not Elevator|not Lift/i).waitFor();
      await page.getByRole('heading', { name: /properties$/ }).waitFor();
      await active.getByRole('button', { name: /255,000/ }).press('Enter');
      await active.getByText(/255,000/).waitFor({ state: 'detached' });
      assert.ok(!page.url().includes('255000'));
    },
  );
});

test('a value finds its filter, is asked for and then excluded, by keyboard', async (t) => {
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByRole('button', { name: 'All filters' }).press('Enter');
    await page.getByLabel('Find a filter').fill('terrace');
    const terrace = page.getByRole('button', { name: /terrace/i }).first();
    await terrace.press('Enter');
    await page
      .getByRole('list', { name: 'What is asked for' })
      .getByText(/terrace/i)
      .waitFor();
    await page
      .getByRole('group')
      .getByRole('button', { name: /terrace/i })
      .first()
      .press('Enter');
    await page
      .getByRole('list', { name: 'What is asked for' })
      .getByText(/not .*terrace/i)
      .waitFor();
  });
});

test('a list is saved as a file: every home once, what it costs said before, and nothing charged', async (t) => {
  const before = await readUsage(api, cookie);
  await openPage(t, 'explore?view=list', async (page) => {
    await setPrice(page, 279_000);
    await page.getByRole('heading', { name: '30 properties' }).waitFor();
    await page.getByRole('button', { name: 'Export as CSV' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This file costs nothing').waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the file' }).press('Enter');
    const file = await download;
    assert.equal(file.suggestedFilename(), 'gable-homes.csv');
    const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 30);
    const at = head.split(',').indexOf('pricing.displayed');
    const prices = lines.map((line) => Number(line.split(',')[at]));
    assert.deepEqual([Math.min(...prices), Math.max(...prices)], [250_000, 279_000]);
    await dialog.getByText('30 homes saved.').waitFor();
  });
  assert.deepEqual(await readUsage(api, cookie), before);
});

test('an area is drawn corner by corner, a circle by numbers, and a search is offered again', async (t) => {
  const readPlaces = (page: Page) =>
    JSON.parse(new URL(page.url()).searchParams.get('criteria') ?? '{}').property?.locations?.in;
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      await page.locator('.canvas[data-points="40"]').waitFor();
      await page.getByRole('button', { name: 'Draw an area' }).press('Enter');
      const panel = page.getByRole('region', { name: 'Draw an area' });
      const canvas = page.locator('.canvas canvas');
      await page.locator('.canvas canvas:focus').waitFor();
      const { width, height } = (await canvas.boundingBox()) ?? assert.fail();
      for (const [right, down] of [
        [0.8, 0.4],
        [0.8, 0.8],
        [0.3, 0.8],
      ] as const)
        await canvas.click({ position: { x: width * right, y: height * down } });
      await panel.getByText('3 corners').waitFor();
      // By keyboard: Enter sets a corner at the centre of the map, which is moved by arrows.
      await canvas.focus();
      await page.keyboard.press('Enter');
      await panel.getByText('4 corners').waitFor();
      await panel.getByRole('button', { name: 'Undo the last corner' }).press('Enter');
      await panel.getByText('3 corners').waitFor();
      await panel.getByRole('button', { name: 'Search in this area' }).press('Enter');
      await page.getByRole('list', { name: 'What is asked for' }).getByText('drawn area').waitFor();
      assert.equal(readPlaces(page).geoShapes[0].coordinates[0].length, 4);
      await waitForRecentSearch(page, 'geoShapes');
      await page.locator('button:focus', { hasText: 'Draw an area' }).waitFor();
      await page.getByRole('button', { name: 'Around a point' }).press('Enter');
      await page.getByLabel('Latitude').and(page.locator(':focus')).fill('45.7');
      await page.getByLabel('Longitude').fill('4.8');
      await page.getByLabel('Radius in km').fill('1');
      await page.getByRole('button', { name: 'Search around it' }).press('Enter');
      // A flat every 0.004 degrees of longitude, which are 311 metres there.
      await page.getByRole('heading', { name: '4 properties' }).waitFor();
      assert.deepEqual(readPlaces(page), { centerPoint: { latitude: 45.7, longitude: 4.8, radiusKm: 1 } });
      await page.getByText('Recent searches').click();
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /drawn area/ })
        .click();
      await page.getByRole('heading', { name: '4 properties' }).waitFor({ state: 'detached' });
      assert.equal(readPlaces(page).geoShapes.length, 1);
    },
    WITH_MAP,
  );
});

test('a new home is announced without a reload, and shown on demand', async (t) => {
  await openPage(t, 'explore?view=list', async (page) => {
    const stream = page.waitForResponse(/home-changes.*240000/);
    await setPrice(page, 240_000);
    await stream;
    await page.getByRole('heading', { name: 'Nothing meets these criteria' }).waitFor();
    await recordTogether(api.db, [madeListing(flat('E1', 500_000))], day(2));
    await recordTogether(api.db, [madeListing(flat('E1', 230_000))], day(2));
    await passHorizon(api.db);
    await page.getByRole('button', { name: '1 new' }).press('Enter');
    await page.getByRole('heading', { name: '1 property' }).waitFor();
    await page.getByRole('link', { name: /230,000/ }).waitFor();
  });
});

test('homes are compared side by side, from the list and by the palette, and what differs is marked', async (t) => {
  const two = await Promise.all(
    [2, 3].map((rooms) => {
      const claims = flat('E2', 200_000 + rooms, { unit: { rooms } });
      return recordTogether(api.db, [madeListing(claims)], day(1));
    }),
  );
  await openPage(t, 'explore?view=list&order=cheapest', async (page) => {
    for (const price of ['200,002', '200,003'])
      await page.getByRole('button', { name: new RegExp(`^Compare.*${price}`) }).press('Enter');
    await page.getByText('2 homes to compare').waitFor();
    await page.getByRole('link', { name: 'Side by side' }).press('Enter');
    const table = page.getByRole('region', { name: 'Compare' });
    const row = (name: string) =>
      table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await row('Rooms (differs)').waitFor();
    assert.deepEqual(await row('Rooms (differs)').getByRole('cell').allInnerTexts(), ['2', '3']);
    await row('Property type').waitFor();
    await page.getByLabel('Only what differs').press(' ');
    await row('Property type').waitFor({ state: 'detached' });
    await row('Rooms (differs)').waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill(two[0] ?? '');
    await palette.getByRole('option', { name: /The home with this id/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Flat · 50 m² · 2 rooms/ }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('https://nowhere.example/1');
    await palette.getByRole('option', { name: /The home advertised at this URL/ }).waitFor();
    await page.keyboard.press('Enter');
    await palette.getByText('No home is advertised at this URL.').waitFor();
    await palette.getByRole('combobox').fill('usag');
    await palette.getByRole('option', { name: /Usage/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    // The next Tab goes on in the screen that the palette led to; without a choice it returns to where it was.
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Tab');
    const before = await page.locator('main :focus').innerText();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    assert.equal(await page.locator(':focus').innerText(), before);
  });
});
