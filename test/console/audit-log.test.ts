import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMember } from '../../src/accounts/members.ts';
import type { ConsoleParts } from '../../src/api/console/parts.ts';
import { consoleRoutes } from '../../src/api/console/table.ts';
import { onlyReads } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { auditActionWords } from '../../src/console/words/audit-actions.ts';
import { tools } from '../../src/mcp/tools/table.ts';
import { startConsole } from '../support/console.ts';
import { createBorderlinePair } from '../support/reviewed-pair.ts';
import { consoleCall, createPerson, signInLocally } from '../support/signed-in.ts';

const { api, openPage, url, receiver } = await startConsole({ after });

test('every change that a route or an assistant makes has words in the audit log', () => {
  const changing = [...routes, ...consoleRoutes({} as ConsoleParts)].filter(
    (route) => !onlyReads(route) && !route.isQuery,
  );
  const actions = [
    ...changing.map(({ operationId }) => operationId),
    ...tools.filter(({ hints }) => !hints.readOnlyHint).map(({ name }) => name),
  ];
  assert.ok(actions.length > 30);
  assert.deepEqual(
    actions.filter((action) => !(action in auditActionWords.en)),
    [],
  );
});

test('keys, rotation, merges and feeds are in the audit log with who did them, in both languages', async (t) => {
  const cookie = await signInLocally(api.app);
  await createBorderlinePair(api, cookie);
  const body = { destinationType: 'WEBHOOK', url: `${receiver.url}/audited` };
  await consoleCall(api, cookie, { method: 'POST', path: '/account/event-destinations', body });
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('button', { name: 'Create a key' }).first().press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('audited');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await page.goto(`${url}/destinations`);
    await page.getByRole('button', { name: 'Rotate the key' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).press('Enter');
    await page.getByText(/^whsec_/).waitFor();
    await page.goto(`${url}/operator/groups`);
    await page.getByRole('button', { name: 'Same home' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('region', { name: 'Afterwards' }).getByText('le-portail').waitFor();
    await dialog.getByRole('button', { name: 'Same home' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${url}/operator/feeds`);
    await page.getByRole('button', { name: 'Add a feed' }).first().press('Enter');
    await dialog.getByLabel('Source').fill('audited');
    await dialog.getByLabel('URL of the file').fill(`${receiver.url}/audited`);
    await dialog.getByRole('button', { name: 'Add a feed' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });

    await page.goto(`${url}/audit-log`);
    const entry = (what: string) => page.getByRole('row').filter({ hasText: what }).first();
    for (const what of [
      'Created a key',
      'Rotated the signing key',
      'Merged or split homes',
      'Added or changed a feed',
    ]) {
      await entry(what).getByText('Local developer').waitFor();
      assert.equal(await entry(what).locator('time').count(), 1, what);
    }
    await page.getByRole('button', { name: /passer en français/ }).press('Enter');
    for (const what of [
      'Clé créée',
      'Clé de signature changée',
      'Biens réunis ou séparés',
      'Flux ajouté ou modifié',
    ])
      await entry(what).getByText('Local developer').waitFor();
  });
});

test('a member who is no owner reads that the audit log is for owners, and gets none of it', async (t) => {
  const cookie = await signInLocally(api.app);
  const { accountId } = (await consoleCall(api, cookie, { path: '/console/api/me' })).body as {
    accountId: string;
  };
  const person = await createPerson(api, 'member@people.example');
  await addMember(api.db, api.clock, { accountId, personId: person.personId, role: 'MEMBER' });
  const entered = await consoleCall(api, person.cookie, {
    method: 'POST',
    path: `/console/api/accounts/${accountId}/enter`,
  });
  assert.ok(entered.status < 300, entered.text);
  const [name = '', value = ''] = person.cookie.split('=');
  const own = { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...own, sameSite: 'Lax' as const }], origins: [] };
  await openPage(
    t,
    'audit-log',
    async (page) => {
      await page.getByText('The audit log is for owners of the account.').waitFor();
      assert.equal(await page.getByRole('row').count(), 0);
    },
    { storageState },
  );
});
