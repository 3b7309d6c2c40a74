import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { findProperty } from '../../src/properties/lookup.ts';
import { startDelivering } from '../support/delivering.ts';

const house = await startDelivering({ after });
const { db, clock, receiver } = house;

test('a webhook carries the event, signed over exactly its bytes, with the property as the API answers it', async () => {
  const customer = await house.customer('/one?x=1');
  const [id = ''] = await house.events(customer);
  await house.deliver();
  assert.deepEqual(house.faults, []);
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
