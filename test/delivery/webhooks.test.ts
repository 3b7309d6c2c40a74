import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { enqueueNotifications } from '../../src/delivery/notifications/enqueue.ts';
import { Sender } from '../../src/delivery/sending/sender.ts';
import { findProperty } from '../../src/properties/lookup.ts';
import { answer, redirect, resetBeforeHead, stallBeforeHead } from '../faults/behaviours.ts';
import type { Behaviour } from '../faults/exchange.ts';
import { startDeliveryHarness, testEvent } from '../support/delivery-harness.ts';

const house = await startDeliveryHarness({ after });
const { db, clock, receiver } = house;

test('a webhook has the event, signed over exactly its bytes, with the property as the API returns it', async () => {
  const customer = await house.customer('/one?x=1');
  const [id = ''] = await house.events(customer);
  await house.deliver();
  assert.deepEqual(house.errors, []);
  const request = receiver.requests.at(-1);
  assert.ok(request);
  assert.deepEqual([request.method, request.url], ['POST', '/one?x=1']);
  const { headers, body } = request;
  assert.equal(headers['user-agent'], 'Service-Webhook/1.0');
  assert.equal(headers['content-type'], 'application/json');
  const timestamp = headers['x-webhook-timestamp'];
  assert.equal(timestamp, String(clock.now().getTime() / 1000));
  const mac = createHmac('sha256', customer.signingKey).update(`${timestamp}.`).update(body).digest('hex');
  assert.equal(headers['x-webhook-signature'], `sha256=${mac}`);
  assert.equal(headers['x-webhook-sequence'], '1');
  const sent = JSON.parse(body.toString());
  assert.deepEqual(Object.keys(sent), ['eventType', 'eventId', 'alert', 'listing', 'data']);
  assert.equal(sent.alert.name, 'Château à Nîmes 🏰');
  assert.ok(body.includes('Château à Nîmes 🏰'), 'UTF-8, not escaped');
  const data = JSON.stringify(await findProperty(db, house.propertyId));
  assert.ok(body.toString().endsWith(`,"data":${data}}`));
  assert.deepEqual(await house.state(id), {
    status: 'DELIVERED',
    attemptNumber: 1,
    failedAttempts: 0,
    error: null,
    dueAt: null,
  });
});

test('a listing seen again without a change is sent with its new last-seen time, as the API returns it', async () => {
  const customer = await house.customer('/seen-again');
  const [listing] = (await findProperty(db, house.propertyId))?.listings ?? [];
  assert.ok(listing);
  await db.rows(sql`
    insert into listing_visit (property_id, listing_id, last_seen_at)
    values (${house.propertyId}, ${listing.id}, ${new Date('2031-05-04T03:02:01Z')})
    on conflict (property_id, listing_id) do update set last_seen_at = excluded.last_seen_at`);
  await house.events(customer);
  await house.deliver();
  const answered = await findProperty(db, house.propertyId);
  assert.equal(answered?.listings[0]?.lastSeenAt, '2031-05-04T03:02:01+00:00');
  assert.ok(
    receiver.requests
      .at(-1)
      ?.body.toString()
      .endsWith(`,"data":${JSON.stringify(answered)}}`),
  );
});

const asked = (
  behaviour: Behaviour,
  toldStatus: string,
  error: string | null,
): [Behaviour, string, string | null] => [behaviour, toldStatus, error];
const REFUSALS = [304, 400, 404, 410, 429, 500, 503];
const REDIRECTS = [301, 302, 307, 308] as const;
const OUTCOMES: Record<string, [Behaviour, string, string | null]> = {
  ...Object.fromEntries([200, 204, 299].map((status) => [status, asked(answer(status), 'DELIVERED', null)])),
  ...Object.fromEntries(
    REFUSALS.map((status) => [status, asked(answer(status), 'PENDING', `the endpoint answered ${status}`)]),
  ),
  ...Object.fromEntries(
    REDIRECTS.map((status) => [
      status,
      asked(redirect(`${receiver.url}/elsewhere`, status), 'PENDING', `the endpoint answered ${status}`),
    ]),
  ),
  reset: asked(resetBeforeHead(), 'PENDING', 'the connection was reset'),
  silence: asked(stallBeforeHead(), 'PENDING', 'no complete reply in time'),
};

test('2xx is a delivery; any other reply is one failure, and a redirect is not followed', async () => {
  const sender = new Sender({ ...house.parts, deadlineMs: 3_000 });
  const ids = new Map<string, string>();
  for (const [name, [behaviour]] of Object.entries(OUTCOMES)) {
    const path = `/outcome/${name}`;
    receiver.when(({ url }) => url === path, behaviour);
    const [id = ''] = await house.events(await house.customer(path));
    ids.set(name, id);
  }
  while ((await sender.claimBatch()) > 0);
  await sender.drain();
  for (const [name, [, status, error]] of Object.entries(OUTCOMES)) {
    const shown = await house.state(ids.get(name) ?? '');
    const wanted = { status, attemptNumber: 1, failedAttempts: status === 'PENDING' ? 1 : 0, error };
    const { dueAt: _, ...got } = shown;
    assert.deepEqual(got, wanted, name);
  }
  assert.ok(receiver.requests.every(({ url }) => url !== '/elsewhere'));
});

test('an event is sent even if its transaction commits late', async () => {
  const customer = await house.customer();
  for (let pair = 0; pair < 20; pair++) {
    const committed = Promise.withResolvers<void>();
    const early = db.transaction(async (tx) => {
      await enqueueNotifications(tx, clock, [{ ...testEvent(customer), propertyId: house.propertyId }]);
      await committed.promise;
    });
    await house.events(customer);
    await house.deliver();
    committed.resolve();
    await early;
  }
  await house.deliver();
  assert.deepEqual(await house.states(customer), { DELIVERED: 40 });
});

test('an event recorded by eight concurrent transactions is one notification', async () => {
  const customer = await house.customer();
  for (let revision = 0; revision < 20; revision++) {
    const event = { ...testEvent(customer), propertyId: house.propertyId };
    await Promise.all(Array.from({ length: 8 }, () => enqueueNotifications(db, clock, [event])));
  }
  await house.deliver();
  assert.deepEqual(await house.states(customer), { DELIVERED: 20 });
});
