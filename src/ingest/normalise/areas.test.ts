import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertAreas, withDisplayedArea } from './plausible.ts';

test('areas are converted to square metres', () => {
  assert.deepEqual(
    convertAreas({
      displayed: 1_000,
      unit: 'SQFT',
      indoor: { living: 900 },
      land: { value: 2, unit: 'ACRE' },
    }),
    {
      displayed: 92.9,
      unit: 'SQM',
      indoor: { unit: 'SQM', living: 83.61 },
      land: { unit: 'SQM', value: 8093.71 },
    },
  );
  assert.deepEqual(convertAreas({ land: { value: 1.25, unit: 'HECTARE' }, outdoor: { terrace: 12 } }), {
    outdoor: { unit: 'SQM', terrace: 12 },
    land: { unit: 'SQM', value: 12_500 },
  });
  assert.deepEqual(convertAreas({ indoor: { legal: { value: 64.25, law: 'CARREZ' } } }), {
    indoor: { unit: 'SQM', legal: { value: 64.25, law: 'CARREZ' } },
  });
});

test('the displayed area is the living, else the total, else the displayed, else the legal area', () => {
  const displayed = (...[area, type]: Parameters<typeof withDisplayedArea>) =>
    withDisplayedArea(area, type).displayed;
  assert.equal(displayed({ displayed: 70, indoor: { living: 65, total: 80 } }, 'FLAT'), 65);
  assert.equal(displayed({ displayed: 70, indoor: { total: 80 } }, 'FLAT'), 80);
  assert.equal(displayed({ displayed: 70, indoor: { legal: { value: 64 } } }, 'FLAT'), 70);
  assert.equal(displayed({ indoor: { legal: { value: 64 } } }, 'FLAT'), 64);
  assert.equal(displayed({ land: { value: 500 } }, 'HOUSE'), undefined);
  assert.equal(displayed({ land: { value: 500 } }, 'LAND'), 500);
});
