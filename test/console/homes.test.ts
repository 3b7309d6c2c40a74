import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { certificateImport } from '../../src/addresses/import-certificates.ts';
import { sql } from '../../src/db/sql.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { createTestAlert } from '../support/alerts.ts';
import { findSeriousViolations, startConsole } from '../support/console.ts';
import { importContents } from '../support/import-contents.ts';
import { createBorderlinePair } from '../support/reviewed-pair.ts';
import { flat } from '../support/searches.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const { api, openPage, url, match } = await startConsole({ after });
/** Served by this machine: a page of a test calls no other. */
const photoUrl = (portal: string) => `${url}/icon.svg?of=${portal}`;
const showPair = async () => createBorderlinePair(api, await signInLocally(api.app), photoUrl);
const { one, other } = await showPair();

const homesOfPair = async (): Promise<string[]> => {
  const asked = sql`select distinct property_id as id from listing where listing_id in (${one}, ${other})`;
  return (await api.db.rows<{ id: string }>(asked)).map(({ id }) => id);
};

/** Confirms the open dialog by keyboard once its preview is there. */
async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'Afterwards' }).getByText('le-portail').waitFor();
  await dialog.getByRole('button', { name: action }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

test('a pair to review shows the photos and facts of each advert, and "not stated" where one is silent', async (t) => {
  await openPage(t, 'operator/groups', async (page) => {
    const sides = page.getByRole('region', { name: 'The two side by side' });
    const photosOf = (portal: string) =>
      sides.getByRole('list', { name: `Photos of the advertisement at ${portal}` }).locator('img');
    for (const portal of ['le-portail', 'un-autre'])
      assert.equal(await photosOf(portal).getAttribute('src'), photoUrl(portal));
    const cells = (name: string) =>
      sides
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell')
        .allInnerTexts();
    assert.deepEqual((await cells('Floor')).toSorted(), ['2', 'not stated']);
    assert.deepEqual((await cells('Price')).toSorted(), ['€249,000', '€251,317']);
    assert.deepEqual(
      await cells('Verdict on the price'),
      Array(2).fill('Not assessed: nothing to compare it with'),
    );
  });
});

test('an operator previews a merge, saves it, sees its author in the history and undoes it, by keyboard', async (t) => {
  await openPage(t, 'operator/groups', async (page) => {
    await page.getByText('Rooms: same').waitFor();
    await page.getByRole('button', { name: 'Same home' }).press('Enter');
    const after = page.getByRole('dialog').getByRole('region', { name: 'Afterwards' });
    await after.getByRole('link', { name: 'Home 1' }).waitFor();
    await after.getByText('moves here').waitFor();
    assert.equal((await homesOfPair()).length, 2, 'a preview changes nothing');
    await confirm(page, 'Same home');
    assert.equal((await homesOfPair()).length, 1);
    const history = page.getByRole('region', { name: 'Decisions' });
    // Who decided, what and when.
    await history
      .getByText(
        /^Local developer: one home, .*le-portail.*un-autre|^Local developer: one home, .*un-autre.*le-portail/,
      )
      .waitFor();
    const [at = ''] = await history
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 120_000, at);
    assert.deepEqual(await findSeriousViolations(page), []);
    await history.getByRole('button', { name: 'Undo' }).press('Enter');
    await confirm(page, 'Undo');
    await history.getByText(/: decision undone, /).waitFor();
    assert.equal((await homesOfPair()).length, 2);
  });
});

test('the screen of pairs also keeps two adverts apart for good, by keyboard', async (t) => {
  // The model has judged them again meanwhile.
  await showPair();
  await openPage(t, 'operator/groups', async (page) => {
    await page.getByRole('button', { name: 'Two homes' }).press('Enter');
    await confirm(page, 'Two homes');
    const history = page.getByRole('region', { name: 'Decisions' });
    await history
      .getByText(/: different homes, /)
      .first()
      .waitFor();
    assert.equal((await homesOfPair()).length, 2);
    await history.getByRole('button', { name: 'Undo' }).first().press('Enter');
    await confirm(page, 'Undo');
    await history
      .getByText(/: decision undone, /)
      .first()
      .waitFor();
  });
});

