import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ScreenName, screenPatterns } from '../../src/console/app/screen-paths.ts';
import { createTestAlertEvent } from '../support/alerts.ts';
import { findSeriousViolations, SMALL_VIEWPORT, startConsole, waitForIdle } from '../support/console.ts';
import { fillMarket, pullTestFeed } from '../support/console-world.ts';
import { createTestDestination, createTestNotification } from '../support/deliveries.ts';
import { createBorderlinePair } from '../support/reviewed-pair.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const service = await startConsole({ after });
const { api, openPage } = service;

/** Paths of each screen, of the local account. A screen without one does not compile. */
type ScreenPaths = Readonly<Record<ScreenName, readonly [string, ...string[]]>>;

/** Creates content for every screen. */
async function createContent(): Promise<ScreenPaths> {
  const cookie = await signInLocally(api.app);
  const { accountId } = (await consoleCall(api, cookie, { path: '/console/api/me' })).body as {
    accountId: string;
  };
  await fillMarket(api, 2);
  await createBorderlinePair(api, cookie);
  await pullTestFeed(api, 'un-portail');
  await createTestDestination(api.db, api.clock, { accountId }, `${service.receiver.url}/hook`);
  const notification = await createTestNotification(api.db, api.clock, { accountId });
  await openTestBin(cookie);
  await createLongNames(cookie);
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
async function createLongNames(cookie: string): Promise<void> {
  const name = 'Dreizimmerwohnung'.repeat(7).slice(0, 100);
  const url = `${service.receiver.url}/${name}`;
  for (const [path, body] of [
    ['/console/api/keys', { name }],
    ['/alerts', { name, criteria: {}, notificationDestination: { webhookUrl: url } }],
  ] as const) {
    const { status, body: answer } = await consoleCall(api, cookie, { method: 'POST', path, body });
    assert.equal(status, 201, JSON.stringify(answer));
  }
}

/** A request bin that receives one test. */
async function openTestBin(cookie: string): Promise<void> {
  const path = '/console/api/request-bin/open';
  const { destinationId } = (await consoleCall(api, cookie, { method: 'POST', path })).body as {
    destinationId: string;
  };
  const test = `/account/event-destinations/${destinationId}/test`;
  await consoleCall(api, cookie, { method: 'POST', path: test, body: { eventType: 'NEW_MATCH' } });
}

const screenPaths = await createContent();
const screens = [...Object.values(screenPaths).flat(), 'nowhere'];

test('each path of this test shows the screen that it stands for', () => {
  for (const [name, paths] of Object.entries(screenPaths))
    for (const path of paths) {
      const { pathname } = new URL(`https://console.example/${path}`);
      assert.equal(Object.entries(screenPatterns).find(([, pattern]) => pattern.test(pathname))?.[0], name);
    }
});

const open = async (page: Page, screen: string): Promise<void> => {
  await page.goto(`${service.url}/${screen}`);
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

/** A test for each group: all screens in one take a minute on a free machine. */
const GROUP_SIZE = 7;
const groups = screens.flatMap((_, at) =>
  at % GROUP_SIZE === 0 ? [screens.slice(at, at + GROUP_SIZE)] : [],
);

for (const [at, group] of groups.entries())
  test(`no screen of group ${at + 1} has a serious accessibility finding in either theme, or is wider than a phone, in French`, async (t) => {
    await openPage(t, 'nowhere', (page) => judgeScreens(page, group), { locale: 'fr-FR' });
  });

async function judgeScreens(page: Page, group: readonly string[]): Promise<void> {
  const metered = watchMeteredCalls(page);
  for (const screen of group) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(DESKTOP);
    await open(page, screen);
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

const judge = async (page: Page, what: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    assert.deepEqual(await findSeriousViolations(page), [], `${what}, ${colorScheme}`);
  }
};

test('the map, a dialog, the palette and the sign-in page have no serious accessibility finding in either theme', async (t) => {
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      await page.locator('.canvas[data-points]').waitFor();
      await judge(page, 'map');
      await open(page, 'keys');
      await page.getByRole('button', { name: 'Create a key' }).first().click();
      await page.getByRole('dialog').waitFor();
      await judge(page, 'dialog');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
      await judge(page, 'palette');
    },
    SMALL_VIEWPORT,
  );
  const nobody = { storageState: { cookies: [], origins: [] } };
  await openPage(
    t,
    'keys',
    async (page) => {
      await page.getByRole('heading', { name: 'Every home, once.' }).waitFor();
      await waitForIdle(page);
      await judge(page, 'sign-in');
    },
    nobody,
  );
});
