import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { generateApiKey } from '../../src/accounts/key.ts';
import type { Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { sql } from '../../src/db/sql.ts';
import { addFeed } from '../../src/feeds/feeds.ts';
import { divisionId } from '../../src/geo/division.ts';
import { findProperty } from '../../src/properties/lookup.ts';
import { registerSource } from '../../src/sources/sources.ts';
import { salesImport } from '../../src/transactions/import-sales.ts';
import { madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { createTestAlertEvent } from './alerts.ts';
import { startApi, type TestApi } from './api.ts';
import { type ArbitraryRequest, arbitraryRouteRequest } from './arbitrary-request.ts';
import { bodyTargets, buildBody } from './body-targets.ts';
import { readBoth } from './both-formats.ts';
import { assertResponse, toInjectOptions } from './checked-call.ts';
import { createTestDestination, createTestNotification } from './deliveries.ts';
import { anyValue, criteria } from './hostile-bodies.ts';
import { importContents } from './import-contents.ts';
import { square } from './made-country.ts';
import { createTestFavorite, createTestProperty } from './owners.ts';
import { assertProblem } from './problem-referee.ts';
import { type TestResponse, toTestResponse } from './test-response.ts';
import type { TestScope } from './test-scope.ts';

/** Random requests per route: few in every run, each time others; `npm run test:fuzz` sends 10,000. */
export const FUZZ_RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);
/**
 * With this many, some requests of each route name existing resources and pass all middleware; with fewer
 * that depends on luck.
 */
const ENOUGH = 5_000;
/** The slowest route takes about 12 ms a request where both cores are busy. */
export const TIMEOUT_MS = 60_000 + FUZZ_RUNS * 60;
/** Sent concurrently, so that requests also run beside each other. */
const AT_ONCE = 25;
/**
 * One request of this many is checked against everything we promise, all others against the problem alone:
 * full checks would take most of the time.
 */
const JUDGED_SHARE = 10;

/** A service with a resource of every kind, that random requests can name. */
export interface FuzzedService {
  api: TestApi;
  ids: string[];
  /** A property with an advert. */
  advertised: string;
  /** Of a customer, of nobody, and texts that are none. */
  keys: (string | null)[];
  operatorKey: string;
}

export async function startFuzzedService(t: TestScope): Promise<FuzzedService> {
  const api = await startApi(t);
  const { accountId } = api.owner;
  const { key } = await createApiKey(api.db, api.clock, { accountId, name: 'operator', operator: true });
  const keys = [api.owner.key, null, generateApiKey(), 'x', '0123456789abcdef0123456789abcdef'];
  return { api, ...(await createResources(api)), keys, operatorKey: key };
}

async function createResources(api: TestApi): Promise<{ ids: string[]; advertised: string }> {
  const ids: string[] = [];
  await registerSource(api.db, api.clock, { slug: 'one', name: 'Une agence', domain: null });
  for (let at = 0; at < 5; at++) {
    ids.push(
      await createTestProperty(api.db, api.clock),
      (await createTestFavorite(api.db, api.clock, api.owner)).id,
    );
  }
  for (let at = 0; at < 5; at++) {
    ids.push((await createTestDestination(api.db, api.clock, api.owner)).id);
    ids.push(await createTestNotification(api.db, api.clock, api.owner));
  }
  for (let at = 0; at < 5; at++) {
    const address = `https://feeds.example.com/${at}`;
    const feed = {
      source: `fed-${at}`,
      address,
      format: 'kyero',
      mapping: null,
      intervalSeconds: 60,
      full: true,
      maxBytes: 1,
      enabled: true,
    } as const;
    ids.push((await addFeed(api.db, api.clock, feed)).feed.id);
  }
  const sources = await readBoth<{ id: string }[]>(api, '/sources');
  const categories = await readBoth<{ id: string }[]>(api, '/source-categories');
  ids.push(...[...sources, ...categories].map(({ id }) => id));
  const { url, publisher } = {
    url: 'https://www.figures-immo.example/annonces/240798487',
    publisher: { agencyName: 'A' },
  };
  const advertised = await recordTogether(api.db, [madeListing({}, { url, publisher })], api.clock.now());
  const { publishers } = (await findProperty(api.db, advertised)) ?? { publishers: [] };
  ids.push(advertised, ...publishers.map(({ id }) => id), await newDivision(api));
  const sales = Array.from({ length: 12 }, (_, at) => `${at},2024-01-02,${100 + at},maison,75102\n`);
  await importContents(api.db, salesImport, `reference,date,price,type,city_code\n${sales.join('')}`);
  for (const { id } of await api.db.rows<{ id: string }>(sql`select sale_id as id from sale`)) ids.push(id);
  return { ids, advertised };
}

/** A division with a contour; none is loaded here. */
async function newDivision(api: TestApi): Promise<string> {
  const id = divisionId('XA', '1');
  await api.db.rows(sql`
    insert into division (division_id, country_code, type, unique_code, name, from_package)
    values (${id}, 'XA', 'MUNICIPALITY', '1', 'One', true)`);
  await api.db.rows(sql`
    insert into division_contour (division_id, west, south, east, north, geometry, from_package)
    values (${id}, 0, 0, 1, 1, ${square(0, 0)}, true)`);
  return id;
}

function hold({ referee }: TestApi, asking: ArbitraryRequest, answered: TestResponse, wholly: boolean): void {
  assert.ok(answered.status < 500, `${answered.status}: ${answered.text}`);
  if (answered.status >= 400 && answered.text !== '') assertProblem(answered);
  if (!wholly) return;
  if (!asking.strayed) assertResponse(referee, asking, answered);
  else if (answered.status >= 400) assertResponse(referee, { ...asking, outside: true }, answered);
}

/** Sends this many requests; returns how often each status came. */
export async function sendAll(
  api: TestApi,
  requests: Arbitrary<ArbitraryRequest>,
  runs = FUZZ_RUNS,
): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const batch = fc.array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batch, async (askings) => {
      const answers = await Promise.all(askings.map((asking) => send(api, asking)));
      for (const [at, asking] of askings.entries()) {
        const answered = answers[at];
        assert.ok(answered !== undefined);
        seen.set(answered.status, (seen.get(answered.status) ?? 0) + 1);
        hold(api, asking, answered, at % JUDGED_SHARE === 0);
      }
    }),
    { numRuns: Math.ceil(runs / AT_ONCE) },
  );
  return seen;
}

