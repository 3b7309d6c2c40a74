import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { screenPatterns } from '../../src/console/app/screen-paths.ts';
import { startConsole } from '../support/console.ts';
import { createContent, testScreens } from '../support/every-screen.ts';

const service = await startConsole({ after });
const screenPaths = await createContent(service);

test('each path of this test shows the screen that it stands for', () => {
  for (const [name, paths] of Object.entries(screenPaths))
    for (const path of paths) {
      const { pathname } = new URL(`https://console.example/${path}`);
      assert.equal(Object.entries(screenPatterns).find(([, pattern]) => pattern.test(pathname))?.[0], name);
    }
});

testScreens(service, screenPaths, 0);
