import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeAt, attributes } from './paths.ts';

const variants = attributes.filter(({ node }) => node.variantOf !== undefined);

test('a variant of a listing has the type of the attribute it diverges from, and points to it', () => {
  const price = attributeAt('listings[].displayedPrice').node;
  assert.equal(price.kind, 'number');
  assert.equal(price.variantOf, 'property.pricing.displayed');
  assert.equal(price.change, 'DISPLAYED_PRICE');
  assert.equal(attributeAt('listings[].condition').node.variantOf, 'property.unit.condition');
});

test('a listing never has to carry a variant, nor consolidates one', () => {
  assert.ok(variants.length > 30);
  for (const { path, node } of variants) {
    assert.equal(node.required, undefined, path);
    assert.equal(node.consolidate, undefined, path);
  }
});

test('no two attributes diverge under the same name', () => {
  const diverging = attributes.filter(({ node }) => node.variant !== undefined);
  assert.equal(diverging.length, variants.length);
});
