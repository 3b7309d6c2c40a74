import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addMember } from '../../src/accounts/members.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { SMALL_VIEWPORT, startConsole } from '../support/console.ts';
import { suspendTestDestination } from '../support/deliveries.ts';
import { createSearchHelpers, flat, inCity } from '../support/searches.ts';
import { consoleCall, createPerson, signInLocally } from '../support/signed-in.ts';

const service = await startConsole({ after });
const { api, openPage, receiver } = service;
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
  await openPage(t, path, find, SMALL_VIEWPORT);
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
