import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startConsole } from '../support/console.ts';
import { createSearchHelpers, flat } from '../support/searches.ts';

const service = await startConsole({ after });
const { api, openPage, receiver } = service;
const { put } = createSearchHelpers(api);

test('the URL of a new webhook survives typing and pasting, and a bad one is explained when the field is left', async (t) => {
  await openPage(t, 'alerts/new', async (page) => {
    await page.getByLabel('Goes to').selectOption('new');
    const field = page.getByLabel('URL of the webhook');
    await field.pressSequentially('http://hooks.example.com/x');
    assert.equal(await field.inputValue(), 'http://hooks.example.com/x');
    await field.press('Tab');
    await page.getByText('This URL must begin with https://.').waitFor();
    // Pasted over what was typed, as a clipboard does: one input event with the whole text.
    await field.fill(`  ${receiver.url}/pasted `);
    assert.equal(await field.inputValue(), `${receiver.url}/pasted`);
    await page.getByText('This URL must begin').waitFor({ state: 'detached' });
    await field.press('Tab');
    await page.getByRole('button', { name: /passer en français/ }).click();
    await page.getByLabel('URL du webhook').fill('https://localhost:70000/');
    await page.getByLabel('URL du webhook').press('Tab');
    await page.getByText('URL refusée').waitFor();
  });
});

test('a first webhook needs no receiver: the request bin shows it with every step of its check', async (t) => {
  await openPage(t, 'request-bin', async (page) => {
    await page.getByRole('button', { name: 'Open a request bin' }).click();
    const key = await page.getByText(/^whsec_/).innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    assert.ok(!(await page.content()).includes(key));
    await page.getByText('Nothing received yet').waitFor();
    await page.getByRole('link', { name: 'Create an alert for it' }).click();
    await page.getByLabel('Name').fill('Into the bin');
    assert.match(await page.getByLabel('Goes to').inputValue(), /\/console\/request-bin\//);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Into the bin' }).waitFor();

    await put(flat('S1', 250_000));
    await service.match();
    await service.deliver();
    await page.getByRole('navigation').getByRole('link', { name: 'Request bin' }).click();
    const arrived = page.getByRole('article').filter({ hasText: 'Into the bin' });
    await arrived.getByText('Signature verified').waitFor();
    await arrived.getByText('€250,000').waitFor();
    await arrived.getByText(/HMAC-SHA256 of that text with the signing key/).waitFor();
    assert.equal(await arrived.locator('.check-steps .passed').count(), 4);

    // The list refreshes itself: nothing is clicked after the test is delivered.
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.waitForResponse(/\/test$/);
    await service.deliver();
    await page.getByText('€250,000').nth(1).waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Nothing received yet').waitFor();
  });
});
