import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { withLock } from './lock.mjs';
import { say } from './refusal.mjs';
import { runQuietly } from './run.mjs';

const FETCH_LIMIT_MS = 10 * 60_000;
/** Debian has both; the second is for releases before the headless shell had a package. Ubuntu has neither. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/**
 * Sees to a browser for the tests, where it may. It never stops the run: a test that needs the browser skips by name, and
 * fails when CI is set.
 * @param {string} root
 */
export async function ensureBrowser(root) {
  if (findBrowser()) return;
  const obstacle = whyNotFetch();
  const failure = obstacle ?? (await fetchInTurn(root));
  if (failure) say(`the browser tests will be skipped: ${failure}`);
}

/** @returns {string | undefined} */
function whyNotFetch() {
  const byHand = 'install Chromium or Chrome, or name one in GABLE_BROWSER';
  if (process.env.GABLE_BROWSER) return `GABLE_BROWSER is not a program: ${process.env.GABLE_BROWSER}`;
  if (process.env.GABLE_NO_APT === '1') return `no browser was found and GABLE_NO_APT is set; ${byHand}`;
  if (!isDebianLike() || !answers('apt-get', ['--version'])) return `no browser was found; ${byHand}`;
  if (!isRoot() && !answers('sudo', ['-n', 'true'])) {
    return `no browser was found and apt-get needs root; ${byHand}`;
  }
  return undefined;
}

/**
 * @param {string} root
 * @returns {Promise<string | undefined>} why there still is none
 */
function fetchInTurn(root) {
  return withLock(
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
    () => aptGet('reading the package lists (apt-get update)', ['update', '-qq']),
    ...PACKAGES.map(
      (name) => () => aptGet(`installing ${name} for the browser tests (apt-get)`, installArgs(name)),
    ),
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

/** @param {string} name */
function installArgs(name) {
  return ['install', '-y', '-qq', '--no-install-recommends', name];
}

/**
 * @param {string} title
 * @param {string[]} args
 */
function aptGet(title, args) {
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
  const asRoot = isRoot() ? apt : ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', ...apt];
  const [command = '', ...rest] = asRoot;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return runQuietly({ title, command, args: rest, env, timeoutMs: FETCH_LIMIT_MS });
}

/**
 * Ubuntu's archive holds only a pointer to a snap, which does not run in a container.
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

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function answers(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** @param {string} output */
function lastLineOf(output) {
  return output.trim().split('\n').pop() || 'no output';
}
