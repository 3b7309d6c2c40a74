import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import type { ConsoleParts } from '../../src/api/console/parts.ts';
import { consoleRoutes } from '../../src/api/console/table.ts';
import type { Route } from '../../src/api/route.ts';
import { createTestAlertEvent } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { type ArbitraryRequest, arbitraryRouteRequest } from '../support/arbitrary-request.ts';
import { toInjectOptions } from '../support/checked-call.ts';
import { createTestDestination, createTestNotification } from '../support/deliveries.ts';
import { createTestProperty } from '../support/owners.ts';
import { assertProblem } from '../support/problem-referee.ts';
import { consoleHeaders, createPerson } from '../support/signed-in.ts';
import { toTestResponse } from '../support/test-response.ts';

/** As in `fuzz.test.ts`: a short run sends a tenth, since a person calls these routes, not a program. */
const FUZZ_RUNS = Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 100) / 10);
const AT_ONCE = 10;
const TIMEOUT_MS = 60_000 + FUZZ_RUNS * 60;
const OPERATOR = 'root@people.example';

const api = await startApi({ after }, { console: { operators: [OPERATOR] } });
const propertyId = await createTestProperty(api.db, api.clock);

/** A person of each route: requests of another may have ended the session, or left the account. */
async function signIn(): Promise<{ cookie: string; ids: string[] }> {
  const person = await createPerson(api, OPERATOR, randomUUID());
  const { alertId, id } = await createTestAlertEvent(api.db, api.clock, person);
  const { id: destinationId } = await createTestDestination(api.db, api.clock, person);
  const notificationId = await createTestNotification(api.db, api.clock, person);
  return { cookie: person.cookie, ids: [propertyId, alertId, id, destinationId, notificationId] };
}

/** Mostly of a page of the console; a header that the request draws wins. */
const withSession = (requests: Arbitrary<ArbitraryRequest>, cookie: string): Arbitrary<ArbitraryRequest> =>
  requests.map((asking) => ({
    ...asking,
    headers: { ...consoleHeaders(cookie), ...asking.headers },
  }));

async function send(asking: ArbitraryRequest): Promise<number> {
  const sent = await api.app.inject(toInjectOptions(asking, api.owner.key));
  const answered = toTestResponse(sent.statusCode, sent.headers, sent.payload);
  assert.ok(answered.status < 500, `${answered.status}: ${answered.text}`);
  if (answered.status >= 400 && answered.text !== '') assertProblem(answered);
  return answered.status;
}

/** A stream of events has no end that a test could wait for. */
const routes = consoleRoutes({} as ConsoleParts).filter(({ streams }) => !streams);

const pathOf = ({ method, path }: Route): string => `${method} ${path}`;

for (const route of routes)
  test(`random requests to ${pathOf(route)} give no 5xx and no unexplained 4xx`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { cookie, ids } = await signIn();
    const requests = withSession(arbitraryRouteRequest(route, { ids, keys: [null] }), cookie);
    const batch = fc.array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(batch, async (askings) => {
        await Promise.all(askings.map(send));
      }),
      { numRuns: Math.ceil(FUZZ_RUNS / AT_ONCE) },
    );
  });
