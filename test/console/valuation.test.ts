import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { valueChangedProperties } from '../../src/valuation/value-changes.ts';
import { startConsole } from '../support/console.ts';
import { makeMarket } from '../support/made-market.ts';
import { addMarket, addProperty, fitMarket, toClaims } from '../support/valued-market.ts';

const { api, openPage } = await startConsole({ after });
const { db } = api;
let id = '';

before(async () => {
  await addMarket(db, 320);
  await valueChangedProperties({ db, clock: systemClock });
  await fitMarket(db);
  const [row] = makeMarket(1, { seed: 9, noise: 0 });
  assert.ok(row);
  id = await addProperty(db, toClaims({ ...row, price: row.price * 0.7 }));
  await valueChangedProperties({ db, clock: systemClock });
});

test('the page of a property shows its estimate, the interval and comparables', async (t) => {
  await openPage(t, `properties/${id}`, async (page) => {
    await page.getByRole('heading', { name: 'What it is worth' }).waitFor();
    await page.getByText(/^Four of five prices lie between/).waitFor();
    await page.getByText(/against the estimate/).waitFor();
    const comparables = page.getByRole('region', { name: 'Comparables' });
    assert.equal(await comparables.getByRole('rowheader').count(), 12);
    await page.getByRole('link', { name: 'How wrong are estimates?' }).click();
    await page.getByRole('heading', { name: 'By class of confidence' }).waitFor();
    assert.equal(await page.getByRole('rowheader', { name: /^[ABCD]$/ }).count(), 4);
    assert.equal(await page.getByRole('cell', { name: /^[-−]0 %$/ }).count(), 0, 'nothing has no sign');
  });
});

test('results say how far the price is from the estimate, and are ordered by it', async (t) => {
  await openPage(t, 'explore?view=list&order=undervalued', async (page) => {
    await page
      .getByText(/^[-−]\d.*against the estimate$/)
      .first()
      .waitFor();
  });
});
