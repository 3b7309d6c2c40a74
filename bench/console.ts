import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../scripts/install/build-console.mjs';
import { findBrowser } from '../scripts/install/find-browser.mjs';
import { startApi } from '../test/support/api.ts';
import { createSearchHelpers, flat } from '../test/support/searches.ts';

export const title = 'Console: time until Explore is usable, and the size of the first load';

const root = join(import.meta.dirname, '..');
const files = join(root, 'dist/console');
const HOMES = 60;
const LOADS = 9;

/** A browser and a service on this machine, every load with an empty cache. */
export async function run(): Promise<void> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('no browser: install chromium-headless-shell');
  await ensureConsole(root);
  const cleanups: (() => Promise<void>)[] = [];
  const api = await startApi({ after: (end) => cleanups.push(end) }, { consoleFiles: files });
  const { put } = createSearchHelpers(api);
  for (let at = 0; at < HOMES; at += 1) await put(flat('B1', 100_000 + at));
  const address = `http://127.0.0.1:${await api.listen()}/console/explore?view=list`;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  try {
    const cold: number[] = [];
    for (let load = 0; load < LOADS; load += 1) {
      const page = await browser.newPage({ reducedMotion: 'reduce', locale: 'en-GB' });
      await enter(page, address);
      cold.push(await interactiveMs(page, address));
      await page.close();
    }
    const [fastest = 0] = cold.toSorted((one, other) => one - other);
    const median = cold.toSorted((one, other) => one - other)[Math.floor(LOADS / 2)] ?? 0;
    console.log(
      `Explore interactive: median ${median.toFixed(0)} ms, fastest ${fastest.toFixed(0)} ms of ${LOADS} loads`,
    );
    console.log(
      `first load without the map: ${(firstLoadBytes() / 1024).toFixed(0)} KB gzip, all screens together`,
    );
    console.log(`load of this machine: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await browser.close();
    for (const end of cleanups.toReversed()) await end();
  }
}

async function enter(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: /Continue with/ }).click();
  await page.locator('.property-card').first().waitFor();
}

/** From the first byte requested until homes are shown and a criterion can be typed. */
async function interactiveMs(page: Page, address: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.property-card').first().waitFor();
  await page.getByLabel('Price, at most').fill('1');
  return performance.now() - started;
}

const firstLoadBytes = (): number =>
  readdirSync(join(files, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name) && !/^(open-map|maplibre)/.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(files, 'assets', name))).length, 0);
