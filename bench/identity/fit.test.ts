import assert from 'node:assert/strict';
import { test } from 'node:test';
import { model } from '../../src/identity/model.ts';
import { toModel } from '../fit.ts';

test('the weights in force are what the fit writes: levels by hand and version follow from the rest', () => {
  assert.deepEqual(toModel(model, model.figuresOnly), model);
});

test('a level by hand is the same, whatever a fit made of it', () => {
  const price = { ...model.weights.price, path: 7 };
  const other = { ...model, weights: { ...model.weights, price } };
  assert.deepEqual(toModel(other, model.figuresOnly), model);
});