async function send(api: TestApi, asking: ArbitraryRequest): Promise<TestResponse> {
  const sent = await api.app.inject(toInjectOptions(asking, api.owner.key));
  return toTestResponse(sent.statusCode, sent.headers, sent.payload);
}

/**
 * Creates the resources of a route again, since requests of another may have deleted them. Nothing else can
 * be named: an event exists below its own alert only.
 */
async function idsFor({ api, ids, advertised }: FuzzedService, { path }: Route): Promise<string[]> {
  if (path.endsWith('/test') || path.endsWith('/replay')) {
    const { id: destinationId } = await createTestDestination(api.db, api.clock, api.owner);
    const isOfOne = path === '/event-notifications/{id}/replay';
    return [
      isOfOne ? await createTestNotification(api.db, api.clock, api.owner, { destinationId }) : destinationId,
    ];
  }
  if (!path.startsWith('/alerts/{')) return ids;
  const { alertId, id } = await createTestAlertEvent(api.db, api.clock, api.owner);
  if (path.endsWith('/explain')) return [alertId, advertised];
  return path.includes('{alertId}/events/') ? [alertId, id] : [alertId];
}

/** Half of the routes, or of anything else: each half is a file of tests. */
export type Half = 0 | 1;

const inHalf =
  (half: Half) =>
  (_: unknown, index: number): boolean =>
    index % 2 === half;

export function testRandomRequests(service: FuzzedService, half: Half): void {
  const { api, keys, operatorKey } = service;
  for (const route of routes.filter(inHalf(half)))
    test(`${FUZZ_RUNS} random requests to ${route.method} ${route.path} give no 5xx and no unexplained 4xx`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const mayCall = route.right === undefined ? keys : [operatorKey, ...keys];
      const ids = await idsFor(service, route);
      const seen = await sendAll(api, arbitraryRouteRequest(route, { ids, keys: mayCall }));
      const passed = [...seen.keys()].some((status) => status < 300);
      assert.ok(passed || FUZZ_RUNS < ENOUGH, `some pass all middleware: ${[...seen]}`);
    });
}

/**
 * Bodies of the maximum size. They come after the random requests: by then the code is as compiled as in a server that has run for
 * a while.
 */
const LARGEST_BODY_BYTES = 1024 * 1024;
const kinds = [
  ...Object.entries(anyValue).map(([kind, make]) => ({ kind, make, ofTree: false })),
  ...Object.entries(criteria).map(([kind, make]) => ({ kind, make, ofTree: true })),
];

/**
 * A short run sends every route one kind of sixteen, and the next route another; every kind reaches some route, in each run
 * others.
 */
const EVERY_NTH_KIND = FUZZ_RUNS < ENOUGH ? 16 : 1;
const FIRST_KIND = Number(process.env['FUZZ_FIRST_KIND'] ?? Date.now() % EVERY_NTH_KIND);

export function testHostileBodies({ api, operatorKey }: FuzzedService, half: Half): void {
  for (const { to, index } of bodyTargets
    .map((target, at) => ({ to: target, index: at }))
    .filter(inHalf(half)))
    test(`${to.name} answers hostile bodies of 1 MiB without a 5xx`, { timeout: 110_000 }, async () => {
      for (const [at, { kind, make, ofTree }] of kinds.entries()) {
        if ((at + index + FIRST_KIND) % EVERY_NTH_KIND !== 0) continue;
        if (ofTree && !to.members.includes('criteria')) continue;
        const payload = Buffer.from(buildBody(to, make, ofTree)(LARGEST_BODY_BYTES - 2_048));
        const { method, path: url } = to;
        const headers = { ...to.headers, 'x-api-key': operatorKey };
        const { statusCode, payload: text } = await api.app.inject({
          method: method as 'POST',
          url,
          headers,
          payload: payload.subarray(0, LARGEST_BODY_BYTES),
        });
        assert.ok(statusCode < 500, `${kind}: ${statusCode} ${text.slice(0, 200)}`);
      }
    });
}
