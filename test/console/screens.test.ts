import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { ensureConsole } from '../../scripts/install/build-console.mjs';
import { sql } from '../../src/db/sql.ts';
import { startApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { flat, searchesOf } from '../support/searches.ts';

const root = join(import.meta.dirname, '../..');
const files = join(root, 'dist/console');
await ensureConsole(root);
const api = await startApi({ after }, { consoleFiles: files });
const address = `http://127.0.0.1:${await api.listen()}/console`;
const { put } = searchesOf(api);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE = { timeout: 60_000 };
/** Written, but not yet seen to pass as a whole: told as undone work rather than as a promise kept. */
const UNPROVEN = { todo: 'not yet seen to pass' };

async function enter(page: Page, path: string): Promise<void> {
  page.setDefaultTimeout(PATIENCE.timeout);
  await page.goto(`${address}${path}`);
  await page.getByRole('button', { name: 'Continue with Local development' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

async function seriousFindings(page: Page): Promise<string[]> {
  // The policy of the page refuses a script that is written into it; one that is evaluated from outside is not in it.
  await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    return (await judge.run()).violations;
  });
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('a person enters with one click, creates a key that is shown once, and revokes it', async (t) => {
  await withPage(t, async ({ page }) => {
    await enter(page, '/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('nightly <b>import</b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = await page.getByText(/^gbl_live_/).innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'nightly <b>import</b>' }).waitFor();
    assert.ok(!(await page.content()).includes(key));
    await page.getByRole('button', { name: /^Revoke nightly/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
  });
});

test('criteria chosen in the form find a property, stand in the address and lead to its page', async (t) => {
  await put(flat('S1', 123_456, { unit: { rooms: 3 }, body: { title: '<img src=x onerror=alert(1)>' } }));
  await put(flat('S1', 987_654));
  await withPage(t, async ({ page }) => {
    await enter(page, '/explore?view=list');
    await page.getByText('2 properties').waitFor();
    await page.getByLabel('Price, at most').fill('200000');
    await page.getByLabel('Price, at most').press('Tab');
    await page.getByText('1 property', { exact: true }).waitFor();
    assert.match(new URL(page.url()).searchParams.get('criteria') ?? '', /"lte":200000/);
    await page.reload();
    await page.getByText('1 property', { exact: true }).waitFor();
    await page.getByRole('link', { name: /123,456/ }).click();
    await page.getByRole('heading', { name: 'What each advertisement says' }).waitFor();
    assert.equal(await page.locator('img[src="x"]').count(), 0);
  });
});

test('an alert made in the builder is forecast, saved with its webhook and listed', async (t) => {
  await withPage(t, async ({ page }) => {
    await enter(page, '/alerts/new');
    await page.getByLabel('Name').fill('Flats');
    await page.getByRole('button', { name: 'Flat', exact: true }).click();
    await page.locator('[data-figure="per-day"]').waitFor();
    await page.getByLabel('Goes to').selectOption('new');
    await page.getByLabel('Address of the webhook').fill('https://hooks.company.example/gable');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Flats', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await page.getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('switch', { name: 'Enabled: Flats' }).waitFor();
  });
});

test(
  'a suspended destination is reactivated, and the signing key is rotated with what to expect',
  UNPROVEN,
  async (t) => {
    await withPage(t, async ({ page }) => {
      await enter(page, '/destinations');
      await page.getByRole('button', { name: 'Add a destination' }).click();
      await page.getByLabel('HTTPS address').fill('https://hooks.company.example/second');
      await page.getByRole('dialog').getByRole('button', { name: 'Add a destination' }).click();
      await page.getByText('https://hooks.company.example/second').waitFor();
      await api.db.rows(
        sql`update event_destination set status = 'SUSPENDED', suspended_at = now(), failures = 5, next_probe_at = now() + interval '1 hour' where url = 'https://hooks.company.example/second'`,
      );
      await page.reload();
      await page.getByText('5 failures in a row').waitFor();
      await page.getByRole('button', { name: 'Reactivate' }).click();
      await page.getByRole('button', { name: 'Reactivate' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Rotate the key' }).click();
      await page.getByText(/up to two hours/).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click();
      await page.getByText(/^whsec_/).waitFor();
    });
  },
);

test('every screen is free of serious accessibility findings, in both themes', UNPROVEN, async (t) => {
  await withPage(t, async ({ page }) => {
    await enter(page, '/explore?view=list');
    const screens = [
      'explore?view=list',
      'alerts',
      'alerts/new',
      'destinations',
      'deliveries',
      'keys',
      'usage',
    ];
    const others = [
      'sessions',
      'market',
      'docs',
      'device',
      'operator/feeds',
      'operator/groups',
      'operator/health',
    ];
    for (const [at, screen] of [...screens, ...others].entries()) {
      await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'light' : 'dark', reducedMotion: 'reduce' });
      await page.goto(`${address}/${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction("document.querySelector('.bones') === null");
      assert.deepEqual(await seriousFindings(page), [], screen);
    }
  });
});

test('the console speaks French to those who read it', async (t) => {
  await withPage(
    t,
    async ({ page }) => {
      await page.goto(`${address}/keys`);
      await page.getByRole('button', { name: 'Continuer avec Local development' }).click(PATIENCE);
      await page.getByRole('heading', { name: 'Clés' }).waitFor(PATIENCE);
    },
    { locale: 'fr-FR' },
  );
});

test('the first load is at most 200 KB gzip: everything but the map', () => {
  const assets = join(files, 'assets');
  const light = readdirSync(assets).filter(
    (name) => /\.(js|css)$/.test(name) && !/^(draw|maplibre)/.test(name),
  );
  const size = light.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
  assert.ok(size <= 200 * 1024, `${size} bytes`);
});
