import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMember } from '../../src/accounts/members.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole } from '../support/console.ts';
import { createSearchHelpers, flat } from '../support/searches.ts';
import { consoleCall, createPerson, signInLocally } from '../support/signed-in.ts';

const service = await startConsole({ after });
const { api, openPage } = service;
const { put } = createSearchHelpers(api);

test('a person signs in locally, creates a key that is shown once, and revokes it', async (t) => {
  await openPage(
    t,
    'keys',
    async (page) => {
      await page.getByRole('button', { name: 'Continue with Local development' }).click();
      await page.getByRole('button', { name: 'Create a key' }).first().click();
      await page.getByLabel('Name').fill('nightly <b>import</b>');
      await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
      const key = await page.getByText(/^gbl_live_/).innerText();
      assert.equal((await api.call({ path: '/sources', key })).status, 200);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('rowheader', { name: 'nightly <b>import</b>' }).waitFor();
      assert.ok(!(await page.content()).includes(key));
      await page.getByRole('button', { name: /^Revoke nightly/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Revoked', { exact: true }).waitFor();
    },
    { storageState: { cookies: [], origins: [] } },
  );
});

test('a key that only reads and expires is created, and the audit log says who created it', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('dashboard');
    await page.getByLabel('May').selectOption('Read only');
    await page.getByLabel('Expires').fill('2020-01-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('A key expires at a moment after now').first().waitFor();
    await page.getByLabel('Expires').fill('2099-12-31');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = await page.getByText(/^gbl_live_/).innerText();
    assert.equal((await api.call({ path: '/sources', key })).status, 200);
    assert.equal((await api.call({ method: 'POST', path: '/alerts', key, body: {} })).status, 403);
    await page.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row').filter({ hasText: 'dashboard' });
    await row.getByText('Read only', { exact: true }).waitFor();
    await row.locator('time[datetime^="2099-12-31"]').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    const entry = page.getByRole('row').filter({ hasText: 'Created a key' }).first();
    await entry.getByText('Person', { exact: true }).waitFor();
  });
});

test('a key that reads and changes alerts only is created', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('assistant');
    await page.getByLabel('May').selectOption('Read, and change alerts');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = await page.getByText(/^gbl_live_/).innerText();
    const status = async (path: string) =>
      (await api.call({ method: 'POST', path, key, body: { name: 7 } })).status;
    assert.deepEqual([await status('/alerts'), await status('/exports')], [400, 403]);
    await page.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row').filter({ hasText: 'assistant' });
    await row.getByText('Read, and change alerts', { exact: true }).waitFor();
  });
});

test('an owner invites a person, changes a role and removes somebody, and enters another account', async (t) => {
  const cookie = await signInLocally(api.app);
  const { accountId } = (await consoleCall(api, cookie, { path: '/console/api/me' })).body as {
    accountId: string;
  };
  const colleague = await createPerson(api, 'ada@people.example');
  await addMember(api.db, api.clock, { accountId, personId: colleague.personId, role: 'MEMBER' });
  await openPage(t, 'people', async (page) => {
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('grace@people.example');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('READ_ONLY');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('rowheader', { name: 'grace@people.example' }).waitFor();
    await page.getByRole('button', { name: 'Revoke grace@people.example' }).click();
    await page.getByText('No open invitation').waitFor();
    await page.getByLabel('Role of Local developer').selectOption('MEMBER');
    await page.getByText('make another person an owner first').first().waitFor();
    await page.getByLabel('Role of A person').selectOption('READ_ONLY');
    await page.getByRole('button', { name: 'Remove A person' }).click();
    await page.getByText('A person loses access at once.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByLabel('Role of A person').waitFor({ state: 'detached' });
    await page.getByLabel('Find an account').fill('ada@people');
    await page.getByRole('button', { name: 'Enter ada@people.example' }).click();
    await page.getByRole('link', { name: 'ada@people.example' }).waitFor();
    await page.goto(`${service.url}/people`);
    await page.getByRole('button', { name: 'Enter demo' }).click();
    await page.getByRole('link', { name: 'demo', exact: true }).waitFor();
  });
});

test('criteria of the form find a property, are in the URL and lead to its page', async (t) => {
  await put(flat('S1', 123_456, { unit: { rooms: 3 }, body: { title: '<img src=x onerror=alert(1)>' } }));
  const pictures = [{ url: `${service.url}/taken-away.png` }];
  await put(flat('S1', 987_654), { pictures });
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByText('2 properties').waitFor();
    await page.getByRole('link', { name: /No picture.*987,654/s }).waitFor();
    assert.equal(await page.locator('.property-card img').count(), 0);
    await page.getByLabel('Price, at most').fill('200000');
    await page.getByLabel('Price, at most').press('Tab');
    await page.getByText('1 property', { exact: true }).waitFor();
    assert.match(new URL(page.url()).searchParams.get('criteria') ?? '', /"lte":200000/);
    await page.reload();
    await page.getByText('1 property', { exact: true }).waitFor();
    await page.getByRole('link', { name: /123,456/ }).click();
    await page.getByRole('heading', { name: 'What each advertisement says' }).waitFor();
    await page.getByRole('heading', { name: 'Why these advertisements are one home' }).waitFor();
    assert.equal(await page.locator('img[src="x"]').count(), 0);
  });
});

test('a sentence fills the filters, and shows what it did not understand', async (t) => {
  await put(flat('S3', 234_567, { unit: { rooms: 4 } }));
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByLabel('Say what you look for').fill('T4 entre 200 000 et 240 000, sans vis-à-vis');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Not understood: “sans vis-à-vis”').waitFor();
    await page.getByRole('link', { name: /234,567/ }).waitFor();
    assert.match(new URL(page.url()).searchParams.get('criteria') ?? '', /"lte":240000/);
  });
});

test('a property with different prices shows their range, in both languages', async (t) => {
  const listings = [284_000, 300_000, 290_000].map((price) => madeListing(flat('S9', price)));
  const id = await recordTogether(api.db, listings, day(1));
  await openPage(t, `properties/${id}`, async (page) => {
    await page.getByText('from €284,000 to €300,000 in 3 advertisements', { exact: true }).waitFor();
    await page.getByRole('button', { name: /passer en français/ }).click();
    await page.getByText(/^de 284\s000\s€ à 300\s000\s€ dans 3 annonces$/).waitFor();
  });
});

test('a listing of a protected source is shown without a link, beside one with a link', async (t) => {
  const open = madeListing(flat('S10', 310_000));
  const listings = [open, madeListing(flat('S10', 310_000), { protected: true })];
  const id = await recordTogether(api.db, listings, day(1));
  await openPage(t, `properties/${id}`, async (page) => {
    const table = page.getByRole('region', { name: 'What each advertisement says' });
    await table.getByRole('link', { name: 'figures-immo' }).waitFor();
    const links = await table.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    assert.deepEqual(links, [open.url]);
    assert.equal(await table.locator('thead th').count(), 4);
  });
});
