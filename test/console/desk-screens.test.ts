import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startConsole, WITH_MAP } from '../support/console.ts';
import { suspendTestDestination } from '../support/deliveries.ts';
import { createSearchHelpers, flat, inCity } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const service = await startConsole({ after });
const { api, openPage, receiver } = service;
const { put } = createSearchHelpers(api);

test('a property is found on the map by a click or by Enter, and leads to its page', async (t) => {
  const geometry = { type: 'Point' as const, coordinates: [4.83, 45.76] as [number, number] };
  await put(flat('S2', 246_810, { location: { ...inCity('S2'), geometry } }));
  const criteria = JSON.stringify({ property: { pricing: { displayed: { gte: 246_810, lte: 246_810 } } } });
  const path = `explore?view=map&criteria=${encodeURIComponent(criteria)}`;
  const find = async (page: Page) => {
    const canvas = page.locator('.canvas[data-points="1"]');
    await canvas.waitFor();
    // The only point of a search is in the middle.
    await page.locator('.canvas canvas').press('Enter');
    await page.locator('.map-card:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.canvas canvas:focus').waitFor();
    await canvas.click();
    await page
      .locator('.map-card')
      .getByRole('link', { name: /246,810/ })
      .click();
    await page.getByRole('heading', { name: 'Price history' }).waitFor();
  };
  await openPage(t, path, find, WITH_MAP);
});

test('an alert of the builder matches a new property and calls a webhook, whose exact delivery is shown', async (t) => {
  await service.match();
  await openPage(t, 'alerts/new', async (page) => {
    await page.getByLabel('Name').fill('<i>Flats</i>');
    await page.getByRole('button', { name: 'Flat', exact: true }).click();
    await page.locator('[data-figure="per-day"]').waitFor();
    await page.getByLabel('Goes to').selectOption('new');
    await page.getByLabel('URL of the webhook').pressSequentially(`${receiver.url}/alerts`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const signingKey = await page.getByText(/^whsec_/).innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: '<i>Flats</i>', exact: true }).waitFor();
    await page.getByText('Nothing told yet').waitFor();
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await page.getByRole('figure', { name: 'Rehearsal' }).waitFor();

    await put(flat('S3', 135_790));
    await service.match();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('region', { name: 'Events' }).getByText('New match').waitFor();
    await service.deliver();
    const [sent] = await receiver.received(1);

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: 'Delivered' }).click();
    await page.waitForURL(/status=DELIVERED/);
    await page.getByRole('link', { name: 'Details' }).first().click();
    const signature = String(sent?.headers['x-webhook-signature']);
    await page.getByText(signature).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is on its way again.').waitFor();
    await service.deliver();
    assert.equal((await receiver.received(2)).length, 2);

    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: 'Replay a range' }).click();
    const range = page.getByRole('dialog');
    await range.getByLabel('From').fill('2020-01-01');
    await range.getByRole('button', { name: 'Send again' }).click();
    await range.getByText('1 notification is sent again.').waitFor();
    await range.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'Docs' }).click();
    await page.getByLabel('Raw body').fill(String(sent?.body));
    await page.getByLabel('X-Webhook-Timestamp').fill(String(sent?.headers['x-webhook-timestamp']));
    await page.getByLabel('X-Webhook-Signature').fill(signature);
    await page.getByLabel('Signing key').fill(signingKey);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The signature is right.').waitFor();
    await page.getByLabel('Raw body').fill(`${sent?.body} `);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The signature does not fit.').waitFor();

    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.getByRole('switch', { name: 'Enabled: <i>Flats</i>' }).click();
    await page.locator('[role="switch"]:not(:checked)').waitFor();
  });
});

test('a suspended destination is reactivated and used again; a rotated signing key is shown once', async (t) => {
  const url = `${receiver.url}/second`;
  await openPage(t, 'destinations', async (page) => {
    await page.getByRole('button', { name: 'Add a destination' }).first().click();
    await page.getByLabel('HTTPS URL').fill(url);
    await page.getByRole('dialog').getByRole('button', { name: 'Add a destination' }).click();
    const card = page.getByRole('article').filter({ hasText: url });
    await card.waitFor();
    await suspendTestDestination(api.db, url);
    await page.reload();
    await card.getByText('5 failures in a row').waitFor();
    await card.getByText(/next probe/).waitFor();
    await card.getByRole('button', { name: 'Reactivate' }).click();
    await card.getByText('Active', { exact: true }).waitFor();
    const before = receiver.requests.length;
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByRole('link', { name: 'See its delivery' }).waitFor();
    await service.deliver();
    await receiver.received(before + 1);
    await card.getByRole('link', { name: 'See its delivery' }).click();
    await page.getByText('Delivered', { exact: true }).first().waitFor();

    await page.getByRole('link', { name: 'Destinations' }).click();
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByText(/up to two hours/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click();
    const key = await page.getByText(/^whsec_/).innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Rotate the key' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Rotate the key' }).waitFor();
    assert.ok(!(await page.content()).includes(key));
  });
});

test('usage is shown by key and, at its own URL, by route', async (t) => {
  const cookie = await signInLocally(api.app);
  await consoleCall(api, cookie, { method: 'POST', path: '/properties', body: {} });
  await api.usage.flush();
  await openPage(t, 'usage', async (page) => {
    await page.getByRole('rowheader', { name: 'Console', exact: true }).waitFor();
    await page.getByRole('button', { name: 'By route' }).click();
    await page
      .getByRole('rowheader', { name: /\/properties/ })
      .first()
      .waitFor();
    assert.equal(new URL(page.url()).searchParams.get('split'), 'byRoute');
    await page.reload();
    await page
      .getByRole('rowheader', { name: /\/properties/ })
      .first()
      .waitFor();
  });
});

test('another session of the person is listed and ended', async (t) => {
  const other = await signInLocally(api.app);
  await openPage(t, 'sessions', async (page) => {
    await page.getByText('This one').waitFor();
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('button', { name: 'End', exact: true }).first().waitFor({ state: 'detached' });
    assert.equal((await consoleCall(api, other, { path: '/console/api/me' })).status, 401);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Continue with Local development' }).waitFor();
  });
});
