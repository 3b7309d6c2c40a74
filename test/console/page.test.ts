import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { builtConsole, findSeriousViolations, startConsole, WITH_MAP } from '../support/console.ts';

const { api, url, openPage } = await startConsole({ after });
const NOBODY = { storageState: { cookies: [], origins: [] } };

test('the first load of Explore is at most 90 KB gzip without the map', async (t) => {
  await openPage(
    t,
    'explore?view=list',
    async (page) => {
      const loaded = new Set<string>();
      page.on('response', (response) => loaded.add(new URL(response.url()).pathname));
      await page.reload();
      await page
        .getByText(/propert(y|ies)/)
        .first()
        .waitFor();
      const assets = [...loaded].filter((path) => path.includes('/assets/')).map((path) => basename(path));
      const sizes = assets.map((name) => gzipSync(readFileSync(join(builtConsole, 'assets', name))).length);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(bytes > 10 * 1024 && bytes <= 90 * 1024, `${bytes} bytes: ${assets.join(', ')}`);
    },
    WITH_MAP,
  );
});

test('the content security policy blocks injected scripts, and the console does not violate it', async (t) => {
  await openPage(
    t,
    'nowhere',
    async (page) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
      });
      await page.goto(`${url}/explore`);
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
    WITH_MAP,
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

/** After the click of a button a form is drawn again in a moment. */
async function hasValue(field: Locator, value: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while ((await field.inputValue()) !== value && performance.now() < deadline) await setTimeout(20);
  assert.equal(await field.inputValue(), value);
}

test('what was typed into a form is offered again, until it is discarded', async (t) => {
  await openPage(t, 'alerts/new', async (page) => {
    const again = page.getByRole('button', { name: 'Continue the draft' });
    await page.getByLabel('Name').fill('Half an alert');
    await page.getByRole('button', { name: 'Flat', exact: true }).click();
    await page.getByLabel('Goes to').selectOption('new');
    await page.getByLabel('URL of the webhook').fill('https://hooks.company.example/x');
    await page.reload();
    await again.click();
    await hasValue(page.getByLabel('Name'), 'Half an alert');
    await hasValue(page.getByLabel('URL of the webhook'), 'https://hooks.company.example/x');
    await page.locator('button[aria-pressed="true"]', { hasText: /^Flat$/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.reload();
    await page.getByLabel('Name').waitFor();
    assert.equal(await again.count(), 0);

    await page.goto(`${url}/destinations`);
    await page.getByRole('button', { name: 'Add a destination' }).first().click();
    await page.getByLabel('HTTPS URL').fill('https://hooks.company.example/y');
    await page.reload();
    await page.getByRole('button', { name: 'Add a destination' }).first().click();
    await again.click();
    await hasValue(page.getByLabel('HTTPS URL'), 'https://hooks.company.example/y');
  });
});

test('offline is a notice, and a change is sent when the connection is back', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('made in a tunnel');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    assert.equal(await page.getByLabel('Name').inputValue(), 'made in a tunnel');
    await page.context().setOffline(false);
    await page.getByText(/^gbl_live_/).waitFor();
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });
});

const SCROLLED_PX = 300;

/** The content security policy refuses `waitForFunction`. */
async function waitForScroll(page: Page, expression: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  let last: unknown;
  while (Date.now() < deadline) {
    last = await page.evaluate(expression);
    if (last === SCROLLED_PX) return;
    await setTimeout(50);
  }
  assert.fail(`${expression} is ${last}, not ${SCROLLED_PX}`);
}

test('Back shows the filters and the scroll position that were left', async (t) => {
  const keys = Array.from({ length: 25 }, (_, at) => `scrolled ${at}`);
  await openPage(t, 'keys', async (page) => {
    for (const name of keys)
      await page.evaluate(
        `fetch('/console/api/keys', { method: 'POST', body: JSON.stringify({ name: '${name}', scope: 'READ' }),
            headers: { 'content-type': 'application/json', 'x-gable-console': '1' } })`,
      );
    await page.goto(`${url}/keys?page=1`);
    await page.getByRole('rowheader', { name: keys[0] ?? '', exact: true }).waitFor();
    await page.evaluate(`scrollTo(0, ${SCROLLED_PX})`);
    await waitForScroll(page, 'history.state?.scrollY');
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('This one').waitFor();
    assert.equal(await page.evaluate('scrollY'), 0);
    await page.goBack();
    await page.getByRole('rowheader', { name: keys[0] ?? '', exact: true }).waitFor();
    await waitForScroll(page, 'scrollY');
    assert.equal(new URL(page.url()).search, '?page=1');
  });
});

test('a session that ended is renewed above the screen and the same action goes on; signing out removes drafts', async (t) => {
  await openPage(t, 'keys', async (page) => {
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('typed before the session ended');
    await page.waitForLoadState('networkidle');
    await api.db.rows({ text: 'delete from console_session', values: [] });
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    assert.deepEqual(await findSeriousViolations(page), []);
    // It cannot be dismissed by mistake: what waits for it would be lost.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: /Continue with/ }).click();
    await popup;
    await page.getByText(/^gbl_live_/).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'typed before the session ended' }).waitFor();
    const create = page.getByRole('button', { name: 'Create a key' }).first();
    await create.click();
    await page.getByLabel('Name').fill('nobody else reads this');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /Continue with/ }).click();
    await create.click();
    await page.getByLabel('Name').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Continue the draft' }).count(), 0);
  });
});
