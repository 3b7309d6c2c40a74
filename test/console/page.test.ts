import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { builtConsole, SMALL_VIEWPORT, startConsole } from '../support/console.ts';

const { api, url, openPage } = await startConsole({ after });
const NOBODY = { storageState: { cookies: [], origins: [] } };

test('the first load is at most 200 KB gzip: everything but the map', () => {
  const assets = join(builtConsole, 'assets');
  const light = readdirSync(assets).filter(
    (name) => /\.(js|css)$/.test(name) && !/^(open-map|maplibre)/.test(name),
  );
  const size = light.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
  assert.ok(light.length > 0 && size <= 200 * 1024, `${size} bytes`);
});

test('the map is fetched when it is first shown, and names the owners of its data', async (t) => {
  await openPage(
    t,
    'explore?view=list',
    async (page) => {
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      const ofMap = () => fetched.filter((path) => /\/(open-map|maplibre)/.test(path));
      await page.reload();
      await page
        .getByText(/propert(y|ies)/)
        .first()
        .waitFor();
      assert.deepEqual(ofMap(), []);
      await page.getByRole('button', { name: 'Map', exact: true }).click();
      await page.locator('.canvas[data-ready="true"]').waitFor();
      assert.ok(ofMap().length > 0);
      const attribution = page.locator('.maplibregl-ctrl-attrib');
      assert.equal(
        (await attribution.innerText()).trim(),
        '© GeoNames, Instituto Geográfico Nacional (CC BY 4.0)',
      );
    },
    SMALL_VIEWPORT,
  );
});

test('the content security policy blocks injected scripts, and the console does not violate it', async (t) => {
  await openPage(
    t,
    'explore',
    async (page) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
      });
      await page.reload();
      await page.locator('.canvas[data-ready="true"]').waitFor();
      assert.deepEqual(refused, []);
      const ran = await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.smuggled = true';
      document.body.append(script);
      return 'smuggled' in globalThis;
    })()`);
      assert.equal(ran, false);
    },
    SMALL_VIEWPORT,
  );
});

test('the console is in French for French browsers, and in English at a click', async (t) => {
  const french = { ...NOBODY, locale: 'fr-FR' };
  await openPage(
    t,
    'keys',
    async (page) => {
      await page.getByRole('button', { name: 'Continuer avec Local development' }).click();
      await page.getByRole('heading', { name: 'Clés' }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
      await page.getByRole('button', { name: /switch to English/ }).click();
      await page.getByRole('heading', { name: 'Keys' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Keys' }).waitFor();
    },
    french,
  );
});

test('a deep link opens after signing in', async (t) => {
  const link = 'deliveries?status=FAILED&after=2026-01-01';
  await openPage(
    t,
    link,
    async (page) => {
      await page.getByRole('button', { name: /Continue with/ }).click();
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
      assert.equal(page.url(), `${url}/${link}`);
      const pressed = page.getByRole('button', { name: 'Failed' });
      assert.equal(await pressed.getAttribute('aria-pressed'), 'true');
      assert.equal(await page.getByLabel('From').inputValue(), '2026-01-01');
    },
    NOBODY,
  );
});

const focused = (page: Page): Promise<string> => page.locator(':focus').innerText();

test('the keyboard skips the navigation, operates a dialog and returns to its opener', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Create a key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'Create a key');
  });
});

test('an unreachable service is an error with a retry', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.route('**/console/api/sessions*', (route) => route.abort());
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.unroute('**/console/api/sessions*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This one').waitFor();
  });
});

test('a session that ended elsewhere leads to the sign-in page', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    // A request of the screen itself would redirect before the link is clicked.
    await page.waitForLoadState('networkidle');
    await api.db.rows({ text: 'delete from console_session', values: [] });
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: /Continue with/ }).waitFor();
  });
});
