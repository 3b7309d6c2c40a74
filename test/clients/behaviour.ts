import assert from 'node:assert/strict';
import type { FlakyGateway } from '../support/flaky-gateway.ts';
import { type ClientService, feedHomes } from './service.ts';

/** What a client of either language must do behind a connection that breaks. */
export interface ClientUnderTest {
  /** Resolves with the status of a refusal, 0 when the alert was created. */
  createAlert(body: object): Promise<number>;
  /** Resolves with the status of a refusal, 0 when the event was sent. */
  sendTestEvent(destinationId: string): Promise<number>;
  /** Changes as they arrive; from now on without a cursor. */
  follow(cursor: string | undefined, signal: AbortSignal): AsyncIterable<FollowedChange>;
}

export interface FollowedChange {
  propertyId: string;
  cursor: string;
}

interface Behaviour {
  service: ClientService;
  gateway: FlakyGateway;
  client: ClientUnderTest;
}

/** Timers may wake a little early. */
const MIN_WAIT_MS = 950;

const alertBody = (name: string) => ({
  name,
  criteria: { property: { type: { in: ['FLAT'] } } },
  notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }] },
  notificationDestination: { webhookUrl: 'https://hooks.example.org/gable' },
});

const keysOf = ({ requests }: FlakyGateway) =>
  new Set(requests.map(({ headers }) => headers['idempotency-key']));

async function countAlerts({ api }: ClientService, name: string): Promise<number> {
  const text = 'select count(*)::int as n from alert where name = $1';
  return (await api.db.rows<{ n: number }>({ text, values: [name] }))[0]?.n ?? 0;
}

export async function assertWaitsAsAsked({ gateway, client, service }: Behaviour): Promise<void> {
  for (const status of [429, 503]) {
    const name = `refused with ${status}`;
    gateway.break({ status, headers: { 'retry-after': '1' } });
    assert.equal(await client.createAlert(alertBody(name)), 0);
    const [first, second] = gateway.requests;
    assert.ok(first && second, 'the request was repeated');
    assert.ok(second.at - first.at >= MIN_WAIT_MS, `it waited ${second.at - first.at} ms`);
    assert.equal(await countAlerts(service, name), 1);
  }
}

export async function assertGivesUp({ gateway, client }: Behaviour): Promise<void> {
  gateway.break({ status: 429, headers: { 'retry-after': '3600' } });
  assert.equal(await client.createAlert(alertBody('too busy')), 429);
  assert.equal(gateway.requests.length, 1, 'nobody waits an hour');
  const refused = { status: 503, headers: { 'retry-after': '0' } };
  gateway.break(refused, refused, refused, refused, refused, refused);
  assert.equal(await client.createAlert(alertBody('never up')), 503);
  assert.equal(gateway.requests.length, 5, 'five attempts in all');
}

export async function assertCreatesOnce({ gateway, client, service }: Behaviour): Promise<void> {
  gateway.break('lose answer', { status: 502 });
  assert.equal(await client.createAlert(alertBody('answer lost')), 0);
  assert.equal(gateway.requests.length, 3);
  assert.equal(keysOf(gateway).size, 1, 'all attempts carry one key');
  assert.equal(await countAlerts(service, 'answer lost'), 1);
  assert.equal(await client.createAlert(alertBody('answer lost')), 0);
  assert.equal(await countAlerts(service, 'answer lost'), 2, 'another call has another key');
}

/** A test event that may have been sent is not sent again; one that was refused is. */
export async function assertSendsOnce({ gateway, client, service }: Behaviour): Promise<void> {
  const destination = { url: 'https://hooks.example.org/other' };
  const created = await service.api.call({
    method: 'POST',
    path: '/account/event-destinations',
    key: service.key,
    accept: 'application/json',
    body: destination,
  });
  const { id } = created.body as { id: string };
  gateway.break({ status: 500 });
  assert.equal(await client.sendTestEvent(id), 500);
  assert.equal(gateway.requests.length, 1);
  gateway.break({ status: 503, headers: { 'retry-after': '0' } });
  assert.equal(await client.sendTestEvent(id), 0);
  assert.equal(gateway.requests.length, 2);
}

/** Feeds homes while the connection breaks, and expects each once. */
export async function assertFollows({ gateway, client, service }: Behaviour, firstHome: number) {
  gateway.break();
  const before = await readProperties(service);
  const stop = new AbortController();
  const changes = client.follow(undefined, stop.signal)[Symbol.asyncIterator]();
  const followed: FollowedChange[] = [];
  const take = async (count: number) => {
    for (let at = 0; at < count; at += 1) followed.push((await changes.next()).value);
  };
  const next = changes.next();
  while (!gateway.requests.some(({ headers }) => headers.accept === 'text/event-stream'))
    await new Promise((resolve) => setTimeout(resolve, 10));
  await feedHomes(service, 2, firstHome);
  followed.push((await next).value);
  await take(1);
  gateway.break({ status: 503, headers: { 'retry-after': '0' } }, 'cut answer');
  gateway.hangUp();
  await feedHomes(service, 2, firstHome + 2);
  await take(2);
  stop.abort();
  await changes.return?.().catch(() => undefined);
  await feedHomes(service, 1, firstHome + 4);
  const again = new AbortController();
  for await (const change of client.follow(followed.at(-1)?.cursor, again.signal)) {
    followed.push(change);
    break;
  }
  again.abort();
  const after = (await readProperties(service)).filter((id) => !before.includes(id));
  assert.deepEqual(followed.map(({ propertyId }) => propertyId).toSorted(), after.toSorted());
}

async function readProperties({ api }: ClientService): Promise<string[]> {
  const rows = await api.db.rows<{ id: string }>({
    text: 'select property_id as id from property',
    values: [],
  });
  return rows.map(({ id }) => id);
}
