import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { addCredits, findCredits } from '../../src/accounts/credits.ts';
import { HomeBudget, MAX_BURST_HOMES } from '../../src/api/console/home-budget.ts';
import { READING_PREFIX, readingRoutes } from '../../src/api/console/reading-routes.ts';
import { onlyReads, type Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { type Case, isolationCases, type Params } from '../conformance/isolation-cases.ts';
import { startApi } from '../support/api.ts';
import { createTestProperty, type Owner } from '../support/owners.ts';
import { consoleCall, createPerson } from '../support/signed-in.ts';

const homeBudget = new HomeBudget();
const api = await startApi({ after }, { homeBudget });

type Person = Awaited<ReturnType<typeof createPerson>>;
const [mine, theirs] = [await createPerson(api), await createPerson(api)];
const reading = readingRoutes();
const cases = isolationCases(api);
const fill = (route: Route, params: Params = {}): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? randomUUID());
const read = (person: Person, route: Route, path = fill(route), body?: unknown) =>
  consoleCall(api, person.cookie, { method: route.method, path, ...(body !== undefined && { body }) });

test('what the API reads, the console reads too, but for what copies the stock', () => {
  const missing = routes.filter(
    (route) => onlyReads(route) && !reading.some(({ path }) => path === READING_PREFIX + route.path),
  );
  assert.deepEqual(
    missing.map(({ operationId }) => operationId).toSorted(),
    ['exportApiUsage', 'exportListingAnalytics', 'listChanges'].toSorted(),
  );
});

test('a reading route takes a session only: neither a key nor nobody is answered', async () => {
  const { key } = await createApiKey(api.db, api.clock, { accountId: mine.accountId, name: 'k' });
  for (const route of reading) {
    for (const presented of [null, key]) {
      const { status } = await api.call({ method: route.method, path: fill(route), key: presented });
      assert.equal(status, 401, `${route.method} ${route.path}`);
    }
  }
});

test('looking is neither charged nor counted; the same session pays on the routes of the API', async () => {
  const person = await createPerson(api);
  const id = await createTestProperty(api.db, api.clock);
  await addCredits(api.db, person.accountId, 1);
  const look = { method: 'POST', path: `${READING_PREFIX}/properties`, body: {} } as const;
  for (let times = 0; times < 3; times += 1) {
    const { status, headers } = await consoleCall(api, person.cookie, look);
    assert.deepEqual([status, headers['x-credits-charged']], [200, undefined]);
    assert.equal(
      (await consoleCall(api, person.cookie, { path: `${READING_PREFIX}/properties/${id}` })).status,
      200,
    );
  }
  await api.usage.flush();
  const { body } = await consoleCall(api, person.cookie, { path: `${READING_PREFIX}/account/api-usage` });
  const { totals } = body as { totals: object };
  assert.deepEqual(totals, { calls: 0, results: 0, credits: 0 });
  assert.equal(await findCredits(api.db, person.accountId), 1);
  const paid = await consoleCall(api, person.cookie, { path: `/properties/${id}` });
  assert.equal(paid.headers['x-credits-charged'], '1');
  assert.equal(await findCredits(api.db, person.accountId), 0);
});

/** The person's account as the owner that a case creates its resource for. */
const ownerOf = async ({ accountId }: Person): Promise<Owner> => {
  const { key, row } = await createApiKey(api.db, api.clock, { accountId, name: 'case' });
  return { accountId, name: 'a person', key, apiKey: row };
};
const [owner, other] = [await ownerOf(mine), await ownerOf(theirs)];

async function showOwned(route: Route, { make, asking, query }: Case & { kind: 'owned' }): Promise<void> {
  const rest = (await query?.()) ?? '';
  const [own, foreign] = [await make(owner), await make(other)];
  assert.equal((await read(mine, route, fill(route, foreign) + rest, asking?.body)).status, 404);
  assert.ok((await read(mine, route, fill(route, own) + rest, asking?.body)).status < 300);
}

async function showList(route: Route, { make }: Case & { kind: 'list' }): Promise<void> {
  const [own, foreign] = [await make(owner), await make(other)];
  const { text } = await read(mine, route);
  assert.ok(text.includes(own) && !text.includes(foreign));
}

for (const route of reading) {
  const found = cases[route.operationId];
  if (found?.kind !== 'owned' && found?.kind !== 'list') continue;
  test(`${route.method} ${route.path} keeps accounts apart (${found.kind})`, () =>
    found.kind === 'owned' ? showOwned(route, found) : showList(route, found));
}

test('a person who copies the stock page by page is slowed down, and nobody else is', async () => {
  const [person, neighbour] = [await createPerson(api), await createPerson(api)];
  // Twenty homes a second are forgiven: a busy machine must not forgive all before the call.
  homeBudget.spend(person.personId, 2 * MAX_BURST_HOMES, api.clock.monotonicMs());
  const look = (by: Person) => consoleCall(api, by.cookie, { path: `${READING_PREFIX}/sources` });
  const refused = await look(person);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await look(neighbour)).status, 200);
});

test('looking has its own request rate: it takes no call from the programs of the account', async (t) => {
  const limited = await startApi(t, { db: api.db, rate: { permitted: 3 } });
  const person = await createPerson(limited);
  const { key } = await createApiKey(limited.db, limited.clock, { accountId: person.accountId, name: 'p' });
  const looks = await Promise.all(
    Array.from({ length: 6 }, () =>
      consoleCall(limited, person.cookie, { path: `${READING_PREFIX}/sources` }),
    ),
  );
  assert.deepEqual([...new Set(looks.map(({ status }) => status))].toSorted(), [200, 429]);
  assert.equal((await limited.call({ path: '/sources', key })).status, 200);
});
