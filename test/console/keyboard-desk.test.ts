import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startConsole } from '../support/console.ts';
import { suspendTestDestination } from '../support/deliveries.ts';
import { KeyboardUser } from '../support/keyboard-user.ts';
import { createSearchHelpers, flat } from '../support/searches.ts';

/** What is done at a desk, from the opened screen to its end by keys alone: webhooks and languages. */
const service = await startConsole({ after });
const { api, openPage, receiver } = service;
const { put } = createSearchHelpers(api);

test('deliveries of a range are sent again, and a signature is checked, by keyboard alone', async (t) => {
  await service.match();
  await openPage(t, 'alerts/new', async (page) => {
    const user = new KeyboardUser(page);
    const dialog = page.getByRole('dialog');
    await user.type('Name', 'Desk');
    await user.choose('Goes to', 'A new webhook');
    await user.type('URL of the webhook', 'http://hooks.example.com/x');
    await page.keyboard.press('Tab');
    await user.see('This URL must begin with https://.');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`${receiver.url}/desk`);
    await user.click('button', 'Save');
    const signingKey = await page.getByText(/^whsec_/).innerText();
    await user.click('button', 'Close');
    await page.getByRole('heading', { name: 'Desk', exact: true }).waitFor();
    await put(flat('D1', 246_800));
    await service.match();
    await service.deliver();
    const [sent] = await receiver.received(1);

    await user.click('link', 'Deliveries');
    await page.getByRole('link', { name: 'Details' }).first().waitFor();
    await user.click('button', 'Replay a range');
    await dialog.waitFor();
    await user.choose(dialog.getByLabel('Status'), 'Delivered');
    // Day, month and year.
    await user.reach(dialog.getByLabel('From'));
    await page.keyboard.type('01012020');
    assert.equal(await dialog.getByLabel('From').inputValue(), '2020-01-01');
    await user.click('button', 'Send again');
    await dialog.getByText('1 notification is sent again.').waitFor();
    await user.click('button', 'Close');
    await dialog.waitFor({ state: 'detached' });
    await service.deliver();
    assert.equal((await receiver.received(2)).length, 2);

    await user.click('link', 'Docs');
    const paste = async (label: string, text: string) => {
      await user.reach(page.getByLabel(label));
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    };
    await paste('Raw body', String(sent?.body));
    await paste('X-Webhook-Timestamp', String(sent?.headers['x-webhook-timestamp']));
    await paste('X-Webhook-Signature', String(sent?.headers['x-webhook-signature']));
    await paste('Signing key', signingKey);
    await page.keyboard.press('Enter');
    await user.see('The signature is right.');
    await paste('Signing key', 'whsec_another');
    await user.click('button', 'Check');
    await user.see('The signature does not fit.');
  });
});

test('a destination is added, reactivated and tested, and its key is rotated, by keyboard alone', async (t) => {
  const url = `${receiver.url}/keys`;
  await openPage(t, 'destinations', async (page) => {
    const user = new KeyboardUser(page);
    const dialog = page.getByRole('dialog');
    await user.click('button', 'Add a destination');
    await dialog.waitFor();
    await user.type('HTTPS URL', url);
    await user.click('button', 'Add a destination');
    const card = page.getByRole('article').filter({ hasText: url });
    await card.waitFor();
    await suspendTestDestination(api.db, url);
    await page.reload();
    await card.getByText('5 failures in a row').waitFor();
    await user.press(card.getByRole('button', { name: 'Reactivate' }));
    await card.getByText('Active', { exact: true }).waitFor();
    await user.press(card.getByRole('button', { name: 'Send a test' }));
    await card.getByRole('link', { name: 'See its delivery' }).waitFor();
    await user.press(page.getByRole('button', { name: 'Rotate the key' }).first());
    await dialog.waitFor();
    await user.click('button', 'Rotate the key');
    await page.getByText(/^whsec_/).waitFor();
    await user.click('button', 'Close');
    await dialog.waitFor({ state: 'detached' });
  });
});

test('the language of the console and that of the quick start are chosen by keyboard alone', async (t) => {
  await openPage(t, 'docs', async (page) => {
    const user = new KeyboardUser(page);
    await user.press(page.getByRole('button', { name: 'Python', exact: true }).first());
    await page.waitForURL(/language=Python/);
    await page.locator('pre', { hasText: 'import' }).first().waitFor();
    await user.press(page.getByRole('button', { name: /passer en français/ }));
    await page.locator('html[lang="fr"]').waitFor();
  });
});
