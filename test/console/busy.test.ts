import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { HomeBudget, MAX_BURST_HOMES } from '../../src/api/console/home-budget.ts';
import { sql } from '../../src/db/sql.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole } from '../support/console.ts';
import { flat } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const homeBudget = new HomeBudget();
const { api, openPage } = await startConsole({ after }, { homeBudget });
const cookie = await signInLocally(api.app);
for (const price of [250_000, 251_000, 252_000])
  await recordTogether(api.db, [madeListing(flat('B1', price))], day(1));

const setPrice = 'Price, at most';

/** The table of sessions is locked by another transaction, until `release`: each request for a session runs into its time-out. */
async function lockSessions(): Promise<{ release: () => Promise<void> }> {
  const stop = new AbortController();
  const locked = Promise.withResolvers<void>();
  const ended = api.db.transaction(async (tx) => {
    await tx.rows(sql`lock table console_session in access exclusive mode`);
    locked.resolve();
    // A transaction that is idle for long is ended by the server.
    while (!stop.signal.aborted) {
      await tx.rows(sql`select 1`);
      await setTimeout(50);
    }
  });
  await Promise.race([locked.promise, ended]);
  return {
    async release() {
      stop.abort();
      await ended;
    },
  };
}

test('a service that is busy is an error with a retry, and signs nobody out', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    const { release } = await lockSessions();
    try {
      const answered = page.waitForResponse(/console\/api\/me/);
      await page.reload();
      assert.equal((await answered).status(), 503);
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByRole('button', { name: /Continue with/ }).count(), 0);
    } finally {
      await release();
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
  });
});

test('a search that could not reach the service goes on by itself', async (t) => {
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByRole('heading', { name: '3 properties' }).waitFor();
    await page.route('**/read/properties', (route) => route.abort());
    await page.getByLabel(setPrice).fill('251000');
    await page.getByLabel(setPrice).press('Tab');
    await page.getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.unroute('**/read/properties');
    await page.getByRole('heading', { name: '2 properties' }).waitFor();
  });
});

test('a search that is refused for a moment goes on after the pause that the refusal names; a long one is said', async (t) => {
  const { personId } = (
    await api.db.rows<{ personId: string }>(
      sql`select person_id as "personId" from console_session order by created_at desc limit 1`,
    )
  )[0] ?? { personId: '' };
  const readHomes = (homes: number) => homeBudget.spend(personId, homes, api.clock.monotonicMs());
  await openPage(t, 'explore?view=list', async (page) => {
    await page.getByRole('heading', { name: '3 properties' }).waitFor();
    // As many as a person may read at once, and two seconds more.
    readHomes(MAX_BURST_HOMES + 40);
    const refused = page.waitForResponse((answer) => answer.status() === 429);
    await page.getByLabel(setPrice).fill('251000');
    await page.getByLabel(setPrice).press('Tab');
    await refused;
    await page.getByRole('heading', { name: '2 properties' }).waitFor();
    readHomes(3 * MAX_BURST_HOMES);
    await page.getByLabel(setPrice).fill('250000');
    await page.getByLabel(setPrice).press('Tab');
    await page.getByRole('alert').getByText('That were many homes at once.').waitFor();
  });
  assert.equal((await consoleCall(api, cookie, { path: '/console/api/me' })).status, 200);
});

test('a list that arrives late leaves an open dialog open', async (t) => {
  const body = { destinationType: 'WEBHOOK', url: 'https://receiver.example/hook' };
  const path = '/account/event-destinations';
  assert.equal((await consoleCall(api, cookie, { method: 'POST', path, body })).status, 201);
  await openPage(t, 'keys', async (page) => {
    const list = Promise.withResolvers<void>();
    await page.route(/console\/api\/destinations\?page=/, async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Destinations' }).click();
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    list.resolve();
    await page.getByText('receiver.example').waitFor();
    assert.ok(await dialog.isVisible());
  });
});
