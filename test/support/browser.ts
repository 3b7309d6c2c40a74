import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { findBrowser } from '../../scripts/install/find-browser.mjs';
import { BUNDLED_VARIABLE } from '../../scripts/tests/bundled.ts';

export interface OpenPage {
  page: Page;
  /** Every URL outside this machine the page requested so far. None is answered. */
  leaving: string[];
  /** Uncaught errors of the page so far. */
  errors: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** The page may request URLs outside this machine; the test checks `leaving` itself. */
  mayLeave?: boolean;
  /** The page may throw; the test checks `errors` itself. */
  mayThrow?: boolean;
}

const NO_BROWSER_REASON =
  'no browser: install chromium-headless-shell (Debian) or Chrome, or name one in GABLE_BROWSER';

/**
 * Background requests of the browser (updates, safe browsing, sync) are off; only local names resolve. Without a graphics card maps
 * are rendered in software, the rest of the page is not (`--use-angle=swiftshader` renders it too: 24 s for a first screen, not 1 s).
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

/**
 * A browser of a process that opens no page for so long is closed: an open one keeps the process alive. Between two files of
 * one process a service starts, and a new browser takes 1 s of CPU.
 */
const CLOSE_AFTER_MS = process.env[BUNDLED_VARIABLE] ? 8_000 : 500;

let browserPromise: Promise<Browser> | undefined;
let pageCount = 0;
let closing: NodeJS.Timeout | undefined;

/**
 * Opens a page in a clean profile for the duration of `visit`. The test fails if the page requests a URL outside this machine or
 * leaves an error uncaught. Without a browser the test is skipped by name; with CI set it fails.
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
  const { mayLeave, mayThrow, ...profile } = options;
  const browser = await useBrowser(path);
  let context: BrowserContext | undefined;
  try {
    context = await browser.newContext({ serviceWorkers: 'block', ...profile });
    const opened = watchPage(await context.newPage());
    await visit(opened);
    if (!mayLeave) assert.deepEqual(opened.leaving, [], 'the page requested URLs outside this machine');
    if (!mayThrow) assert.deepEqual(opened.errors, [], 'errors on the page that nothing caught');
  } finally {
    await context?.close();
    leaveBrowser();
  }
}

/** One browser for each process: it starts in 0.2 s, a page in 0.03 s. */
function useBrowser(path: string): Promise<Browser> {
  clearTimeout(closing);
  pageCount += 1;
  browserPromise ??= launch(path);
  return browserPromise;
}

function leaveBrowser(): void {
  pageCount -= 1;
  if (pageCount > 0) return;
  const unused = browserPromise;
  closing = setTimeout(async () => {
    browserPromise = undefined;
    await (await unused)?.close();
  }, CLOSE_AFTER_MS);
}

function launch(executablePath: string): Promise<Browser> {
  // Chromium refuses to start as root with its sandbox; it only shows our own pages.
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
