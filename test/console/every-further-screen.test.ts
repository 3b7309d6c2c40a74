import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findSeriousViolations, startConsole, WITH_MAP, waitForIdle } from '../support/console.ts';
import { createContent, openScreen, testScreens } from '../support/every-screen.ts';

const service = await startConsole({ after });
const { openPage } = service;
testScreens(service, await createContent(service), 2);

const judge = async (page: Page, what: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    assert.deepEqual(await findSeriousViolations(page), [], `${what}, ${colorScheme}`);
  }
};

test('the map, a dialog, the palette and the sign-in page have no serious accessibility finding in either theme', async (t) => {
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      await page.locator('.canvas[data-points]').waitFor();
      await judge(page, 'map');
      await openScreen(service, page, 'keys');
      await page.getByRole('button', { name: 'Create a key' }).first().click();
      await page.getByRole('dialog').waitFor();
      await judge(page, 'dialog');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
      await judge(page, 'palette');
    },
    WITH_MAP,
  );
  const nobody = { storageState: { cookies: [], origins: [] } };
  await openPage(
    t,
    'keys',
    async (page) => {
      await page.getByRole('heading', { name: 'Every home, once.' }).waitFor();
      await waitForIdle(page);
      await judge(page, 'sign-in');
    },
    nobody,
  );
});
