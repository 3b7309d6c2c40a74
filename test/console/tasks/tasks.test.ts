import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../../fixtures/listing-states.ts';
import { startConsole } from '../../support/console.ts';
import { pullTestFeed } from '../../support/console-world.ts';
import { KeyboardUser } from '../../support/keyboard-user.ts';
import { createSearchHelpers, flat } from '../../support/searches.ts';

/**
 * Twelve tasks of people, done by keyboard alone, each with its number of choices: a link followed, a button pressed, an option
 * chosen. By pointer each of them is one click. The figure may fall, never grow: a redesign that needs more fails here, and one that
 * needs fewer records its figure. Moving the focus and typing into a field are not counted.
 */
const service = await startConsole({ after });
const { api, openPage } = service;
const { put } = createSearchHelpers(api);

interface Task {
  readonly name: string;
  /** The screen where a person is. */
  readonly from: string;
  /** As many as it needs: lower it when it needs fewer, never raise it. */
  readonly clicks: number;
  readonly prepare?: () => Promise<unknown>;
  readonly run: (hand: KeyboardUser) => Promise<void>;
}

const home = (price: number) => recordTogether(api.db, [madeListing(flat('Chartres', price))], day(2));

const tasks: readonly Task[] = [
  {
    name: 'create a key',
    from: 'start',
    clicks: 3,
    async run(hand) {
      await hand.click('link', 'Keys');
      await hand.click('button', 'Create a key');
      await hand.type('Name', 'nightly');
      await hand.click('button', 'Create a key');
      await hand.see(/^gbl_live_/);
    },
  },
  {
    name: 'copy a first call with a key of its own',
    from: 'start',
    clicks: 2,
    async run(hand) {
      await hand.click('link', 'Quick start');
      await hand.click('button', 'Create a key for this');
      await hand.see(/X-API-KEY: gbl_live_/);
    },
  },
  {
    name: 'find a home by its price',
    from: 'explore?view=list',
    clicks: 1,
    prepare: () => put(flat('T1', 123_000)),
    async run(hand) {
      await hand.type('Price, at most', '124000');
      await hand.page.keyboard.press('Tab');
      await hand.click('link', /123,000/);
      await hand.page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'open a request bin and see a verified webhook',
    from: 'start',
    clicks: 4,
    async run(hand) {
      await hand.click('link', 'Request bin');
      await hand.click('button', 'Open a request bin');
      await hand.click('button', 'Close');
      const answered = hand.page.waitForResponse(/\/test$/);
      await hand.click('button', 'Send a test');
      await answered;
      await service.deliver();
      await hand.see('Signature verified');
    },
  },
  {
    name: 'create an alert for a webhook',
    from: 'alerts',
    clicks: 3,
    async run(hand) {
      await hand.click('link', 'New alert');
      await hand.type('Name', 'Everything');
      await hand.choose('Goes to', 'A new webhook');
      await hand.type('URL of the webhook', `${service.receiver.url}/tasks`);
      await hand.click('button', 'Save');
      await hand.page.getByRole('heading', { name: 'Everything' }).waitFor();
    },
  },
  {
    name: 'rehearse an alert',
    from: 'alerts',
    clicks: 2,
    async run(hand) {
      await hand.click('link', 'Everything');
      await hand.click('button', 'Rehearse');
      await hand.page.locator('[data-figure="arrivals"]').waitFor();
    },
  },
  {
    name: 'stop an alert',
    from: 'alerts',
    clicks: 1,
    async run(hand) {
      await hand.press(hand.page.getByRole('switch', { name: 'Enabled: Everything' }), 'Space');
      await hand.page.locator('[role="switch"]:not(:checked)').waitFor();
    },
  },
  {
    name: 'send a delivery again',
    from: 'deliveries',
    clicks: 1,
    async run(hand) {
      await hand.click('button', 'Send again');
      await hand.see('It is on its way again.');
    },
  },
  {
    name: 'keep a home and find it again',
    from: 'properties/',
    clicks: 2,
    async run(hand) {
      await hand.click('button', 'Keep');
      await hand.page.locator('button[aria-pressed="true"]', { hasText: 'Kept' }).waitFor();
      await hand.click('link', 'Kept homes');
      await hand.see('€222,000');
    },
  },
  {
    name: 'add a feed and ask for a pull',
    from: 'operator/feeds',
    clicks: 3,
    async run(hand) {
      await hand.click('button', 'Add a feed');
      await hand.page.getByRole('dialog').waitFor(); // the list behind it has a filter of the same name
      await hand.type('Source', 'tasks');
      await hand.type('URL of the file', `${service.receiver.url}/feed`);
      await hand.click('button', 'Add a feed');
      await hand.page.getByRole('dialog').waitFor({ state: 'detached' });
      await hand.click('button', 'Pull tasks now');
      await hand.see('Requested');
    },
  },
  {
    name: 'see why records of a feed were rejected',
    from: 'operator/feeds',
    clicks: 2,
    prepare: () => pullTestFeed(api, 'un-portail'),
    async run(hand) {
      await hand.click('button', 'un-portail');
      await hand.press(hand.page.locator('summary', { hasText: '1 × <u>no price</u>' }));
      await hand.see('line 9: <u>no price</u>');
    },
  },
  {
    name: 'see what a key used',
    from: 'keys',
    clicks: 1,
    async run(hand) {
      await hand.click('link', 'Usage');
      await hand.page.getByRole('heading', { name: 'Usage' }).waitFor();
    },
  },
];

test('there are twelve tasks', () => assert.equal(tasks.length, 12));

for (const { name, from, clicks, prepare, run } of tasks) {
  test(`${name}: ${clicks} clicks`, async (t) => {
    await prepare?.();
    const path = from === 'properties/' ? from + (await home(222_000)) : from;
    await openPage(t, path, async (page) => {
      const hand = new KeyboardUser(page);
      await run(hand);
      assert.equal(hand.clicks, clicks);
    });
  });
}
