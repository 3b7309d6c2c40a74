import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { lyonStudio } from '../../test/fixtures/rental-result.ts';
import type { PropertyResult } from './document.ts';
import { propertySchemas } from './json-schema.ts';

function propertyValidator() {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  const $defs = propertySchemas((name) => `#/$defs/${name}`);
  return ajv.compile({ $ref: '#/$defs/PropertyResult', $defs });
}

const validate = propertyValidator();

function faultsOf(document: unknown): string[] {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const changed = (change: (copy: Record<string, Record<string, unknown>>) => void): unknown => {
  const copy = structuredClone(parisFlat) as PropertyResult;
  change(copy as unknown as Record<string, Record<string, unknown>>);
  return copy;
};

test('the examples are valid property results', () => {
  assert.deepEqual(faultsOf(parisFlat), []);
  assert.deepEqual(faultsOf(lyonStudio), []);
});

test('a misspelt member is refused at any level', () => {
  // @ts-expect-error the type refuses what the schema refuses
  const unit: PropertyResult['property']['unit'] = { bedroms: 2 };
  const misspelt = changed(({ property, listings }) => {
    Object.assign(property?.['unit'] as object, unit);
    Object.assign((listings as unknown as object[])[0] ?? {}, { displayPrice: 1 });
  });
  assert.deepEqual(faultsOf(misspelt), [
    '/property/unit must NOT have additional properties',
    '/listings/0 must NOT have additional properties',
  ]);
});

test('null, an unknown value, a bad id and a missing clock are refused', () => {
  const wrong = changed((copy) => {
    Object.assign(copy, { id: '12' });
    Object.assign(copy['property'] ?? {}, { constructionStatus: null, propertyType: 'CASTLE' });
    delete copy['property']?.['updatedAt'];
  });
  const faults = faultsOf(wrong).toSorted();
  assert.deepEqual(faults, [
    '/id must match format "uuid"',
    "/property must have required property 'updatedAt'",
    '/property/constructionStatus must be equal to one of the allowed values',
    '/property/constructionStatus must be string',
    '/property/propertyType must be equal to one of the allowed values',
  ]);
});

test('a position is longitude, then latitude', () => {
  const swapped = changed(({ property }) => {
    Object.assign(property?.['location'] as object, {
      geometry: { type: 'Point', coordinates: [48.86, 102.37] },
    });
  });
  assert.deepEqual(faultsOf(swapped), ['/property/location/geometry/coordinates/1 must be <= 90']);
});

test('each named shape is referred to under the components of OpenAPI, and exists', () => {
  const schemas = propertySchemas();
  const referred = JSON.stringify(schemas).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  const names = new Set([...referred].map(([, name]) => name));
  assert.deepEqual([...names, 'PropertyResult'].toSorted(), Object.keys(schemas).toSorted());
  for (const name of ['Property', 'Publisher', 'Listing', 'AdministrativeDivision', 'Point']) {
    assert.ok(name in schemas, name);
  }
});
