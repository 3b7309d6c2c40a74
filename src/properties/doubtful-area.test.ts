import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAreaDoubtful } from './consolidate/areas.ts';

for (const [displayed, description, expected] of [
  [280, "En parfait état, appartement d'environ 28 m², dans une rue calme.", true],
  [6250, 'Appartement de 62,5 m2 avec balcon.', true],
  [6.2, 'Bright flat of 62 sqm.', true],
  [280, 'Appartement de 280 m², dont un séjour de 28 m².', false],
  [280, 'Appartement avec un séjour de 35 m².', false],
  [280, 'Appartement au 28 rue de la Paix.', false],
  [28, '', false],
] as const) {
  test(`${displayed} m² is ${expected ? '' : 'not '}doubtful with « ${description} »`, () => {
    assert.equal(isAreaDoubtful({ area: { displayed, unit: 'SQM' }, body: { description } }), expected);
  });
}

test('without an area there is nothing to doubt', () => {
  assert.equal(isAreaDoubtful({ body: { description: 'Appartement de 28 m².' } }), false);
});
