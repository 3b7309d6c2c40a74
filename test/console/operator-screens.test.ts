import { after, test } from 'node:test';
import { runDueFeeds } from '../../src/feeds/run-feed.ts';
import { openPipeline } from '../../src/ingest/open.ts';
import { storeRejected } from '../../src/ingest/rejected-records.ts';
import { listingIdFromUrl } from '../../src/lib/ids.ts';
import { createOutboundClient } from '../../src/outbound/client.ts';
import { registerSource, sourceIdOf } from '../../src/sources/sources.ts';
import { answer } from '../faults/behaviours.ts';
import { startConsole } from '../support/console.ts';
import { pullTestFeed } from '../support/console-world.ts';

const { api, openPage, receiver } = await startConsole({ after });

test('an operator sees the runs of a feed, and finds a source beyond the first page by its name', async (t) => {
  await pullTestFeed(api, 'un-portail');
  // More than a page of sources sorts before it: the picker searches on the server.
  for (let at = 0; at < 31; at += 1) {
    const source = { slug: `agence-${at}`, name: `Agence ${at}`, domain: null };
    await registerSource(api.db, api.clock, source);
  }
  await openPage(t, 'operator/feeds', async (page) => {
    await page.getByRole('button', { name: 'un-portail', exact: true }).click();
    await page.getByText('1 × <u>no price</u>').click();
    await page.getByText('line 9: <u>no price</u>').waitFor();
    await page.getByText('{"price":"<b>free</b>"}').waitFor();
    await page.getByLabel('Choose a source').pressSequentially('portail');
    await page.getByRole('option', { name: /^Un portail/ }).click();
    await page.getByRole('rowheader', { name: 'humeur' }).waitFor();
    await page.reload();
    await page.getByText('1 × <u>no price</u>').waitFor();
    await page.getByRole('rowheader', { name: 'humeur' }).waitFor();
  });
});

test('an operator adds a feed, pulls it, sees in red that it took nothing and why, edits and removes it', async (t) => {
  const outbound = createOutboundClient(
    { loopback: true, ownHosts: [] },
    { ca: receiver.authority.certificate.toString() },
  );
  t.after(() => outbound.close());
  const places = { locate: async () => ({ divisions: undefined, notes: [] }) as never };
  const pipeline = openPipeline(api.db, api.clock, { places });
  const pullDue = () => runDueFeeds({ pipeline, outbound }, () => undefined, AbortSignal.timeout(60_000));
  const bad = (at: number) =>
    JSON.stringify({
      source: 'nouveau',
      url: `https://nouveau.example/${at}`,
      observedAt: 'someday',
      payload: {},
    });
  receiver.when(({ url }) => url === '/nouveau', answer(200, { body: [bad(1), bad(2)].join('\n') }));
  await openPage(t, 'operator/feeds', async (page) => {
    await page.getByRole('button', { name: 'Add a feed' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Source').fill('nouveau');
    await dialog.getByLabel('URL of the file').fill(`${receiver.url}/nouveau`);
    await dialog.getByLabel('Pulled by itself').uncheck();
    await dialog.getByRole('button', { name: 'Add a feed' }).click();
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'nouveau', exact: true }) });
    await row.getByText('Stopped').waitFor();
    await row.getByRole('button', { name: 'Pull nouveau now' }).click();
    await row.getByText('Requested').waitFor();
    await pullDue();
    // The list refreshes itself.
    await row.locator('.badge.bad', { hasText: 'Took nothing' }).waitFor();
    const runs = page.getByRole('region', { name: 'Pulls' });
    await runs.getByText(/^2 × /).click();
    await runs
      .getByText(/"observedAt":"someday"/)
      .first()
      .waitFor();
    await row.getByRole('button', { name: 'Edit nouveau' }).click();
    await dialog.getByLabel('Format').selectOption('kyero');
    await dialog.getByRole('button', { name: 'Save and pull' }).click();
    await row.getByText('kyero').waitFor();
    await row.getByRole('button', { name: 'Remove nouveau' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
  });
});

test('an operator sees the rejected records with their reason', async (t) => {
  await registerSource(api.db, api.clock, { slug: 'autre-portail', name: 'Autre portail', domain: null });
  const sourceId = sourceIdOf('autre-portail');
  const rejection = {
    sourceId,
    url: 'https://autre.example/9',
    kind: 'REFUSED' as const,
    reason: '<i>too</i> odd',
  };
  const listingId = listingIdFromUrl(rejection.url) ?? '';
  const more = { listingId, observedAt: undefined, record: undefined };
  await storeRejected(api.db, [{ ...rejection, ...more }], api.clock.now());
  await openPage(t, `operator/feeds?source=${sourceId}`, async (page) => {
    const row = page.getByRole('row', { name: /autre\.example\/9/ });
    await row.getByText('<i>too</i> odd').waitFor();
    await row.getByText('Could not be stored').waitFor();
    await row.getByText('Open').waitFor();
  });
});

test('an operator sees the queues and how fresh each source is', async (t) => {
  await openPage(t, 'operator/health', async (page) => {
    await page.getByText('Ready to answer').waitFor();
    await page.getByRole('rowheader', { name: 'Deliveries' }).waitFor();
    const fresh = page.getByRole('region', { name: 'Freshness by source' });
    await fresh.getByRole('row').nth(30).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await fresh.getByRole('row').nth(2).waitFor();
  });
});
