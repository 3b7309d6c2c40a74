import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/install/find-browser.mjs';

export interface OpenPage {
  page: Page;
  /** Every address the page asked for outside this machine, so far. None is answered. */
  leaving: string[];
  /** Errors that nothing on the page caught, so far. */
  errors: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** The page may ask for addresses outside this machine; the test looks at `leaving` itself. */
  mayLeave?: boolean;
  /** The page may throw; the test looks at `errors` itself. */
  mayThrow?: boolean;
}

const NO_BROWSER_REASON =
  'no browser: install chromium-headless-shell (Debian) or Chrome, or name one in GABLE_BROWSER';

/**
 * The browser's own errands (updates, safe browsing, sync) off, and no name but this machine's resolved. Maps are drawn in software where there
 * is no graphics card; the rest of the page is not (`--use-angle=swiftshader` draws it so too: 24 s for a first screen instead of 1 s).
 */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--enable-unsafe-swiftshader',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
];

let browserPromise: Promise<Browser> | undefined;

/** One browser a test file: it starts in 0.2 s, a page in it in 0.03 s. */
after(async () => (await browserPromise)?.close());

/**
 * Opens a page in a clean profile for the length of `visit`. The test fails if the page asked for anything outside this
 * machine or left an error uncaught. Without a browser it is skipped by name; where CI is set, it fails.
 */
export async function withPage(
  t: TestContext,
  visit: (opened: OpenPage) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  const path = findBrowser();
  if (!path) {
    assert.ok(!process.env.CI, NO_BROWSER_REASON);
    t.skip(NO_BROWSER_REASON);
    return;
  }
  browserPromise ??= launch(path);
  const { mayLeave, mayThrow, ...profile } = options;
  const context = await (await browserPromise).newContext({ serviceWorkers: 'block', ...profile });
  try {
    const opened = watchPage(await context.newPage());
    await visit(opened);
    if (!mayLeave) assert.deepEqual(opened.leaving, [], 'the page asked for addresses outside this machine');
    if (!mayThrow) assert.deepEqual(opened.errors, [], 'errors on the page that nothing caught');
  } finally {
    await context.close();
  }
}

function launch(executablePath: string): Promise<Browser> {
  // Chromium refuses to start as root with its sandbox; it only ever shows pages of our own.
  return chromium.launch({ executablePath, chromiumSandbox: false, args: QUIET });
}

function watchPage(page: Page): OpenPage {
  const opened: OpenPage = { page, leaving: [], errors: [] };
  const note = (url: string) => {
    if (isExternalUrl(url)) opened.leaving.push(url);
  };
  const watch = (each: Page) => {
    each.on('websocket', (socket) => note(socket.url()));
    each.on('pageerror', (error) => opened.errors.push(String(error.stack ?? error)));
  };
  watch(page);
  page.context().on('page', watch);
  page.context().on('request', (request) => note(request.url()));
  return opened;
}

export function isExternalUrl(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (!/^(?:https?|wss?|ftp):$/.test(protocol)) return false;
  return !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
