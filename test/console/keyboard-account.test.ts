import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAccount } from '../../src/accounts/accounts.ts';
import { startConsole, waitForRecentSearch } from '../support/console.ts';
import { KeyboardUser } from '../support/keyboard-user.ts';
import { createSearchHelpers, flat } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

/** What is done at a desk, from the opened screen to its end by keys alone: searches, accounts, what was interrupted. */
const { api, openPage } = await startConsole({ after });
await createSearchHelpers(api).put(flat('D1', 250_000));

test('a recent search is repeated and forgotten, and other sessions are ended, by keyboard alone', async (t) => {
  const other = await signInLocally(api.app);
  await openPage(t, 'explore?view=list', async (page) => {
    const user = new KeyboardUser(page);
    const count = (name: string) => page.getByRole('heading', { name }).waitFor();
    await count('1 property');
    await user.type('Price, at most', '100000');
    await page.keyboard.press('Tab');
    await page.getByRole('heading', { name: /^Nothing meets/ }).waitFor();
    await waitForRecentSearch(page, '100000');
    await user.click('button', 'Clear');
    await count('1 property');
    await user.press(page.locator('summary', { hasText: 'Recent searches' }));
    await user.press(page.getByRole('listitem').getByRole('button', { name: /100,000/ }));
    await page.getByRole('heading', { name: /^Nothing meets/ }).waitFor();
    await user.click('button', 'Clear');
    await count('1 property');
    await user.press(page.locator('summary', { hasText: 'Recent searches' }));
    await user.click('button', 'Forget them');
    await page.getByText('Recent searches').waitFor({ state: 'detached' });
    await user.click('link', 'Sessions');
    await page.getByText('This one').waitFor();
    await user.click('button', 'End all others');
    await page.getByRole('button', { name: 'End', exact: true }).first().waitFor({ state: 'detached' });
    assert.equal((await consoleCall(api, other, { path: '/console/api/me' })).status, 401);
  });
});

test('another account is found and entered by keyboard alone', async (t) => {
  await createAccount(api.db, api.clock, 'Agence du Port');
  await openPage(t, 'people', async (page) => {
    const user = new KeyboardUser(page);
    await user.type('Find an account', 'port');
    await user.click('button', 'Enter Agence du Port');
    await page.waitForURL(/\/explore/);
    await user.click('link', 'People');
    await user.see('Who may use the account Agence du Port, and what they may do.');
  });
});

// The last: it ends every session.
test('a draft is continued, and a session that ended is renewed in place, by keyboard alone', async (t) => {
  await openPage(t, 'keys', async (page) => {
    const user = new KeyboardUser(page);
    const dialog = page.getByRole('dialog');
    await user.click('button', 'Create a key');
    await dialog.waitFor();
    await user.type('Name', 'half typed');
    await page.waitForLoadState('networkidle');
    await page.reload();
    await user.click('button', 'Create a key');
    await user.click('button', 'Continue the draft');
    await api.db.rows({ text: 'delete from console_session', values: [] });
    await user.click('button', 'Create a key');
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    const popup = page.waitForEvent('popup');
    await user.press(page.getByRole('button', { name: /Continue with/ }));
    await popup;
    await page.getByText(/^gbl_live_/).waitFor();
    await user.click('button', 'Close');
    await page.getByRole('rowheader', { name: 'half typed' }).waitFor();
    await user.click('button', /^Revoke half typed/);
    await dialog.waitFor();
    await user.click('button', 'Revoke');
  });
});
