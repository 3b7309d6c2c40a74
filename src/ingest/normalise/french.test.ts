import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFrench } from './from-text.ts';

test('French texts are distinguished from other languages', () => {
  assert.ok(isFrench('Bel appartement de trois pièces avec balcon', 'FR'));
  assert.ok(isFrench('Appartement T3 65 m²', undefined));
  assert.ok(isFrench('STUDIO', 'FR'));
  assert.ok(!isFrench('Bel appartement avec balcon', 'ES'));
  assert.ok(!isFrench('Lovely flat with a balcony and a view of the park', undefined));
  assert.ok(!isFrench('Schöne Wohnung mit Balkon und Blick in der Stadt', 'CH'));
  assert.ok(!isFrench('House and garden of the', undefined));
  assert.ok(isFrench('the flat, maison de', undefined));
  assert.ok(!isFrench('Piso con terraza y dos habitaciones en el centro', undefined));
});
