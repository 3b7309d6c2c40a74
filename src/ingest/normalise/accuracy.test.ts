import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capAccuracy, type LocationFacts } from './location.ts';

const accuracyOf = (facts: Partial<LocationFacts>) =>
  capAccuracy({ stated: undefined, address: undefined, coordinates: undefined, finest: 'CITY', ...facts });

test('a stated accuracy is capped by the decimals of the point', () => {
  assert.equal(accuracyOf({ stated: 'PRECISE', coordinates: [2.35221, 48.85661] }), 'PRECISE');
  assert.equal(accuracyOf({ stated: 'PRECISE', coordinates: [2.352, 48.857] }), 'STREET');
  assert.equal(accuracyOf({ stated: 'PRECISE', coordinates: [2.35, 48.86] }), 'DISTRICT');
  assert.equal(accuracyOf({ stated: 'STREET', coordinates: [2, 49] }), 'CITY');
  assert.equal(accuracyOf({ stated: 'NEIGHBORHOOD', coordinates: [2.35221, 48.85661] }), 'NEIGHBORHOOD');
});

test('without a stated accuracy a point is accurate to its neighbourhood, unless there is an address', () => {
  assert.equal(accuracyOf({ coordinates: [2.35221, 48.85661] }), 'NEIGHBORHOOD');
  assert.equal(accuracyOf({ stated: 'UNKNOWN', coordinates: [2.35221, 48.85661] }), 'NEIGHBORHOOD');
  assert.equal(accuracyOf({ coordinates: [2.35221, 48.85661], address: '12 bis rue de la Paix' }), 'PRECISE');
  assert.equal(accuracyOf({ coordinates: [2.35221, 48.85661], address: 'Rue de la Paix, Paris' }), 'STREET');
});

test('without a point the address and division determine the accuracy', () => {
  assert.equal(accuracyOf({ stated: 'PRECISE' }), 'CITY');
  assert.equal(accuracyOf({ stated: 'PRECISE', address: '3 allée des Tilleuls' }), 'STREET');
  assert.equal(accuracyOf({ finest: 'NEIGHBORHOOD' }), 'NEIGHBORHOOD');
  assert.equal(accuracyOf({ stated: 'CITY', finest: 'DISTRICT' }), 'CITY');
  assert.equal(accuracyOf({ finest: 'UNKNOWN' }), 'UNKNOWN');
});
