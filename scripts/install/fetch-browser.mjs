import { join } from 'node:path';
import { aptInstall, aptObstacle, aptUpdate, lastLineOf } from './apt.mjs';
import { findBrowser } from './find-browser.mjs';
import { withInstallLock } from './lock.mjs';
import { say } from './refusal.mjs';
import { runQuietly } from './run.mjs';

const FETCH_LIMIT_MS = 10 * 60_000;
/** Debian has both; the second is for releases without a package of the headless shell. Ubuntu has neither. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/**
 * Installs a browser for the tests where possible. It never stops the run: a test that needs the browser skips by name, and
 * fails when CI is set.
 * @param {string} root
 */
export async function ensureBrowser(root) {
  if (findBrowser()) return;
  const obstacle = findFetchObstacle();
  const failure = obstacle ?? (await fetchInTurn(root));
  if (failure) say(`the browser tests will be skipped: ${failure}`);
}

/** @returns {string | undefined} */
function findFetchObstacle() {
  const byHand = 'install Chromium or Chrome, or name one in GABLE_BROWSER';
  if (process.env.GABLE_BROWSER) return `GABLE_BROWSER is not a program: ${process.env.GABLE_BROWSER}`;
  const obstacle = aptObstacle();
  return obstacle && `no browser was found and ${obstacle}; ${byHand}`;
}

/**
 * @param {string} root
 * @returns {Promise<string | undefined>} why there still is none
 */
function fetchInTurn(root) {
  return withInstallLock(
    join(root, '.installing'),
    async () => (findBrowser() ? undefined : fetchBrowser(root)),
    (pid) => say(`another process (pid ${pid}) is fetching the browser; waiting for it`),
  );
}

/**
 * @param {string} root
 * @returns {Promise<string | undefined>}
 */
async function fetchBrowser(root) {
  const steps = [
    aptUpdate,
    ...PACKAGES.map((name) => () => aptInstall([name], 'the browser tests')),
    () => playwrightInstall(root),
  ];
  let failure = 'no step brought one';
  for (const step of steps) {
    const result = await step();
    if (result.signal) process.exit(130);
    if (findBrowser()) {
      say(`browser fetched: ${findBrowser()}`);
      return undefined;
    }
    if (!result.ok) failure = lastLineOf(result.output);
  }
  return `no browser could be fetched (${failure})`;
}

/**
 * Ubuntu's package only installs a snap, which does not run in a container.
 * @param {string} root
 */
function playwrightInstall(root) {
  return runQuietly({
    title: 'fetching a headless Chromium for the browser tests (playwright-core)',
    command: join(root, 'node_modules', '.bin', 'playwright-core'),
    args: ['install', '--with-deps', '--only-shell', 'chromium'],
    timeoutMs: FETCH_LIMIT_MS,
  });
}
