import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createTestAlertEvent } from '../support/alerts.ts';
import { findSeriousViolations, SMALL_VIEWPORT, startConsole, waitForIdle } from '../support/console.ts';
import { fillMarket, pullTestFeed } from '../support/console-world.ts';
import { createTestDestination, createTestNotification } from '../support/deliveries.ts';
import { createBorderlinePair } from '../support/reviewed-pair.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const service = await startConsole({ after });
const { api, openPage } = service;

/** Content for every screen, of the local account. */
async function furnished(): Promise<string[]> {
  const cookie = await signInLocally(api.app);
  const { accountId } = (await consoleCall(api, cookie, { path: '/console/api/me' })).body as {
    accountId: string;
  };
  await fillMarket(api, 2);
  const { one } = await createBorderlinePair(api, cookie);
  await pullTestFeed(api, 'un-portail');
  await createTestDestination(api.db, api.clock, { accountId }, `${service.receiver.url}/hook`);
  const notification = await createTestNotification(api.db, api.clock, { accountId });
  await openTestBin(cookie);
  await createLongNames(cookie);
  await service.deliver();
  const { alertId } = await createTestAlertEvent(api.db, api.clock, { accountId });
  const { body } = await consoleCall(api, cookie, { method: 'POST', path: '/properties', body: { size: 1 } });
  const [{ id } = { id: one }] = body as { id: string }[];
  const place = (await consoleCall(api, cookie, { path: '/geo/autocomplete?query=montrouge' })).body as {
    id: string;
  }[];
  return [
    ...['start', 'kept', 'docs?guide=errors'],
    ...['explore?view=list', `properties/${id}`, `compare?ids=${id}`, `market?place=${place[0]?.id}`],
    ...['alerts', 'alerts/new', `alerts/${alertId}`, `alerts/${alertId}/edit`],
    ...['destinations', 'deliveries', `deliveries/${notification}`, 'request-bin'],
    ...[
      'keys',
      'usage',
      'people',
      'invitation',
      'audit-log',
      'sessions',
      'accuracy',
      'docs',
      'device',
      'nowhere',
    ],
    ...['operator/feeds', 'operator/groups', 'operator/health'],
  ];
}

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

const screens = await furnished();

const open = async (page: Page, screen: string): Promise<void> => {
  await page.goto(`${service.url}/${screen}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForIdle(page);
};

/** Only the rules about colours depend on the theme. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

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
    assert.deepEqual(await findSeriousViolations(page, OF_COLOUR), [], `${screen}, dark`);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    assert.ok(width <= PHONE.width, `${screen}: ${width} px`);
  }
  assert.deepEqual(metered, [], 'looking at a screen calls no route that is metered');
}

test('the map, a dialog and the sign-in page have no serious accessibility finding', async (t) => {
  await openPage(
    t,
    'explore?view=map',
    async (page) => {
      await page.locator('.canvas[data-points]').waitFor();
      assert.deepEqual(await findSeriousViolations(page), []);
      await open(page, 'keys');
      await page.getByRole('button', { name: 'Create a key' }).first().click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await findSeriousViolations(page), []);
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
      assert.deepEqual(await findSeriousViolations(page), []);
    },
    nobody,
  );
});
