import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../scripts/install/build-console.mjs';
import { findBrowser } from '../scripts/install/find-browser.mjs';
import type { TestScope } from '../test/support/test-scope.ts';
import { startFilledService } from './console/filled-service.ts';
import {
  bareCallMs,
  filterMs,
  firstCardMs,
  firstLoadBytes,
  mapTimes,
  openSignedIn,
} from './console/page-loads.ts';
import { measureRehearsal } from './console/rehearsal.ts';
import { quantile } from './search/spread.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Console: first cards, filters and the map of Explore, beside the bare calls; clusters and rehearsal';

const root = join(import.meta.dirname, '..');
const CLUSTER_CALLS = 200;
const FRANCE = { west: -5.2, south: 42.2, east: 8.4, north: 51.2 };

/** A browser and a service on this machine, every load with an empty cache. `--keep DIRECTORY` is filled once. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows, loads, keep } = parseOptions(args, { rows: 20_000, loads: 9, keep: '' });
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('no browser: install chromium-headless-shell');
  await ensureConsole(root);
  const { url, db } = await startFilledService(scope, rows, keep);
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  scope.after(() => browser.close());
  const page = await openSignedIn(browser, url);
  await measureExplore(page, url, loads);
  await measureClusters(page);
  await measureRehearsal(page, db);
  console.log(`load of this machine: ${currentLoad()}`);
}

async function repeat(times: number, measure: (at: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < times) taken.push(await measure(taken.length));
  return taken;
}

const print = (name: string, taken: readonly number[]): void =>
  console.log(
    `${name}: median ${quantile(taken, 0.5).toFixed(0)}, fastest ${Math.min(...taken).toFixed(0)}, slowest ${Math.max(...taken).toFixed(0)} ms of ${taken.length}`,
  );

async function printMap(
  name: string,
  loads: number,
  measure: () => ReturnType<typeof mapTimes>,
): Promise<void> {
  const drawn: number[] = [];
  const shown = await repeat(loads, async () => {
    const { shownMs, drawnMs } = await measure();
    drawn.push(drawnMs);
    return shownMs;
  });
  print(`${name}, homes shown`, shown);
  print(`${name}, drawn by the map itself`, drawn);
}

async function measureExplore(page: Page, url: string, loads: number): Promise<void> {
  print('first card of Explore', await repeat(loads, () => firstCardMs(page, { url })));
  console.log(
    `first load without the map: ${((await firstLoadBytes(page)) / 1024).toFixed(1)} KB over the wire`,
  );
  print('filter to result', await repeat(loads, (at) => filterMs(page, 300_000 - 7_000 * at)));
  const search = (at: number) => ({
    criteria: { property: { pricing: { displayed: { lte: 299_000 - 7_000 * at } } } },
    size: 24,
    meta: ['relaxations'],
  });
  print(
    'the bare search of a filter',
    await repeat(loads, (at) => bareCallMs(page, '/properties', search(at))),
  );
  await printMap('map of the country', loads, () => mapTimes(page, { url }));
  const whole = { criteria: {}, viewport: FRANCE, zoom: 5 };
  print(
    'the bare clusters of the country',
    await repeat(loads, () => bareCallMs(page, '/properties/clusters', whole)),
  );
  const slow = { url, isSlow: true };
  print('at 1.6 Mbit/s, first cards', await repeat(3, () => firstCardMs(page, slow)));
  await printMap('at 1.6 Mbit/s, map of the country', 3, () => mapTimes(page, slow));
}

/** Views of all zooms, each at another spot of the country. */
async function measureClusters(page: Page): Promise<void> {
  const taken = await repeat(CLUSTER_CALLS, (at) => {
    const zoom = 5 + (at % 11);
    const [width, height] = [360 / 2 ** zoom, 180 / 2 ** zoom];
    const spread = (from: number, to: number, by: number) => from + (((at * by) % 97) / 97) * (to - from);
    const [x, y] = [spread(-1, 6, 31), spread(43.5, 49.5, 53)];
    const viewport = { west: x - width, east: x + width, south: y - height, north: y + height };
    return bareCallMs(page, '/properties/clusters', { criteria: {}, viewport, zoom });
  });
  console.log(
    `clusters of a view: p50 ${quantile(taken, 0.5).toFixed(1)}, p95 ${quantile(taken, 0.95).toFixed(1)} ms of ${taken.length}, over HTTP from a page`,
  );
}
