import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startConsole } from '../support/console.ts';
import { createSearchHelpers, flat } from '../support/searches.ts';

const service = await startConsole({ after });
const { api, openPage } = service;
const { put } = createSearchHelpers(api);

const doneSteps = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-step][data-done="true"]')
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-step')));

/** The page looks by itself: nothing is clicked or reloaded. */
const isDone = (page: Page, step: string): Promise<void> =>
  page.locator(`[data-step="${step}"][data-done="true"]`).waitFor();

const toStart = (page: Page): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: 'First steps' }).press('Enter');

test('a newcomer goes from nothing to a verified webhook by keyboard, and each step notices by itself that it is done', async (t) => {
  await openPage(t, '', async (page) => {
    await page.getByText('0 of 4 steps done').waitFor();
    await page.locator('[data-step="key"]').getByRole('link', { name: 'Keys' }).press('Enter');
    await page.getByRole('button', { name: 'Create a key' }).first().press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('first');
    await page.keyboard.press('Enter');
    const key = await page.getByText(/^gbl_live_/).innerText();
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await toStart(page);
    await isDone(page, 'key');
    assert.deepEqual(await doneSteps(page), ['key']);

    assert.equal((await api.call({ path: '/sources', key })).status, 200);
    await isDone(page, 'call');
    assert.deepEqual(await doneSteps(page), ['key', 'call']);

    await page.locator('[data-step="alert"]').getByRole('link', { name: 'New alert' }).press('Enter');
    await page.getByLabel('Name').fill('My first alert');
    await page.getByLabel('Goes to').selectOption('bin');
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'My first alert' }).waitFor();
    await toStart(page);
    await isDone(page, 'alert');
    assert.deepEqual(await doneSteps(page), ['key', 'call', 'alert']);

    await put(flat('F1', 250_000));
    await service.match();
    await service.deliver();
    await page.getByText('All steps are done').waitFor();
    assert.deepEqual(await doneSteps(page), ['key', 'call', 'alert', 'webhook']);
  });
});
