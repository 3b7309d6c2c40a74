import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMember } from '../../src/accounts/members.ts';
import { addFeed } from '../../src/feeds/feeds.ts';
import { LOCAL_PERSON, upsertPerson } from '../../src/sign-in/people.ts';
import { openSession } from '../../src/sign-in/sessions.ts';
import { registerSource } from '../../src/sources/sources.ts';
import { until } from '../faults/until.ts';
import { startConsole } from '../support/console.ts';
import { consoleCall, createPerson, signInLocally } from '../support/signed-in.ts';

const { api, openPage, receiver } = await startConsole({ after });
/** One more than a page. */
const ROWS = 31;
const numbers = Array.from({ length: ROWS }, (_, at) => String(at).padStart(2, '0'));

async function createRows(): Promise<void> {
  const cookie = await signInLocally(api.app);
  const post = async (path: string, body: object) => {
    const { status, text } = await consoleCall(api, cookie, { method: 'POST', path, body });
    assert.equal(status, 201, text);
  };
  const present = await upsertPerson(api.db, api.clock, LOCAL_PERSON);
  const { accountId } = present;
  for (const at of numbers) {
    const { personId } = await createPerson(api, `person-${at}@people.example`);
    await addMember(api.db, api.clock, { accountId, personId, role: 'READ_ONLY' });
    await openSession(api.db, api.clock, present, { provider: 'local', userAgent: `session-${at}` });
    await post('/console/api/keys', { name: `key-${at}` });
    await post('/account/event-destinations', { url: `${receiver.url}/d/${at}` });
    const notificationDestination = { eventDestination: `${receiver.url}/d/${at}` };
    await post('/alerts', { name: `alert-${at}`, criteria: {}, notificationDestination });
    const source = `source-${at}`;
    await registerSource(api.db, api.clock, { slug: source, name: source, domain: null });
    const feed = {
      source,
      address: `https://${source}.example/feed`,
      format: 'ndjson',
      mapping: null,
    } as const;
    await addFeed(api.db, api.clock, {
      ...feed,
      intervalSeconds: 3_600,
      full: true,
      maxBytes: 1e6,
      enabled: true,
    });
  }
}
await createRows();

/** Evaluated in the page: the page of its last list that has several; empty while its rows load. */
const LOADED_PAGE = `(() => {
  const lists = [...document.querySelectorAll('main [aria-busy]')].filter((list) => list.querySelector('nav'));
  const list = lists.at(-1);
  return list?.getAttribute('aria-busy') === 'false' ? list.querySelector('nav').getAttribute('aria-label') : '';
})()`;

for (const [screen, rowName] of [
  ['keys', 'key'],
  ['alerts', 'alert'],
  ['destinations', '/d'],
  ['operator/feeds', 'source'],
  ['people', 'person'],
  ['sessions', 'session'],
  ['audit-log', ''],
  ['operator/health', 'source'],
] as const)
  test(`every row of ${screen} is reached, page by page, by keyboard`, async (t) => {
    await openPage(t, screen, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      const seen = new Set<string>();
      for (let pages = 0; pages < 10; pages += 1) {
        await page.locator('main:not(:has(.bones))').waitFor();
        const text = await page.locator('main').innerText();
        for (const at of numbers) if (new RegExp(`${rowName}[-/]${at}\\b`).test(text)) seen.add(at);
        const next = page.getByRole('button', { name: 'Next' }).last();
        if ((await next.count()) === 0 || (await next.isDisabled())) break;
        const before = await page.evaluate(LOADED_PAGE);
        await next.press('Enter');
        // Asked from here: to ask again in the page would need `eval`, which its policy forbids.
        const isNext = async () => !['', before].includes(await page.evaluate(LOADED_PAGE));
        await until(isNext, { what: () => 'the rows of the next page' });
      }
      if (rowName !== '')
        assert.deepEqual(
          numbers.filter((at) => !seen.has(at)),
          [],
        );
      else assert.match(page.url(), /page=\d/, 'more entries than a page');
    });
  });
