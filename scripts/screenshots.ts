// npm run screenshots: a picture of every screen of the console in both themes, and on a phone. Those of the README go to
// docs/pictures, all others to dist/pictures. GABLE_URL is a local service with local sign-in; without it one is started.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import type { ScreenName } from '../src/console/app/screen-paths.ts';
import { findBrowser } from './install/find-browser.mjs';
import { callApi, createDemoContent, signIn, waitForListings } from './pictures/demo-content.ts';
import { startService } from './pictures/service.ts';

const root = join(import.meta.dirname, '..');
const README = readFileSync(join(root, 'README.md'), 'utf8');
const THEMES = ['light', 'dark'] as const;
const TIMEOUT_MS = 120_000;
/** Images below the fold may stay unloaded. */
const MAX_IMAGE_TRIES = 100;
const DESK = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };

const screenshotPath = (file: string): string =>
  join(root, README.includes(`docs/pictures/${file}`) ? 'docs' : 'dist', 'pictures', file);

/** A path of each screen, with content. */
async function collectUrls(page: Page): Promise<Record<ScreenName, string>> {
  const first = async (path: string, body?: object) =>
    (await callApi<{ id: string }[]>(page, path, body))[0]?.id ?? '';
  const alert = await first('/alerts?page=1');
  const delivery = await first('/event-notifications?status=DELIVERED');
  const paris = await first('/geo/autocomplete?query=paris&type=MUNICIPALITY&limit=1');
  const photographed = { property: { type: { in: ['FLAT'] }, transaction: { type: 'SELL' } } };
  const found = await callApi<{ id: string; listings: unknown[] }[]>(page, '/properties', {
    size: 100,
    criteria: photographed,
  });
  const [richest] = found.toSorted((one, other) => other.listings.length - one.listings.length);
  const criteria = JSON.stringify({
    property: { type: { in: ['FLAT'] }, pricing: { displayed: { lte: 400_000 } } },
  });
  const compared = found.slice(0, 4).map(({ id }) => id);
  for (const propertyId of compared) await callApi(page, '/favorite-properties', { propertyId });
  return {
    start: 'start',
    explore: 'explore',
    property: `properties/${richest?.id}`,
    kept: 'kept',
    compare: `compare?ids=${compared.join(',')}`,
    market: `market?place=${paris}`,
    alerts: 'alerts',
    alertsEdit: `alerts/${alert}/edit`,
    alertsNew: `alerts/new?criteria=${encodeURIComponent(criteria)}`,
    alert: `alerts/${alert}`,
    destinations: 'destinations',
    deliveries: 'deliveries',
    delivery: `deliveries/${delivery}`,
    requestBin: 'request-bin',
    keys: 'keys',
    usage: 'usage?split=byRoute',
    accuracy: 'accuracy',
    people: 'people',
    invitation: 'invitation',
    auditLog: 'audit-log',
    signedIn: 'signed-in',
    sessions: 'sessions',
    docs: 'docs',
    device: 'device',
    feeds: 'operator/feeds',
    groups: 'operator/groups',
    health: 'operator/health',
  };
}

/** Waits until everything is loaded and every map is drawn. */
async function waitForIdle(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('main:not(:has(.bones))').waitFor();
  const drawn = page.locator('[data-points][data-water]');
  for (const map of await page.locator('.canvas').all()) await map.and(drawn).waitFor();
  // Explore keeps a stream of changes open: the network never rests.
  const areLoaded = '[...document.images].every((image) => image.complete)';
  for (let tries = 0; tries < MAX_IMAGE_TRIES && !(await page.evaluate(areLoaded)); tries += 1)
    await pause(100);
}

async function takeScreenshot(page: Page, name: string, theme: string, fullPage = false): Promise<void> {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = `console-${words}-${theme}.png`;
  await page.screenshot({ path: screenshotPath(file), animations: 'disabled', fullPage });
  console.log(file);
}

async function tour(page: Page, console: string): Promise<void> {
  const screens = await collectUrls(page);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const [name, path] of Object.entries(screens)) {
      await page.goto(`${console}/${path}`);
      await waitForIdle(page);
      await takeScreenshot(page, name, theme);
    }
  }
  await page.setViewportSize(PHONE);
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(`${console}/${path}`);
    await waitForIdle(page);
    await takeScreenshot(page, name, 'phone', true);
  }
  await page.setViewportSize(DESK);
  await page.goto(`${console}/keys`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.getByRole('button', { name: /Continue with/ }).waitFor();
    await takeScreenshot(page, 'welcome', theme);
  }
}

const executablePath = findBrowser();
if (!executablePath) throw new Error('no browser: install chromium-headless-shell');
mkdirSync(join(root, 'dist/pictures'), { recursive: true });
const service = await startService();
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: false,
  args: ['--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({ viewport: DESK, locale: 'en-GB' });
  page.setDefaultTimeout(TIMEOUT_MS);
  page.on('pageerror', (error) => console.error(error.stack));
  await signIn(page, service.url);
  await createDemoContent(page, service.webhook);
  await waitForListings(page);
  await tour(page, `${service.url}/console`);
} finally {
  await browser.close();
  service.stop();
}
