import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { addReference } from '../../src/api/reference.ts';
import { routes } from '../../src/api/routes/table.ts';
import { startApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';

const PHONE = { width: 390, height: 844 };

const api = await startApi({ after });
addReference(api.app);
const port = await api.listen();

test('the service greets a browser with a page that fits a phone, whose call works as copied', async (t) => {
  await withPage(
    t,
    async ({ page }) => {
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.getByRole('heading', { name: 'Gable' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Console' }).getAttribute('href'), '/console/');
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
      assert.ok(width <= PHONE.width, `${width} px`);
      const call = ['-c', await page.locator('pre').innerText()];
      const env = { ...process.env, GABLE_KEY: api.owner.key };
      const { stdout } = await promisify(execFile)('sh', call, { env });
      assert.ok(Array.isArray(JSON.parse(stdout)), stdout);
      await page.getByRole('link', { name: 'Reference' }).click();
      await page.waitForURL(/\/docs/);
    },
    { viewport: PHONE },
  );
});

test('the reference page shows the routes, and calls no other host', async (t) => {
  await withPage(t, async ({ page }) => {
    await page.goto(`http://127.0.0.1:${port}/docs`);
    const [route] = routes;
    await page
      .getByText(route?.summary ?? '')
      .first()
      .waitFor({ timeout: 20_000 });
    await page.getByRole('heading', { name: 'Gable' }).first().waitFor();
    const shown = await page.locator('body').innerText();
    for (const offer of ['Deploy', 'Share', 'Generate MCP', 'Ask AI']) {
      assert.ok(!shown.includes(offer), `the page offers "${offer}"`);
    }
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/reference.png` });
  });
});
