import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type PersonRow, upsertPerson } from '../../src/sign-in/people.ts';
import { openSession } from '../../src/sign-in/sessions.ts';
import type { TestApi } from './api.ts';
import type { TestRequest } from './checked-call.ts';
import type { TestResponse } from './test-response.ts';

export const ORIGIN = 'http://localhost';

/** What a page of the console sends with each call. */
export const consoleHeaders = (cookie: string): Record<string, string> => ({
  cookie,
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
  'x-gable-console': '1',
});

/** The cookie of a set-cookie header, without its attributes. */
export const readTestCookie = (setCookie: string | string[] | undefined, name: string): string => {
  const found = [setCookie ?? []].flat().find((one) => one.startsWith(`${name}=`));
  assert.ok(found !== undefined, `no cookie ${name}`);
  return found.split(';')[0] ?? '';
};

/** One click on a local machine. */
export async function signInLocally(app: FastifyInstance): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/console/sign-in/local',
    headers: { origin: ORIGIN },
  });
  assert.equal(answer.statusCode, 303);
  return readTestCookie(answer.headers['set-cookie'], 'gable_session');
}

/** A call of a page of the console, with the checks of calls with a key. */
export const consoleCall = (api: TestApi, cookie: string, asking: TestRequest): Promise<TestResponse> =>
  api.call({
    accept: 'application/json',
    ...asking,
    key: null,
    headers: { ...consoleHeaders(cookie), ...asking.headers },
  });

/** A person with their own account, signed in as by a provider. */
export async function createPerson(
  { db, clock }: Pick<TestApi, 'db' | 'clock'>,
  email = `${randomUUID().slice(0, 8)}@people.example`,
  subject = email,
): Promise<PersonRow & { cookie: string }> {
  const vouched = { issuer: 'https://id.people.example', subject, email, name: 'A person' };
  const person = await upsertPerson(db, clock, vouched);
  const signIn = { provider: 'people', userAgent: undefined };
  const { secret } = await openSession(db, clock, person, signIn);
  return { ...person, cookie: `gable_session=${secret}` };
}
