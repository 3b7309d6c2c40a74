import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole } from '../support/console.ts';
import { fillMarket } from '../support/console-world.ts';
import { flat } from '../support/searches.ts';

const { api, openPage } = await startConsole({ after });
await fillMarket(api, 2);
const URL_OF_HOME = 'https://www.figures-immo.example/annonces/palette-1';
await recordTogether(api.db, [madeListing(flat('P1', 640_000), { url: URL_OF_HOME })], day(1));

/** Opens the palette by its keys, types and waits for the option that is chosen by Enter. */
async function go(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(text);
  const found = palette.getByRole('option', { name: option }).first();
  await found.waitFor();
  for (let steps = 0; steps < 20 && (await found.getAttribute('aria-selected')) !== 'true'; steps += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
}

test('the palette leads to a place, to a home by the URL of its advert, and to a screen, by keyboard', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    await go(page, 'montrou', /Montrouge/);
    await page.getByRole('heading', { name: '2 properties' }).waitFor();
    await page.getByRole('list', { name: 'What is asked for' }).getByText('Montrouge').waitFor();
    await go(page, URL_OF_HOME, /The home advertised at this URL/);
    await page.getByText('€640,000').first().waitFor();
    await go(page, 'audit', /Audit log/);
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  });
});

test('up to four homes are compared: a fifth is not offered until one is removed', async (t) => {
  for (const price of [701, 702, 703, 704, 705])
    await recordTogether(api.db, [madeListing(flat('P2', price * 1_000))], day(1));
  const criteria = JSON.stringify({ property: { pricing: { displayed: { gte: 701_000 } } } });
  await openPage(t, `explore?view=list&criteria=${encodeURIComponent(criteria)}`, async (page) => {
    const compare = (price: number) =>
      page.getByRole('button', { name: new RegExp(`^Compare.*${price},000`) });
    for (const price of [701, 702, 703, 704]) await compare(price).press('Enter');
    await page.getByText('4 homes to compare').waitFor();
    assert.ok(await compare(705).isDisabled());
    assert.equal(await compare(705).getAttribute('title'), 'Four homes are chosen already');
    await page.getByRole('link', { name: 'Side by side' }).press('Enter');
    const table = page.getByRole('region', { name: 'Compare' });
    for (const price of [701, 702, 703, 704]) await table.getByText(`€${price},000`).first().waitFor();
    await table
      .getByRole('button', { name: /^Remove/ })
      .first()
      .press('Enter');
    await table.getByText('€701,000').first().waitFor({ state: 'detached' });
    await page.goBack();
    await page.goto(page.url());
    await page.getByText('3 homes to compare').waitFor();
    await compare(705).press('Enter');
    await page.getByText('4 homes to compare').waitFor();
  });
});
