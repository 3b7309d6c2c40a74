import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';

const api = await startApi({ after }, { france: true });

const parse = (body: object, accept = 'application/json') =>
  api.call({ method: 'POST', path: '/criteria/parse', body, accept });

test('a sentence becomes criteria that a search accepts, the same in both formats', async () => {
  const text = 'T3 à Lyon ou Villeurbanne, 60 m² minimum, pas de viager, vue mer';
  const flat = await parse({ text });
  assert.equal(flat.status, 200);
  const { criteria, ignored } = flat.body as { criteria: object; ignored: unknown };
  assert.deepEqual(criteria, {
    property: {
      type: { in: ['FLAT'] },
      unit: { rooms: { gte: 3, lte: 3 } },
      locations: { in: { uniqueCodes: ['69123', '69266'] } },
      areas: { displayed: { gte: 60 } },
      transaction: { saleType: { nin: ['LIFE_ANNUITY'] } },
    },
  });
  assert.deepEqual(ignored, [{ text: 'vue mer', start: 57, end: 64 }]);
  assert.deepEqual(Object.keys(flat.body as object), ['criteria', 'understood', 'ignored']);
  const document = await parse({ text }, 'application/vnd.api+json');
  const { data } = document.body as { data: { type: string; attributes: object } };
  assert.equal(data.type, 'ParsedSentence');
  assert.deepEqual(data.attributes, flat.body);
  const found = await api.call({ method: 'POST', path: '/properties', body: { criteria } });
  assert.equal(found.status, 200);
});

test('a date in a sentence is counted from the clock of the service', async () => {
  const { body } = await parse({ text: 'published since yesterday', language: 'en' });
  const today = new Date(Math.floor(api.clock.now().getTime() / 86_400_000) * 86_400_000);
  const from = new Date(today.getTime() - 86_400_000).toISOString();
  assert.deepEqual((body as { criteria: object }).criteria, { dates: { createdAt: { from } } });
});

test('a text that is missing, empty or too long, and an unknown language, are refused', async () => {
  assert.equal((await parse({})).status, 422);
  assert.equal((await parse({ text: '' })).status, 422);
  assert.equal((await parse({ text: 'a'.repeat(1_001) })).status, 422);
  assert.equal((await parse({ text: 'T3', language: 'de' })).status, 400);
});
