import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { filters } from '../../src/catalogue/filters.ts';
import { record } from '../../src/properties/record.ts';
import { day, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { startConsole, waitForRecentSearch } from '../support/console.ts';
import { passHorizon } from '../support/horizon.ts';
import { flat } from '../support/searches.ts';

const { api, openPage } = await startConsole({ after });

const createFlat = (price: number, over: Parameters<typeof flat>[2] = {}): Promise<string> =>
  recordTogether(api.db, [madeListing(flat('F1', price, over))], day(1));
await createFlat(100_000, { body: { title: 'Viager occupé, deux têtes' } });
await createFlat(110_000, { transaction: { type: 'SELL', status: 'AVAILABLE', saleType: 'LIFE_ANNUITY' } });
await createFlat(120_000, { body: { title: 'Bel appartement' } });

const criteriaOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('criteria') ?? '{}');
const count = (page: Page, text: string): Promise<void> =>
  page.getByRole('heading', { name: text, exact: true }).waitFor();

test('the form has a control for every filter of the catalogue, and one to exclude where a filter may exclude', async (t) => {
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByRole('button', { name: 'All filters' }).press('Enter');
    await page.getByLabel('Find a filter').waitFor();
    const form = page.getByRole('region', { name: 'Criteria' });
    const labels = await form
      .locator('label, legend, .label')
      .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
    // A unit or a bound may follow.
    const has = (text: string) =>
      labels.some((label) => label === text || /^[ ,]/.test(label.replace(text, '')));
    assert.deepEqual(
      filters.map(({ label }) => label).filter((label) => !has(label)),
      [],
    );
    const excluding = filters.filter(
      (filter) => filter.kind === 'phrases' && filter.operators.includes('nin'),
    );
    assert.ok(excluding.length > 0);
    assert.deepEqual(
      excluding.map(({ label }) => `${label}, without`).filter((label) => !labels.includes(label)),
      [],
    );
  });
});

test('words are excluded by the form, by keyboard, and stay in sight after a reload', async (t) => {
  await openPage(t, 'explore?view=list', async (page) => {
    await count(page, '3 properties');
    await page.getByRole('button', { name: 'All filters' }).press('Enter');
    await page.getByLabel('Find a filter').fill('title');
    await page.getByLabel('Words of the title, without').fill('viager');
    await page.keyboard.press('Tab');
    await count(page, '2 properties');
    assert.deepEqual(criteriaOf(page), { property: { body: { title: { nin: ['viager'] } } } });
    await page.reload();
    await count(page, '2 properties');
    await page.getByRole('list', { name: 'What is asked for' }).getByText('not viager').waitFor();
    assert.equal(await page.getByLabel('Words of the title, without').inputValue(), 'viager');
  });
});

test('the sale type is asked for and excluded, shown as what it is, and removed where it is shown', async (t) => {
  await openPage(t, 'explore?view=list', async (page) => {
    const asked = page.getByRole('list', { name: 'What is asked for' });
    const chip = page
      .getByRole('group', { name: 'Sale type' })
      .getByRole('button', { name: /life annuity/i });
    await chip.press('Enter');
    await count(page, '1 property');
    await asked.getByText(/Sale type: Life annuity/i).waitFor();
    await chip.press('Enter');
    await count(page, '2 properties');
    await chip.and(page.getByText(/^not /)).waitFor();
    await asked.getByText(/Sale type: not Life annuity/i).waitFor();
    await asked.getByRole('button', { name: /Sale type/ }).press('Enter');
    await count(page, '3 properties');
    assert.deepEqual(criteriaOf(page), {});
  });
});

test('recent searches are offered after a reload, and forgotten on demand', async (t) => {
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByLabel('Price, at most').fill('105000');
    await page.keyboard.press('Tab');
    await count(page, '1 property');
    await waitForRecentSearch(page, '105000');
    await page.goto(page.url().replace(/criteria=[^&]*/, ''));
    await count(page, '3 properties');
    await page.getByText('Recent searches').press('Enter');
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /105,000/ })
      .press('Enter');
    await count(page, '1 property');
    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
    await count(page, '3 properties');
    await page.getByText('Recent searches').press('Enter');
    await page.getByRole('button', { name: 'Forget them' }).press('Enter');
    await page.getByText('Recent searches').waitFor({ state: 'detached' });
  });
});

test('a home that changes is announced without a reload, and shown with its new price on demand', async (t) => {
  const listing = madeListing(flat('F2', 90_000));
  const propertyId = await recordTogether(api.db, [listing], day(1));
  await openPage(t, 'explore?view=list', async (page) => {
    const stream = page.waitForResponse(/home-changes.*95000/);
    await page.getByLabel('Price, at most').fill('95000');
    await page.keyboard.press('Tab');
    await stream;
    await page.getByRole('link', { name: /90,000/ }).waitFor();
    const state = revisited(listing, day(2), flat('F2', 85_000));
    await record(api.db, { listings: [{ state, propertyId }] }, day(2));
    await passHorizon(api.db);
    await page.getByRole('button', { name: '1 changed' }).press('Enter');
    await page.getByRole('link', { name: /85,000/ }).waitFor();
  });
});

test('Back from a home shows the list as it was left: filters, order and scroll position', async (t) => {
  for (let at = 0; at < 30; at += 1) await createFlat(500_000 + at * 1_000);
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByLabel('Price, at least').fill('500000');
    await page.keyboard.press('Tab');
    await count(page, '30 properties');
    await page.getByLabel('Order').selectOption('Lowest price');
    await page.getByRole('link', { name: /500,000/ }).waitFor();
    const low = page.getByRole('link', { name: /518,000/ });
    await low.scrollIntoViewIfNeeded();
    const left = await page.evaluate('scrollY');
    assert.ok(Number(left) > 200, `${left} px`);
    await page.waitForTimeout(300);
    await low.press('Enter');
    await page.getByRole('heading', { name: 'Price history' }).waitFor();
    await page.goBack();
    await count(page, '30 properties');
    await page.getByRole('link', { name: /518,000/ }).waitFor();
    assert.equal(await page.getByLabel('Price, at least').inputValue(), '500000');
    for (let tries = 0; tries < 100 && (await page.evaluate('scrollY')) !== left; tries += 1)
      await page.waitForTimeout(50);
    assert.equal(await page.evaluate('scrollY'), left);
  });
});
