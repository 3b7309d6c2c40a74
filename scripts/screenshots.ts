// npm run screenshots: pictures of every screen of the console in both themes, into docs/pictures. GABLE_ADDRESS names a
// service on this machine that has one-click sign-in; without it one is started on a folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from './install/find-browser.mjs';

const PICTURES = join(import.meta.dirname, '../docs/pictures');
const MAIN = join(import.meta.dirname, '../src/processes/main.ts');
const SCREENS = [
  ...[
    'explore',
    'market',
    'alerts',
    'alerts/new',
    'destinations',
    'deliveries',
    'keys',
    'usage',
    'sessions',
    'docs',
  ],
  ...['operator/feeds', 'operator/groups', 'operator/health'],
];
/** Until the demo world has something to show. */
const ENOUGH_PROPERTIES = 100;

interface Service {
  address: string;
  stop(): void;
}

async function startService(): Promise<Service> {
  const given = process.env['GABLE_ADDRESS'];
  if (given) return { address: given, stop: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'gable-pictures-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', WORK_PORT: '0' },
  });
  let told = '';
  child.stderr.on('data', (text) => (told += String(text)));
  child.stdout.on('data', (text) => (told += String(text)));
  let address: string | undefined;
  while (address === undefined) {
    if (child.exitCode !== null) throw new Error(told);
    address = /(http:\/\/localhost:\d+)\/console/.exec(told)?.[1];
    await pause(200);
  }
  const stop = () => {
    child.once('close', () => rmSync(folder, { recursive: true, force: true }));
    child.kill('SIGTERM');
  };
  return { address, stop };
}

const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction("document.querySelector('.bones') === null", undefined, { timeout: 60_000 });
  await page.locator('.canvas[data-ready="false"]').waitFor({ state: 'detached', timeout: 90_000 });
  await pause(1500);
};

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/console/explore?view=list`);
  const enter = page.getByRole('button', { name: /Continue with/ });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await enter.or(nav).first().waitFor({ timeout: 60_000 });
  if (await enter.isVisible()) await enter.click();
  await nav.waitFor({ timeout: 60_000 });
  for (let count = 0; count < ENOUGH_PROPERTIES; ) {
    await page.goto(`${address}/console/explore?view=list`);
    const told = await page.locator('.found h2[aria-live]').innerText({ timeout: 60_000 });
    count = Number(told.replace(/\D/g, ''));
  }
}

/** Something to see on the screens that begin empty; harmless when it is there already. */
async function furnish(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const call = async (path: string, body?: object): Promise<unknown> => {
      const headers = {
        'x-gable-console': '1',
        accept: 'application/json',
        'content-type': 'application/json',
      };
      const reply = await fetch(
        path,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
      );
      return reply.json();
    };
    if (((await call('/alerts')) as unknown[]).length > 0) return;
    await call('/console/api/keys', { name: 'nightly import' });
    await call('/account/event-destinations', { email: 'team@company.example' });
    await call('/account/event-destinations', {
      url: 'https://hooks.company.example/gable',
      isDefault: true,
    });
    const flats = { property: { type: { in: ['FLAT'] }, pricing: { displayed: { lte: 400_000 } } } };
    const rules = [
      { eventType: 'NEW_MATCH' },
      { eventType: 'PRICE_CHANGE', variationPercent: [{ lte: -3 }] },
    ];
    await call('/alerts', { name: 'Flats under 400,000', criteria: flats, notificationConfig: { rules } });
  });
}

async function take(page: Page, theme: 'light' | 'dark', address: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  const shoot = async (path: string, name: string) => {
    await page.goto(`${address}/console/${path}`);
    await settled(page);
    await page.screenshot({ path: join(PICTURES, `console-${name}-${theme}.png`), timeout: 120_000 });
    console.log(`console-${name}-${theme}.png`);
  };
  const lyon = await page.evaluate(async () => {
    const headers = { 'x-gable-console': '1', accept: 'application/json' };
    const reply = await fetch('/geo/autocomplete?query=paris&type=MUNICIPALITY&limit=1', { headers });
    return ((await reply.json()) as { id: string }[])[0]?.id ?? '';
  });
  for (const screen of SCREENS) {
    await shoot(screen === 'market' ? `market?place=${lyon}` : screen, screen.replace('/', '-'));
  }
  await page.goto(`${address}/console/explore?view=list`);
  const first = await page.locator('.property-card').first().getAttribute('href');
  await shoot(String(first).replace('/console/', ''), 'property');
  await page.goto(`${address}/console/alerts`);
  const alert = await page.locator('tbody th a').first().getAttribute('href');
  await shoot(String(alert).replace('/console/', ''), 'alert');
}

const executablePath = findBrowser();
if (!executablePath) throw new Error('no browser: install chromium-headless-shell');
const service = await startService();
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: false,
  args: ['--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  page.on('pageerror', (error) => console.error(error.stack));
  await signIn(page, service.address);
  await furnish(page);
  const themes =
    process.env['THEME'] === 'dark'
      ? (['dark'] as const)
      : process.env['THEME'] === 'light'
        ? (['light'] as const)
        : (['light', 'dark'] as const);
  for (const theme of themes) await take(page, theme, service.address);
} finally {
  await browser.close();
  service.stop();
}
