import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Listings of the last thirty days: with fewer the screens are empty. */
const MIN_LISTINGS = 100;

/** Calls a route as the signed-in person. */
export async function callApi<Answer>(page: Page, path: string, body?: object): Promise<Answer> {
  const headers = {
    'x-gable-console': '1',
    accept: 'application/json',
    'content-type': 'application/json',
    origin: new URL(page.url()).origin,
  };
  const url = new URL(path, page.url()).href;
  const reply = body
    ? await page.request.post(url, { headers, data: body })
    : await page.request.get(url, { headers });
  return (await reply.json()) as Answer;
}

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/keys`);
  const enter = page.getByRole('button', { name: /Continue with/ });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await enter.or(nav).first().waitFor({ timeout: 60_000 });
  if (await enter.isVisible()) await enter.click();
  await nav.waitFor({ timeout: 60_000 });
}

/** A quiet machine takes one minute; a busy one took four. */
const MAX_WAIT_MS = 900_000;

/** The demo ingests its past first; forecasts cover the last thirty days. */
export async function waitForListings(page: Page): Promise<void> {
  const criteria = { property: { type: { in: ['FLAT'] } } };
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const { total } = await callApi<{ total?: number }>(page, '/alerts/forecast', { criteria });
    if (total === undefined) throw new Error('the forecast of the demo is refused');
    if (total >= MIN_LISTINGS) return;
    if (performance.now() > deadline)
      throw new Error(`the demo has ${total} of ${MIN_LISTINGS} recent flats`);
    console.log(`waiting for the demo: ${total} of ${MIN_LISTINGS} recent flats`);
    await pause(5_000);
  }
}

/** Content for screens that start empty; does nothing when it exists. */
export async function createDemoContent(page: Page, webhook: string): Promise<void> {
  if ((await callApi<unknown[]>(page, '/alerts')).length > 0) return;
  await callApi(page, '/console/api/keys', { name: 'nightly import' });
  const destinations = '/account/event-destinations';
  await callApi(page, destinations, { email: 'team@company.example' });
  await callApi(page, destinations, { url: webhook, isDefault: true });
  await callApi(page, destinations, { url: 'https://old-hooks.company.example/gable' });
  const rules = [{ eventType: 'NEW_MATCH' }, { eventType: 'PRICE_CHANGE', variationPercent: [{ lte: -3 }] }];
  const watched = { type: { in: ['FLAT'] }, pricing: { displayed: { lte: 400_000 } } };
  const alert = { criteria: { property: watched }, notificationConfig: { rules } };
  await callApi(page, '/alerts', { name: 'Flats under 400,000', ...alert });
  const houses = { type: { in: ['HOUSE'] }, unit: { rooms: { gte: 5 } } };
  await callApi(page, '/alerts', {
    name: 'Family houses',
    criteria: { property: houses },
    notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }, { eventType: 'EXPIRED' }] },
  });
}
