import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capAccuracy, type LocationFacts } from './accuracy.ts';

const judged = (place: Partial<LocationFacts>) =>
  capAccuracy({ stated: undefined, address: undefined, coordinates: undefined, finest: 'CITY', ...place });

test('a claim holds as far as the point is told finely', () => {
  assert.equal(judged({ stated: 'PRECISE', coordinates: [2.35221, 48.85661] }), 'PRECISE');
  assert.equal(judged({ stated: 'PRECISE', coordinates: [2.352, 48.857] }), 'STREET');
  assert.equal(judged({ stated: 'PRECISE', coordinates: [2.35, 48.86] }), 'DISTRICT');
  assert.equal(judged({ stated: 'STREET', coordinates: [2, 49] }), 'CITY');
  assert.equal(judged({ stated: 'NEIGHBORHOOD', coordinates: [2.35221, 48.85661] }), 'NEIGHBORHOOD');
});

test('without a claim a point is taken for its neighbourhood, unless an address stands beside it', () => {
  assert.equal(judged({ coordinates: [2.35221, 48.85661] }), 'NEIGHBORHOOD');
  assert.equal(judged({ stated: 'UNKNOWN', coordinates: [2.35221, 48.85661] }), 'NEIGHBORHOOD');
  assert.equal(judged({ coordinates: [2.35221, 48.85661], address: '12 bis rue de la Paix' }), 'PRECISE');
  assert.equal(judged({ coordinates: [2.35221, 48.85661], address: 'Rue de la Paix, Paris' }), 'STREET');
});

test('without a point the words tell how finely the place is known', () => {
  assert.equal(judged({ stated: 'PRECISE' }), 'CITY');
  assert.equal(judged({ stated: 'PRECISE', address: '3 allée des Tilleuls' }), 'STREET');
  assert.equal(judged({ finest: 'NEIGHBORHOOD' }), 'NEIGHBORHOOD');
  assert.equal(judged({ stated: 'CITY', finest: 'DISTRICT' }), 'CITY');
  assert.equal(judged({ finest: 'UNKNOWN' }), 'UNKNOWN');
});
