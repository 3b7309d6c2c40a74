import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole } from '../support/console.ts';
import { KeyboardUser } from '../support/keyboard-user.ts';
import { createBorderlinePair } from '../support/reviewed-pair.ts';
import { flat, inCity } from '../support/searches.ts';
import { signInLocally } from '../support/signed-in.ts';

/** Each from the opened screen to its end by keys alone: the focus is moved by Tab and seen wherever it stops. */
const { api, openPage, receiver, url } = await startConsole({ after });

const homeAt = (city: string, price: number, coordinates: [number, number]) =>
  madeListing(flat(city, price, { location: { ...inCity(city), geometry: { type: 'Point', coordinates } } }));
const PRICES = [310_000, 320_000, 330_000];
for (const [at, price] of PRICES.entries())
  await recordTogether(api.db, [homeAt('K1', price, [4.8 + at * 0.004, 45.7])], day(1));

test('a feed is added, edited, pulled and removed by keyboard alone', async (t) => {
  await openPage(t, 'operator/feeds', async (page) => {
    const user = new KeyboardUser(page);
    const dialog = page.getByRole('dialog');
    await user.click('button', 'Add a feed');
    await dialog.waitFor();
    await user.type('Source', 'clavier');
    await user.type('URL of the file', `${receiver.url}/clavier`);
    await user.press(dialog.getByLabel('Pulled by itself'), 'Space');
    await user.click('button', 'Add a feed');
    await dialog.waitFor({ state: 'detached' });
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'clavier', exact: true }) });
    await row.getByText('Stopped').waitFor();
    await user.click('button', 'Edit clavier');
    await dialog.waitFor();
    await user.choose(dialog.getByLabel('Format'), 'kyero');
    await user.click('button', /^Save/);
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('kyero').waitFor();
    await user.click('button', 'Pull clavier now');
    await row.getByText('Requested').waitFor();
    await user.click('button', 'Remove clavier');
    await dialog.waitFor();
    await user.click('button', 'Remove');
    await row.waitFor({ state: 'detached' });
  });
});

test('homes are compared and saved as a file by keyboard alone', async (t) => {
  await openPage(t, 'explore?view=list&order=cheapest', async (page) => {
    const user = new KeyboardUser(page);
    await user.click('button', /^Compare.*310,000/);
    await user.click('button', /^Compare.*320,000/);
    await user.click('button', 'Export as CSV');
    const download = page.waitForEvent('download');
    await user.click('button', 'Save the file');
    assert.equal((await download).suggestedFilename(), 'gable-homes.csv');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export as CSV' }).and(page.locator(':focus')).waitFor();
    await user.click('link', 'Side by side');
    const table = page.getByRole('region', { name: 'Compare' });
    await table.getByText('€320,000').first().waitFor();
    await user.press(page.getByLabel('Only what differs'), 'Space');
    await user.click('button', /^Remove/);
    await table.getByText('€310,000').first().waitFor({ state: 'detached' });
  });
});

test('a home is merged with another and split again, with a preview and an undo, by keyboard alone', async (t) => {
  const { one, other } = await createBorderlinePair(
    api,
    await signInLocally(api.app),
    (portal) => `${url}/icon.svg?of=${portal}`,
  );
  const homes = async () =>
    api.db.rows<{ id: string; url: string }>(
      sql`select property_id as id, url from listing where listing_id in (${one}, ${other}) order by property_id`,
    );
  const [first, second] = await homes();
  await openPage(t, `properties/${first?.id}`, async (page) => {
    const user = new KeyboardUser(page);
    const dialog = page.getByRole('dialog');
    const confirm = async (action: string) => {
      await dialog.getByRole('region', { name: 'Afterwards' }).getByText('le-portail').waitFor();
      await user.click('button', action);
      await dialog.waitFor({ state: 'detached' });
    };
    const countHomes = async () => new Set((await homes()).map(({ id }) => id)).size;
    await user.type('Same home as', second?.url ?? '');
    await page.keyboard.press('Enter');
    await confirm('Same home');
    assert.equal(await countHomes(), 1);
    const panel = page.getByRole('region', { name: 'Correct the grouping' });
    await user.press(panel.getByLabel(/^un-autre shows another home/), 'Space');
    await user.click('button', 'Split off the chosen ones');
    await confirm('Two homes');
    assert.equal(await countHomes(), 2);
    const history = page.getByRole('region', { name: 'Decisions' });
    await history.getByText(/: different homes, /).waitFor();
    await user.press(history.getByRole('button', { name: 'Undo' }).first());
    await confirm('Undo');
    assert.equal(await countHomes(), 1);
  });
});
