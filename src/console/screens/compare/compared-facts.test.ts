import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PropertyResult } from '../../../catalogue/document.ts';
import { compareFacts } from './compared-facts.ts';

const home = (property: object): PropertyResult =>
  ({ id: '', listings: [], publishers: [], property }) as unknown as PropertyResult;

test('rows are in the order of the catalogue; what differs or is silent in one is marked', () => {
  const rows = compareFacts([
    home({ pricing: { displayed: 250_000 }, propertyType: 'FLAT', unit: { rooms: 3 }, body: { title: 'a' } }),
    home({ propertyType: 'FLAT', unit: { rooms: 4, floor: 2 }, pricing: { displayed: 250_000 } }),
  ]);
  assert.deepEqual(
    rows.map(({ path, differs }) => [path, differs]),
    [
      ['propertyType', false],
      ['unit.rooms', true],
      ['unit.floor', true],
      ['pricing.displayed', false],
    ],
  );
  assert.equal(rows[2]?.facts[0], undefined);
});
