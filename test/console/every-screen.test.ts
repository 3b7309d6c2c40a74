import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { screenPatterns } from '../../src/console/app/screen-paths.ts';
import { startConsole } from '../support/console.ts';
import { createContent, halfOfScreens, judgeScreens } from '../support/every-screen.ts';

const service = await startConsole({ after });
const { openPage } = service;
const screenPaths = await createContent(service);
const screens = halfOfScreens(screenPaths, 0);

test('each path of this test shows the screen that it stands for', () => {
  for (const [name, paths] of Object.entries(screenPaths))
    for (const path of paths) {
      const { pathname } = new URL(`https://console.example/${path}`);
      assert.equal(Object.entries(screenPatterns).find(([, pattern]) => pattern.test(pathname))?.[0], name);
    }
});

/** A test for each group: all of them in one take long. */
const GROUP_SIZE = 6;
const groups = screens.flatMap((_, at) =>
  at % GROUP_SIZE === 0 ? [screens.slice(at, at + GROUP_SIZE)] : [],
);

for (const [at, group] of groups.entries())
  test(`no screen of group ${at + 1} has a serious accessibility finding in either theme, or is wider than a phone, in French`, async (t) => {
    await openPage(t, 'nowhere', (page) => judgeScreens(service, page, group), { locale: 'fr-FR' });
  });
