import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ScreenName } from '../../src/console/app/screen-paths.ts';
import { createTestAlertEvent } from './alerts.ts';
import { findSeriousViolations, type RunningConsole, waitForIdle } from './console.ts';
import { fillMarket, pullTestFeed } from './console-world.ts';
import { createTestDestination, createTestNotification } from './deliveries.ts';
import { createBorderlinePair } from './reviewed-pair.ts';
import { consoleCall, signInLocally } from './signed-in.ts';

/** Paths of each screen, of the local account. A screen without one does not compile. */
export type ScreenPaths = Readonly<Record<ScreenName, readonly [string, ...string[]]>>;

/** Creates content for every screen. */
export async function createContent(service: RunningConsole): Promise<ScreenPaths> {
  const { api } = service;
  const cookie = await signInLocally(api.app);
  const { accountId } = (await consoleCall(api, cookie, { path: '/console/api/me' })).body as {
    accountId: string;
  };
  await fillMarket(api, 2);
  await createBorderlinePair(api, cookie);
  await pullTestFeed(api, 'un-portail');
  await createTestDestination(api.db, api.clock, { accountId }, `${service.receiver.url}/hook`);
  const notification = await createTestNotification(api.db, api.clock, { accountId });
  await openTestBin(service, cookie);
  await createLongNames(service, cookie);
  await service.deliver();
  const { alertId } = await createTestAlertEvent(api.db, api.clock, { accountId });
  const { body } = await consoleCall(api, cookie, { method: 'POST', path: '/properties', body: { size: 4 } });
  const homes = (body as { id: string }[]).map(({ id }) => id);
  const [id] = homes;
  await consoleCall(api, cookie, { method: 'POST', path: '/favorite-properties', body: { propertyId: id } });
  const place = (await consoleCall(api, cookie, { path: '/geo/autocomplete?query=montrouge' })).body as {
    id: string;
  }[];
  return {
    start: ['start', ''],
    explore: ['explore?view=list', `explore?view=list&criteria=${encodeURIComponent(EVERY_KIND)}`],
    property: [`properties/${id}`, `properties/${id}?alert=${alertId}`],
    kept: ['kept'],
    compare: [`compare?ids=${homes.join(',')}`, 'compare'],
    alerts: ['alerts'],
    alertsEdit: [`alerts/${alertId}/edit`],
    alertsNew: ['alerts/new'],
    alert: [`alerts/${alertId}`],
    destinations: ['destinations'],
    deliveries: ['deliveries'],
    delivery: [`deliveries/${notification}`],
    requestBin: ['request-bin'],
    keys: ['keys'],
    device: ['device'],
    usage: ['usage'],
    accuracy: ['accuracy'],
    people: ['people'],
    invitation: ['invitation'],
    auditLog: ['audit-log'],
    signedIn: ['signed-in'],
    sessions: ['sessions'],
    market: [`market?place=${place[0]?.id}`, 'market'],
    docs: ['docs', 'docs?guide=errors'],
    feeds: ['operator/feeds'],
    groups: ['operator/groups'],
    health: ['operator/health'],
  };
}

/** Criteria of every form of a condition, and one that the form cannot show. */
const EVERY_KIND = JSON.stringify({
  and: [
    {
      property: { pricing: { displayed: { lte: 900_000 } }, amenities: { features: { nin: ['ELEVATOR'] } } },
    },
    {
      or: [{ property: { type: { in: ['FLAT'] } } }, { property: { body: { title: { nin: ['viager'] } } } }],
    },
  ],
});

/** Names without a space, as long as allowed: no screen may grow with them. */
async function createLongNames({ api, receiver }: RunningConsole, cookie: string): Promise<void> {
  const name = 'Dreizimmerwohnung'.repeat(7).slice(0, 100);
  const url = `${receiver.url}/${name}`;
  for (const [path, body] of [
    ['/console/api/keys', { name }],
    ['/alerts', { name, criteria: {}, notificationDestination: { webhookUrl: url } }],
  ] as const) {
    const { status, body: answer } = await consoleCall(api, cookie, { method: 'POST', path, body });
    assert.equal(status, 201, JSON.stringify(answer));
  }
}

/** A request bin that receives one test. */
async function openTestBin({ api }: RunningConsole, cookie: string): Promise<void> {
  const path = '/console/api/request-bin/open';
  const { destinationId } = (await consoleCall(api, cookie, { method: 'POST', path })).body as {
    destinationId: string;
  };
  const test = `/account/event-destinations/${destinationId}/test`;
  await consoleCall(api, cookie, { method: 'POST', path: test, body: { eventType: 'NEW_MATCH' } });
}

export const openScreen = async ({ url }: RunningConsole, page: Page, screen: string): Promise<void> => {
  await page.goto(`${url}/${screen}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForIdle(page);
};

/** Calls of the API: all others are below the path of the console, or probes. */
function watchMeteredCalls(page: Page): string[] {
  const metered: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'fetch' && !/^\/(console|health)\//.test(pathname))
      metered.push(`${request.method()} ${pathname}`);
  });
  return metered;
}

/** What has the pointer of a control, but neither is one nor stands in one: no key reaches it. */
const findPointerOnly = (page: Page): Promise<string[]> =>
  page.evaluate(`
    [...document.querySelectorAll('main *, aside *')]
      .filter((one) => getComputedStyle(one).cursor === 'pointer')
      .filter((one) => !one.closest('a[href], button, input, select, textarea, summary, label, [tabindex]'))
      .map((one) => one.outerHTML.slice(0, 120))`);

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

async function judgeScreens(service: RunningConsole, page: Page, group: readonly string[]): Promise<void> {
  const metered = watchMeteredCalls(page);
  for (const screen of group) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(DESKTOP);
    await openScreen(service, page, screen);
    assert.deepEqual(await findSeriousViolations(page), [], screen);
    assert.deepEqual(await findPointerOnly(page), [], screen);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[lang="fr"][data-theme="dark"]').waitFor();
    assert.deepEqual(await findSeriousViolations(page), [], `${screen}, dark`);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    assert.ok(width <= PHONE.width, `${screen}: ${width} px`);
  }
  assert.deepEqual(metered, [], 'looking at a screen calls no route that is metered');
}

const PARTS = 4;
/** A test for each group: all of them in one take long. */
const GROUP_SIZE = 6;

/** Every path, and one of no screen, in parts: each is a file of tests, all screens take two minutes beside other tests. */
export function testScreens(service: RunningConsole, paths: ScreenPaths, part: 0 | 1 | 2 | 3): void {
  const screens = [...Object.values(paths).flat(), 'nowhere'].filter((_, at) => at % PARTS === part);
  for (let at = 0; at < screens.length; at += GROUP_SIZE) {
    const group = screens.slice(at, at + GROUP_SIZE);
    const name = `part ${part + 1}, group ${at / GROUP_SIZE + 1}`;
    test(`no screen of ${name} has a serious accessibility finding in either theme, or is wider than a phone, in French`, async (t) => {
      await service.openPage(t, 'nowhere', (page) => judgeScreens(service, page, group), {
        locale: 'fr-FR',
        hasMap: true,
      });
    });
  }
}
