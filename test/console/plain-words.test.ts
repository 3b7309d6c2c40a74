import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startConsole, waitForIdle } from '../support/console.ts';
import { flat } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const { api, openPage, receiver } = await startConsole({ after });

test('the page of a home without a known place or change has neither a dangling sign nor an empty section', async (t) => {
  const { location: _, ...claims } = flat('W1', 249_000);
  const id = await recordTogether(api.db, [madeListing(claims)], day(1));
  await openPage(t, `properties/${id}`, async (page) => {
    await page.getByRole('heading', { name: 'What changed' }).waitFor();
    await waitForIdle(page);
    await page.getByText('€249,000', { exact: true }).first().waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /·\s*$/m);
    const blank = await page
      .locator('main section.card')
      .evaluateAll((all) =>
        all
          .filter((card) => card.textContent === card.querySelector('h2')?.textContent)
          .map((card) => card.textContent),
      );
    assert.deepEqual(blank, [], 'a section with nothing but its heading');
  });
});

test('a new alert says by a date until when homes already on the market are announced', async (t) => {
  const body = {
    name: 'Dated',
    criteria: {},
    notificationDestination: { webhookUrl: `${receiver.url}/dated` },
  };
  const { body: created } = await consoleCall(api, await signInLocally(api.app), {
    method: 'POST',
    path: '/alerts',
    body,
  });
  await openPage(t, `alerts/${(created as { id: string }).id}`, async (page) => {
    const line = page.getByText(/already on the market/);
    await line.waitFor();
    assert.match(await line.innerText(), /until \d{1,2} \w+ \d{4}\.$/);
  });
});

test('criteria of alternatives say which alternative they belong to', async (t) => {
  const criteria = JSON.stringify({
    and: [
      { property: { pricing: { displayed: { lte: 900_000 } } } },
      { or: [{ property: { type: { in: ['FLAT'] } } }, { property: { unit: { rooms: { gte: 4 } } } }] },
    ],
  });
  await openPage(t, `explore?view=list&criteria=${encodeURIComponent(criteria)}`, async (page) => {
    const asked = page.getByRole('list', { name: 'What is asked for' });
    await asked.getByText('Choice 1 · Property type: Flat').waitFor();
    await asked.getByText(/Choice 2 · Rooms/).waitFor();
    const price = asked.getByRole('button', { name: /Price:/ });
    assert.doesNotMatch(await price.innerText(), /Choice/, 'asked for in any case');
  });
});

test('a filter is found without accents in French, and what is not found is said', async (t) => {
  await openPage(
    t,
    'explore?view=list',
    async (page) => {
      await page.getByRole('button', { name: 'Tous les filtres' }).press('Enter');
      await page.getByLabel('Trouver un filtre').fill('etage');
      await page
        .getByText(/^Étage/)
        .first()
        .waitFor();
      await page.getByLabel('Trouver un filtre').fill('zzz');
      await page.getByText(/Aucun autre filtre/).waitFor();
    },
    { locale: 'fr-FR' },
  );
});

test('a list without a delivery says that nothing was sent yet, and one with a filter that none fits it', async (t) => {
  await openPage(t, 'deliveries', async (page) => {
    await page.getByText('Nothing was sent yet').waitFor();
    await page.getByRole('button', { name: 'Failed' }).click();
    await page.getByText('No notification fits these filters.').waitFor();
  });
});
