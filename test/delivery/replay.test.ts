import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { findDestination } from '../../src/delivery/destinations/destinations.ts';
import { rotateSigningKey } from '../../src/delivery/keys/signing-keys.ts';
import { listAttempts } from '../../src/delivery/notifications/attempts.ts';
import { enqueueTestNotification } from '../../src/delivery/notifications/enqueue.ts';
import { replayNotification, replayNotifications } from '../../src/delivery/notifications/replay.ts';
import { answer } from '../faults/behaviours.ts';
import type { ReceivedRequest } from '../faults/exchange.ts';
import { type Customer, startDeliveryHarness } from '../support/delivery-harness.ts';
import { testKeyring } from '../support/keyring.ts';

const house = await startDeliveryHarness({ after });
const { db, clock, receiver } = house;
const eventId = (request: ReceivedRequest | undefined) => JSON.parse(String(request?.body)).eventId;
const failures = async ({ accountId, destinationId }: Customer) =>
  (await findDestination(db, accountId, destinationId))?.failures;

test('a replay sends the same event with the current key, after any outcome', async () => {
  const customer = await house.customer();
  const [id = ''] = await house.events(customer);
  await house.deliver();
  const first = receiver.requests.at(-1);
  const { key } = await rotateSigningKey(db, testKeyring, customer.accountId, clock.now());
  await clock.advance({ hours: 6 });
  assert.equal((await replayNotification(db, clock, customer.accountId, id)).outcome, 'replaying');
  assert.equal((await replayNotification(db, clock, customer.accountId, id)).outcome, 'under-way');
  await house.deliver();
  const second = receiver.requests.at(-1);
  assert.equal(eventId(second), eventId(first));
  const stamp = second?.headers['x-webhook-timestamp'];
  assert.equal(stamp, String(clock.now().getTime() / 1000));
  const mac = createHmac('sha256', key)
    .update(`${stamp}.`)
    .update(second?.body ?? '')
    .digest('hex');
  assert.equal(second?.headers['x-webhook-signature'], `sha256=${mac}`);
  const { status, attemptNumber } = await house.state(id);
  assert.deepEqual([status, attemptNumber], ['DELIVERED', 2]);
  assert.equal(second?.headers['x-webhook-sequence'], first?.headers['x-webhook-sequence']);
});

test('a failed replay is one attempt, does not change the status and does not count for the destination', async () => {
  const customer = await house.customer('/fails-later');
  const ids = await house.events(customer, 7);
  await house.deliver();
  receiver.when(({ url }) => url === '/fails-later', answer(503, { body: 'no room' }));
  const range = { accountId: customer.accountId, destinationId: customer.destinationId };
  assert.deepEqual(await replayNotifications(db, clock, range), { outcome: 'replaying', count: 7 });
  await house.deliver();
  await clock.advance({ hours: 3 });
  await house.deliver();
  assert.deepEqual(await house.states(customer), { DELIVERED: 7 });
  assert.equal(await failures(customer), 0);
  const { rows } = await listAttempts(db, customer.accountId, ids[0] ?? '', 1);
  assert.deepEqual(
    rows.map(({ attemptNumber, outcome, replyStatus, replyBody }) => [
      attemptNumber,
      outcome,
      replyStatus,
      replyBody,
    ]),
    [
      [1, 'DELIVERED', 204, ''],
      [2, 'FAILED', 503, 'no room'],
    ],
  );
  const sent = receiver.requests.find((one) => String(one.body) === rows[0]?.requestBody);
  assert.ok(sent, 'the log keeps the exact body');
  assert.equal(sent.headers['x-webhook-signature'], rows[0]?.requestHeaders?.['X-Webhook-Signature']);
});

test('a range selects by time and status', async () => {
  const customer = await house.customer();
  await house.events(customer, 2);
  await house.deliver();
  const between = await (async () => {
    await clock.advance({ hours: 1 });
    return clock.now();
  })();
  await clock.advance({ hours: 1 });
  await house.events(customer, 3);
  await house.deliver();
  const range = { accountId: customer.accountId, destinationId: customer.destinationId };
  const count = async (more: object) => {
    const replay = await replayNotifications(db, clock, { ...range, ...more });
    await house.deliver();
    return 'count' in replay ? replay.count : replay.outcome;
  };
  assert.equal(await count({ after: between }), 3);
  assert.equal(await count({ before: between }), 2);
  assert.equal(await count({ status: 'FAILED' }), 0);
  assert.equal(await count({ destinationId: crypto.randomUUID() }), 'no-destination');
});

test('a test sends a signed sample once, also to a suspended destination, and does not change it', async () => {
  const customer = await house.customer('/suspended');
  receiver.when(({ url }) => url === '/suspended', answer(500));
  await house.events(customer, 5);
  await house.deliver();
  const target = { accountId: customer.accountId, id: customer.destinationId };
  const before = receiver.requests.length;
  const id = await enqueueTestNotification(db, clock, target, 'EXPIRED');
  await house.deliver();
  await clock.advance({ minutes: 4 });
  await house.deliver();
  assert.equal(receiver.requests.length, before + 1);
  const request = receiver.requests.at(-1);
  assert.equal(JSON.parse(String(request?.body)).eventType, 'EXPIRED');
  const stamp = request?.headers['x-webhook-timestamp'];
  const mac = createHmac('sha256', customer.signingKey)
    .update(`${stamp}.`)
    .update(request?.body ?? '');
  assert.equal(request?.headers['x-webhook-signature'], `sha256=${mac.digest('hex')}`);
  assert.equal((await house.state(id ?? '')).status, 'FAILED');
  assert.deepEqual(await house.states(customer), { FAILED: 1, SUSPENDED: 5 });
});

test('events of a destination have consecutive numbers, so that receivers see gaps', async () => {
  const customer = await house.customer('/numbered');
  await house.events(customer, 12);
  await house.deliver();
  const numbers = receiver.requests
    .filter(({ url }) => url === '/numbered')
    .map(({ headers }) => Number(headers['x-webhook-sequence']));
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: 12 }, (_, at) => at + 1),
  );
});