test('the page of a property merges with another by its URL, and splits an advert off', async (t) => {
  const [home = ''] = await homesOfPair();
  const urls = await api.db.rows<{ url: string }>(
    sql`select url from listing where listing_id in (${one}, ${other}) and property_id <> ${home}`,
  );
  await openPage(t, `properties/${home}`, async (page) => {
    const panel = page.getByRole('region', { name: 'Correct the grouping' });
    await panel.getByLabel('Same home as').fill('https://nowhere.example/1');
    await page.keyboard.press('Enter');
    await panel.getByRole('alert').getByText('No property has this URL or id.').waitFor();
    await panel.getByLabel('Same home as').fill(urls[0]?.url ?? '');
    await page.keyboard.press('Enter');
    await confirm(page, 'Same home');
    await panel.getByRole('status').waitFor();
    assert.equal((await homesOfPair()).length, 1);
    await page.getByText(/is most like/).waitFor();
    assert.equal(
      await page.getByText(/un-autre is most like un-autre|le-portail is most like le-portail/).count(),
      0,
    );
    await panel.getByLabel(/^un-autre shows another home/).press(' ');
    await panel.getByRole('button', { name: 'Split off the chosen ones' }).press('Enter');
    await confirm(page, 'Two homes');
    // One of the two homes has the decision of the test above as well.
    await page
      .getByRole('region', { name: 'Decisions' })
      .getByText(/: different homes, /)
      .first()
      .waitFor();
    assert.equal((await homesOfPair()).length, 2);
    assert.deepEqual(await findSeriousViolations(page), []);
  });
});

const CERTIFICATES = [
  'numero_dpe,date_etablissement_dpe,etiquette_dpe,conso_5_usages_par_m2_ep,surface_habitable_logement,type_batiment,numero_voie_ban,nom_rue_ban,code_postal_ban,code_insee_ban,score_ban,_geopoint',
  '2475E0000001A,2024-02-01,D,231,48.3,appartement,12,Rue Réaumur,75002,75102,0.9,"48.8660,2.3520"',
].join('\n');

test('an event leads to its home: why it matched, where it is and how sure that is, and its lifeline', async (t) => {
  await importContents(api.db, certificateImport, CERTIFICATES);
  const { body } = await consoleCall(api, await signInLocally(api.app), { path: '/console/api/me' });
  const alert = await createTestAlert(api.db, api.clock, body as { accountId: string }, {
    name: 'Small flats',
    criteria: {
      or: [
        { property: { type: { in: ['HOUSE'] } } },
        { property: { pricing: { displayed: { lte: 260_000 } } } },
      ],
    },
  });
  const claims = flat('S30', 250_000, {
    location: { countryCode: 'FR', address: 'Rue Réaumur', accuracy: 'STREET' },
    unit: { diagnostic: { reference: '2475 E000 0001 A' } },
  });
  const prices = [
    { price: 260_000, at: day(1) },
    { price: 250_000, at: day(3) },
  ];
  await recordTogether(api.db, [madeListing(claims, { prices })], day(20));
  await match();
  await openPage(t, `alerts/${alert.id}`, async (page) => {
    await page
      .getByRole('link', { name: /^Flat · 50 m²/ })
      .first()
      .press('Enter');
    const why = page.getByRole('region', { name: 'Why it matched' });
    const row = why.getByRole('row').filter({ hasText: '260,000' });
    await row.getByText('€250,000').waitFor();
    await row.getByText('Meets it').waitFor();
    assert.equal(await why.getByText('House').count(), 0, 'an alternative that it does not meet');
    const address = page.getByRole('region', { name: 'Address' });
    await address.getByText('Exact address').waitFor();
    await address.getByText('12 Rue Réaumur 75002').first().waitFor();
    assert.deepEqual(await address.getByRole('row').allInnerTexts(), [
      'Address\tHow sure\tFrom',
      '12 Rue Réaumur 75002\tCertain\tNumber of the energy certificate',
      'Rue Réaumur\tStreet\tStated by figures-immo',
    ]);
    const lifeline = page.getByRole('region', { name: 'Lifeline' });
    await lifeline.getByText('Advertised at figures-immo').waitFor();
    assert.deepEqual(await findSeriousViolations(page), []);
  });
});
