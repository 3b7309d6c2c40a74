import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { findBrowser } from './find-browser.mjs';

test('the headless shell on PATH is preferred to a full browser earlier on PATH', (t) => {
  const machine = makeMachine(t, ['a/google-chrome', 'b/chromium-headless-shell']);
  const PATH = `${machine.at('a')}:${machine.at('b')}`;
  assert.equal(findBrowser({ PATH, HOME: machine.root }), machine.at('b/chromium-headless-shell'));
});

test('a file that is not executable and a directory are no browsers', (t) => {
  const machine = makeMachine(t, ['a/chromium', 'b/chromium/readme', 'c/google-chrome']);
  chmodSync(machine.at('a/chromium'), 0o644);
  const PATH = ['a', 'b', 'c'].map(machine.at).join(':');
  assert.equal(findBrowser({ PATH, HOME: machine.root }), machine.at('c/google-chrome'));
});

test('with GABLE_BROWSER no other browser is used', (t) => {
  const machine = makeMachine(t, ['a/chromium', 'my/browser']);
  const PATH = machine.at('a');
  assert.equal(findBrowser({ PATH, GABLE_BROWSER: machine.at('my/browser') }), machine.at('my/browser'));
  assert.equal(findBrowser({ PATH, GABLE_BROWSER: machine.at('none') }), undefined);
});

test("without a browser on PATH the newest headless shell in Playwright's cache is used", (t) => {
  const cached = (revision: number) =>
    `cache/chromium_headless_shell-${revision}/linux/chrome-headless-shell`;
  const machine = makeMachine(t, [cached(999), cached(1254)]);
  const env = { PATH: '', HOME: machine.root, PLAYWRIGHT_BROWSERS_PATH: machine.at('cache') };
  assert.equal(findBrowser(env), machine.at(cached(1254)));
});

function makeMachine(t: TestContext, programs: string[]) {
  const root = temporaryDirectory(t);
  for (const program of programs) {
    mkdirSync(dirname(join(root, program)), { recursive: true });
    writeFileSync(join(root, program), '', { mode: 0o755 });
  }
  return { root, at: (path: string) => join(root, path) };
}
