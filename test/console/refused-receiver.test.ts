import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { STRICT_POLICY } from '../../src/outbound/url.ts';
import { startConsole } from '../support/console.ts';

const { api, openPage } = await startConsole({ after }, { policy: STRICT_POLICY });
const SETTING = 'OUTBOUND_LOOPBACK=on';

test('a receiver on this machine is refused with the setting that allows it, in the console, the API and the README', async (t) => {
  for (const url of ['https://localhost:9000/hook', 'http://127.0.0.1:9000/hook']) {
    await openPage(t, 'alerts/new', async (page) => {
      await page.getByLabel('Name').fill('Local');
      await page.getByLabel('Goes to').selectOption('new');
      const field = page.getByLabel('URL of the webhook');
      await field.fill(url);
      await field.press('Tab');
      await page.getByRole('alert').getByText(SETTING).waitFor();
      // Who saves it nevertheless reads the same.
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await page.getByRole('alert').filter({ hasText: SETTING }).first().waitFor();
      assert.match(page.url(), /alerts\/new/);
    });
    const refused = await api.call({ method: 'POST', path: '/account/event-destinations', body: { url } });
    assert.equal(refused.status, 422);
    assert.match(refused.text, new RegExp(SETTING));
  }
  assert.ok(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8').includes(SETTING));
});
