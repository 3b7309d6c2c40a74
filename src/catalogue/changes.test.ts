import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesOfChange, eventOfChange } from './changes.ts';
import { propertyVocabularies } from './property-vocabularies.ts';

test('every kind of change is raised by some attribute of the consolidated view', () => {
  for (const change of propertyVocabularies.changeAttribute.values) {
    assert.ok(attributesOfChange(change).length > 0, change);
  }
});

test('only the displayed price raises a price change', () => {
  const priceChanges = propertyVocabularies.changeAttribute.values.filter(
    (change) => eventOfChange(change) === 'PRICE_CHANGE',
  );
  assert.deepEqual(priceChanges, ['DISPLAYED_PRICE']);
  assert.deepEqual(
    attributesOfChange('DISPLAYED_PRICE').map(({ path }) => path),
    ['property.pricing.displayed'],
  );
});

test('a feature of the unit and an amenity of the building both change the features', () => {
  const paths = attributesOfChange('FEATURES').map(({ path }) => path);
  assert.ok(paths.includes('property.unit.balcony'));
  assert.ok(paths.includes('property.amenities.elevator'));
});
