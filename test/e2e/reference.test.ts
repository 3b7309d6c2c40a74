import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addReference } from '../../src/api/reference.ts';
import { routes } from '../../src/api/routes/table.ts';
import { startApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';

test('the reference page shows the routes, and calls no other host', async (t) => {
  const api = await startApi(t);
  addReference(api.app);
  const port = await api.listen();
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
