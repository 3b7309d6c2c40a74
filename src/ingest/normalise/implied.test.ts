import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addImplied } from './plausible.ts';

const implied = (claims: Record<string, unknown>, country?: string) => {
  addImplied(claims, country);
  return claims;
};

test('an area implies its flag, unless the source denies it', () => {
  assert.deepEqual(implied({ area: { outdoor: { balcony: 5, terrace: 0 } } })['unit'], { balcony: true });
  assert.deepEqual(implied({ area: { outdoor: { balcony: 5 } }, unit: { balcony: false } })['unit'], {
    balcony: false,
  });
});

test('floor 0 implies the ground floor of a flat', () => {
  assert.deepEqual(implied({ propertyType: 'FLAT', unit: { floor: 0 } })['unit'], {
    floor: 0,
    groundFloor: true,
  });
  assert.deepEqual(implied({ propertyType: 'FLAT', unit: { floor: 2 } })['unit'], {
    floor: 2,
    groundFloor: false,
  });
  assert.deepEqual(implied({ propertyType: 'HOUSE', unit: { floor: 0 } })['unit'], { floor: 0 });
});

test('collective heating is set on the building too', () => {
  const shared = { system: 'BOILER', collective: true };
  const claims = implied({ unit: { energy: { heating: [shared, { system: 'HEAT_PUMP' }] } } });
  assert.deepEqual(claims['building'], { energy: { heating: [shared] } });
});

test('a French score is a DPE score in its units', () => {
  const claims = () => ({
    unit: {
      diagnostic: {
        scores: { ENERGY_CONSUMPTION: { rating: 'D', value: 180 }, CARBON_EMISSIONS: { rating: 'B' } },
      },
    },
  });
  assert.deepEqual(implied(claims(), 'FR')['unit'], {
    diagnostic: {
      scores: {
        ENERGY_CONSUMPTION: { rating: 'D', value: 180, unit: 'KWH_EP_PER_SQM_YEAR' },
        CARBON_EMISSIONS: { rating: 'B' },
      },
      type: 'DPE',
    },
  });
  assert.deepEqual(implied(claims(), 'ES'), claims());
});
