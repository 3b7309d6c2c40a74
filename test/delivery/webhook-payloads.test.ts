import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiDescription } from '../../src/api/routes/pages.ts';
import { serviceVocabularies } from '../../src/catalogue/service-vocabularies.ts';
import { enqueueTestNotification } from '../../src/delivery/notifications/enqueue.ts';
import { startApi } from '../support/api.ts';
import { createTestDestination } from '../support/deliveries.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';

const house = await startDeliveryHarness({ after });
const document = JSON.parse(JSON.stringify(apiDescription()));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...document });

for (const eventType of serviceVocabularies.alertEventType.values) {
  test(`a webhook of ${eventType} is as the document describes it`, async () => {
    const customer = await house.customer(`/${eventType}`);
    const target = { accountId: customer.accountId, id: customer.destinationId };
    await enqueueTestNotification(house.db, house.clock, target, eventType);
    await house.deliver();
    const request = house.receiver.requests.find(({ url }) => url === `/${eventType}`);
    const body = JSON.parse(String(request?.body));
    assert.equal(body.eventType, eventType);
    const { post } = document.webhooks[eventType];
    const { $ref } = post.requestBody.content['application/json'].schema;
    assert.ok(ajv.validate({ $ref: `openapi${$ref}` }, body), ajv.errorsText(ajv.errors));
    for (const { name } of post.parameters.filter(({ required }: { required: boolean }) => required))
      assert.ok(name.toLowerCase() in (request?.headers ?? {}), name);
  });
}

test('replaying a range and sending a test answer in both formats', async () => {
  const api = await startApi({ after });
  const { id: destination } = await createTestDestination(api.db, api.clock, api.owner);
  const body = { destination, createdAt: { after: '2026-03-01' }, status: 'FAILED' };
  const test = { method: 'POST', path: `/account/event-destinations/${destination}/test` } as const;
  for (const accept of ['application/json', 'application/vnd.api+json']) {
    const replay = { method: 'POST', path: '/event-notifications/replay', accept, body } as const;
    assert.equal((await api.call(replay)).status, 200);
    assert.equal((await api.call({ ...test, accept, body: { eventType: 'PRICE_CHANGE' } })).status, 201);
  }
});
