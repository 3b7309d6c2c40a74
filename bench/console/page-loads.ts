import type { Browser, CDPSession, Page } from 'playwright-core';

/** 1.6 Mbit/s in bytes a second. */
const SLOW_BYTES_PER_SECOND = 200_000;
const MAX_FILTER_MS = 20_000;
const SHOWN_HOMES = ':is(.first-frame, .canvas)[data-points]:not([data-points="0"])';
const DRAWN_MAP = '.canvas[data-points]:not([data-points="0"])';

export interface LoadOptions {
  url: string;
  isSlow?: boolean;
}

/** Signed in by one click, with the service warm. */
export async function openSignedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  });
  await page.goto(`${url}/console/explore?view=list`);
  await page.getByRole('button', { name: /Continue with/ }).click();
  await page.locator('.property-card').first().waitFor();
  return page;
}

async function withoutCache(page: Page, isSlow: boolean): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const rate = isSlow ? SLOW_BYTES_PER_SECOND : -1;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: rate,
    uploadThroughput: rate,
  });
  return cdp;
}

/** From the first byte requested until homes are shown and a criterion can be typed. */
export async function firstCardMs(page: Page, { url, isSlow = false }: LoadOptions): Promise<number> {
  const cdp = await withoutCache(page, isSlow);
  const started = performance.now();
  await page.goto(`${url}/console/explore?view=list`, { waitUntil: 'commit' });
  await page.locator('.property-card').first().waitFor();
  await page.getByLabel('Price, at most').fill('1');
  const took = performance.now() - started;
  await cdp.detach();
  return took;
}

interface MapTimes {
  /** The clusters of the whole country are shown. */
  shownMs: number;
  /** The map itself shows them and can be moved. */
  drawnMs: number;
}

/** From the first byte requested. */
export async function mapTimes(page: Page, { url, isSlow = false }: LoadOptions): Promise<MapTimes> {
  const cdp = await withoutCache(page, isSlow);
  const started = performance.now();
  await page.goto(`${url}/console/explore?view=map`, { waitUntil: 'commit' });
  await page.locator(SHOWN_HOMES).first().waitFor();
  const shownMs = performance.now() - started;
  await page.locator(DRAWN_MAP).waitFor();
  const drawnMs = performance.now() - started;
  await cdp.detach();
  return { shownMs, drawnMs };
}

/** From leaving the field of a price until the list or its total is another, in the time of the page. */
export const filterMs = (page: Page, price: number): Promise<number> =>
  page.evaluate(`(async () => {
    const field = document.querySelector('input[aria-label="Price, at most"]');
    const shown = () =>
      [...document.querySelectorAll('.property-card a, .found h2[aria-live]')]
        .map((one) => one.getAttribute('href') ?? one.textContent)
        .join();
    const before = shown();
    field.value = '${price}';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const started = performance.now();
    field.dispatchEvent(new Event('change', { bubbles: true }));
    while (shown() === before || shown() === '') {
      if (performance.now() - started > ${MAX_FILTER_MS}) throw new Error('the filter shows nothing else');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - started;
  })()`);

/** The same call as the screen sends, from the page, until its body is read. */
export const bareCallMs = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, sent]) => {
      const started = performance.now();
      const reply = await fetch(`/console/api/read${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-gable-console': '1' },
        body: sent as string,
      });
      if (!reply.ok) throw new Error(`${to}: ${reply.status} ${await reply.text()}`);
      await reply.text();
      return performance.now() - started;
    },
    [path, JSON.stringify(body)],
  );

/** Page, scripts and styles as they were sent, compressed. */
export const firstLoadBytes = (page: Page): Promise<number> =>
  page.evaluate(`
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ initiatorType, name }) => initiatorType !== 'fetch' && !name.includes('/console/api/'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)`);
