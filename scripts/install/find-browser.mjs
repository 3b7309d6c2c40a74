import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Names on PATH, the fastest first: the headless shell starts in half the time of the full browser. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * A Chromium for the tests: GABLE_BROWSER, one on PATH, or one in the cache of Playwright's installer.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findBrowser(env = process.env) {
  const named = env.GABLE_BROWSER;
  if (named) return isProgram(named) ? named : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...inPlaywrightCache(env), MAC_CHROME].find(isProgram);
}

/** @param {NodeJS.ProcessEnv} env */
function inPlaywrightCache(env) {
  const home = env.HOME ?? homedir();
  const folder =
    process.platform === 'darwin'
      ? join(home, 'Library', 'Caches')
      : (env.XDG_CACHE_HOME ?? join(home, '.cache'));
  const cache = env.PLAYWRIGHT_BROWSERS_PATH ?? join(folder, 'ms-playwright');
  const newestFirst = namesIn(cache)
    .filter((name) => name.startsWith('chromium_headless_shell-'))
    .sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]));
  return newestFirst.flatMap((revision) =>
    namesIn(join(cache, revision)).flatMap((build) =>
      ['chrome-headless-shell', 'headless_shell'].map((name) => join(cache, revision, build, name)),
    ),
  );
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
