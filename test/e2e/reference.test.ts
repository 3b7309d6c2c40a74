import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addReference } from '../../src/api/reference.ts';
import { startApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';

test('the reference page shows every route and asks nothing of anybody else', async (t) => {
  const api = await startApi(t);
  addReference(api.app);
  const port = await api.listen();
  await withPage(t, async ({ page }) => {
    await page.goto(`http://127.0.0.1:${port}/docs`);
    await page.getByText('Add favorite').first().waitFor({ timeout: 20_000 });
    await page.getByRole('heading', { name: 'Gable' }).first().waitFor();
    const shown = await page.locator('body').innerText();
    for (const offer of ['Deploy', 'Share', 'Generate MCP', 'Ask AI']) {
      assert.ok(!shown.includes(offer), `the page offers "${offer}"`);
    }
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/reference.png` });
  });
});
