import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterReference, propertyReference } from './documentation.ts';
import { filters } from './filters.ts';
import { leafAttributes } from './paths.ts';
import { vocabularies } from './vocabularies.ts';

test('the reference documents every member and every value', () => {
  const reference = propertyReference();
  const documented = (path: string) => reference.includes(`| \`${path.replace(/\[\]$/, '')}\` |`);
  assert.deepEqual(
    leafAttributes.filter(({ path }) => !documented(path)),
    [],
  );
  for (const { name, values } of Object.values(vocabularies)) {
    assert.ok(reference.includes(`\n### ${name}\n`), name);
    for (const value of values) assert.ok(reference.includes(`| \`${value}\` |`), value);
  }
});

test('a member is documented with its type, unit, consolidation rule, variant and change', () => {
  assert.ok(
    propertyReference().includes(
      '| `property.pricing.displayed` | number |  | The price as advertised: of the sale, or the rent of one period. ' +
        'In `currency`. | reference | `displayedPrice` | DISPLAYED_PRICE |',
    ),
  );
});

test('the filter reference documents every filter', () => {
  const reference = filterReference();
  for (const { path } of filters) assert.ok(reference.includes(`| \`${path}\` |`), path);
});
