import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { observationSchema } from './observation-schema.ts';
import { payloadSchema } from './payload.ts';

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(observationSchema());
const observation = (payload: unknown) => ({
  source: 'house',
  url: 'https://a.example/1',
  observedAt: '2026-11-16T08:00:00Z',
  kind: payload === null ? 'expired' : 'seen',
  payload,
});

test('the schema has every member of a payload, and accepts each observation of the guide', () => {
  const { properties } = observationSchema() as {
    properties: { payload: { anyOf: [{ properties: object }] } };
  };
  const [payload] = properties.payload.anyOf;
  assert.deepEqual(Object.keys(payload.properties), Object.keys(payloadSchema.members));
  for (const sent of [
    null,
    { displayedPrice: 250_000, area: { living: 62 }, location: { city: 'Lyon', coordinates: [4.8, 45.7] } },
    {
      diagnostic: { type: 'DPE' },
      heating: [{ system: 'BOILER' }],
      pictures: [{ url: 'https://a.example/1.jpg' }],
    },
  ])
    assert.ok(validate(observation(sent)), JSON.stringify(validate.errors));
  assert.ok(!validate(observation({ displayedPrice: [] })));
  assert.ok(!validate({ ...observation({}), kind: 'gone' }));
});
