import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import type { Claims } from '../../src/properties/listing-state.ts';
import { record } from '../../src/properties/record.ts';
import { day, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { startConsole } from '../support/console.ts';
import { createSearchHelpers, flat } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

/** How far the time of the service moves each time that it is read. */
let [stepMs, aheadMs] = [0, 0];
const clock: Clock = {
  ...systemClock,
  monotonicMs() {
    aheadMs += stepMs;
    return systemClock.monotonicMs() + aheadMs;
  },
};
const service = await startConsole({ after }, { clock });
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
    const answered = page.waitForResponse(/\/test$/);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await answered;
    await service.deliver();
    await page.getByText('€250,000').nth(1).waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Nothing received yet').waitFor();
  });
});

test('events and deliveries read as sentences, refresh themselves, and are replayed by one click', async (t) => {
  const photo = `${service.url}/icon.svg?of=chartres`;
  const listing = madeListing(flat('Chartres', 260_000, { unit: { rooms: 3 } }), {
    pictures: [{ url: photo }],
  });
  const propertyId = await recordTogether(api.db, [listing], day(2));
  const cookie = await signInLocally(api.app);
  const rules = [{ eventType: 'NEW_MATCH' }, { eventType: 'PRICE_CHANGE' }, { eventType: 'OTHER_CHANGE' }];
  const criteria = { property: { locations: { in: { uniqueCodes: ['Chartres'] } } } };
  const body = { name: 'Homes of Chartres', criteria, notificationConfig: { rules } };
  const webhook = { notificationDestination: { webhookUrl: `${receiver.url}/chartres` } };
  const saved = await consoleCall(api, cookie, {
    method: 'POST',
    path: '/alerts',
    body: { ...body, ...webhook },
  });
  const { id: alertId } = saved.body as { id: string };
  const revise = (at: number, claims: Claims) =>
    record(api.db, { listings: [{ state: revisited(listing, day(at), claims), propertyId }] }, day(at));
  await openPage(t, `alerts/${alertId}`, async (page) => {
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    await revise(3, flat('Chartres', 250_000, { unit: { rooms: 3 } }));
    await revise(4, flat('Chartres', 250_000, { unit: { rooms: 4 } }));
    await service.match();
    await service.deliver();
    // Nothing is clicked: the list refreshes itself.
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByText('€260,000 → €250,000').waitFor();
    await events.getByText('Rooms 3 → 4').waitFor();
    await events
      .getByRole('link', { name: /Flat · 50 m² · 4 rooms · Chartres/ })
      .first()
      .waitFor();

    await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click();
    await page.getByLabel('Event', { exact: true }).selectOption('Price change');
    const row = page.getByRole('row').filter({ hasText: '€260,000 → €250,000' });
    await row.getByRole('link', { name: 'Homes of Chartres' }).waitFor();
    await row
      .getByRole('link', { name: /Chartres/ })
      .first()
      .waitFor();
    assert.equal(await row.locator('img').getAttribute('src'), photo);
    await row.getByText(`${receiver.url}/chartres`).waitFor();
    const before = receiver.requests.length;
    await row.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is on its way again.').waitFor();
    await service.deliver();
    await receiver.received(before + 1);
    await page.getByLabel('Destination').selectOption(`${receiver.url}/chartres`);
    await page.waitForURL(/destination=/);
    await row.getByRole('link', { name: 'Details' }).click();
    await page.getByText('  "eventType": "PRICE_CHANGE",').first().waitFor();
  });
});

test('the 31st kept home is shown as kept, on its page and on the second page of kept homes', async (t) => {
  const cookie = await signInLocally(api.app);
  const kept: string[] = [];
  for (let at = 0; at < 31; at += 1) {
    const id = await recordTogether(api.db, [madeListing(flat('Chartres', 300_000 + at * 1_000))], day(2));
    const body = { propertyId: id };
    await consoleCall(api, cookie, { method: 'POST', path: '/favorite-properties', body });
    kept.push(id);
  }
  await openPage(t, `properties/${kept[30]}`, async (page) => {
    await page.locator('button[aria-pressed="true"]', { hasText: 'Kept' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Kept homes' }).click();
    await page.getByRole('link', { name: /€300,000/ }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('link', { name: /€330,000/ }).waitFor();
    await page.getByRole('button', { name: /^Remove the home in/ }).click();
    await page.getByText('No home is kept yet').waitFor();
  });
});

test('an alert is sent to the 31st destination of the account', async (t) => {
  const cookie = await signInLocally(api.app);
  const path = '/account/event-destinations';
  for (let at = 0; at < 31; at += 1) {
    const body = { destinationType: 'WEBHOOK', url: `${receiver.url}/many/${String(at).padStart(2, '0')}` };
    assert.equal((await consoleCall(api, cookie, { method: 'POST', path, body })).status, 201);
  }
  await openPage(t, 'alerts/new', async (page) => {
    for (const at of ['00', '30']) {
      await page.getByLabel('Goes to').selectOption(`${receiver.url}/many/${at}`);
      assert.equal(await page.getByLabel('Goes to').inputValue(), `${receiver.url}/many/${at}`);
    }
    await page.goto(`${service.url}/deliveries`);
    await page.getByRole('button', { name: 'Replay a range' }).click();
    const choice = page.getByRole('dialog').getByLabel('Destination');
    await choice.selectOption(`${receiver.url}/many/00`);
    await choice.selectOption(`${receiver.url}/many/30`);
  });
});

/** A change of one home for each of the last minutes. */
async function addChanges(propertyId: string, count: number): Promise<void> {
  await api.db.rows(sql`
    insert into property_change
      (property_id, revision_id, occurred_at, recorded_at, kinds, listing_events, changes, packed_after, match_due_at,
       revision_number)
    select property_id, gen_random_uuid(), moment, moment, '{CREATED}', '[]', '[]', packed, null, 1
    from property cross join lateral (
      select date_trunc('milliseconds', now() - minute * interval '1 minute') as moment
      from generate_series(1, ${count}::int) as minute
    ) as moments
    where property_id = ${propertyId}`);
}

test('a rehearsal that takes longer shows how far it is, and goes on to its end', async (t) => {
  const cookie = await signInLocally(api.app);
  await addChanges(await put(flat('R1', 250_000)), 300);
  const body = {
    name: 'Rehearsed',
    criteria: {},
    notificationDestination: { webhookUrl: `${receiver.url}/rehearsed` },
  };
  const created = await consoleCall(api, cookie, { method: 'POST', path: '/alerts', body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await openPage(t, `alerts/${(created.body as { id: string }).id}`, async (page) => {
    const second = Promise.withResolvers<void>();
    let answers = 0;
    await page.route(/\/rehearsal$/, async (route) => {
      answers += 1;
      if (answers === 2) await second.promise;
      await route.continue();
    });
    stepMs = 2_000;
    await page.getByRole('button', { name: 'Rehearse' }).click();
    const panel = page.getByRole('region', { name: 'Rehearsal' });
    const progress = panel.getByRole('progressbar', { name: /Looked at 250 of 3\d\d changes/ });
    await progress.waitFor();
    assert.equal(await progress.getAttribute('value'), '250');
    stepMs = 0;
    second.resolve();
    await panel.getByRole('progressbar').waitFor({ state: 'detached' });
    await panel.locator('[data-figure="arrivals"]').waitFor();
    assert.equal(await panel.locator('.notice.warn').count(), 0, 'it ended before its last change');
    assert.equal(answers, 2);
  });
});
