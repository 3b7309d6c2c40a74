import { after, test } from 'node:test';
import { addMember } from '../../src/accounts/members.ts';
import { startConsole } from '../support/console.ts';
import { KeyboardUser } from '../support/keyboard-user.ts';
import { consoleCall, createPerson, signInLocally } from '../support/signed-in.ts';

const { api, openPage } = await startConsole({ after });

test('a person is invited, given a role and removed, and a key is revoked, by keyboard alone', async (t) => {
  const { body } = await consoleCall(api, await signInLocally(api.app), { path: '/console/api/me' });
  const { accountId } = body as { accountId: string };
  const { personId } = await createPerson(api, 'ada@keyboard.example');
  await addMember(api.db, api.clock, { accountId, personId, role: 'MEMBER' });
  await openPage(t, 'people', async (page) => {
    const user = new KeyboardUser(page);
    const dialog = page.getByRole('dialog');
    await user.click('button', 'Invite a person');
    await dialog.waitFor();
    await user.type('Email', 'grace@keyboard.example');
    await user.click('button', 'Send the invitation');
    await page.getByRole('rowheader', { name: 'grace@keyboard.example' }).waitFor();
    await user.click('button', 'Revoke grace@keyboard.example');
    await page.getByText('No open invitation').waitFor();
    await user.choose('Role of A person', 'Read');
    await user.click('button', 'Remove A person');
    await dialog.waitFor();
    await user.click('button', 'Remove');
    await page.getByLabel('Role of A person').waitFor({ state: 'detached' });
    await user.click('link', 'Keys');
    await user.click('button', 'Create a key');
    await dialog.waitFor();
    await user.type('Name', 'short');
    await user.click('button', 'Create a key');
    await user.click('button', 'Close');
    await user.click('button', /^Revoke short/);
    await dialog.waitFor();
    await user.click('button', 'Revoke');
    await page.getByText('Revoked', { exact: true }).waitFor();
  });
});
