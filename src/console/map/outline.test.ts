import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawOutlinePath } from '../../../scripts/console/outline-path.ts';
import { parseOutline } from './outline.ts';

test('the outline of the first frame is land for the map, accurate to 2 km', () => {
  const ring: [number, number][] = [
    [2, 48],
    [3, 48],
    [3, 49],
    [2.5, 49.3],
    [2, 49],
    [2, 48],
  ];
  const [land, ...others] = parseOutline(drawOutlinePath([{ type: 'Polygon', coordinates: [ring] }]));
  assert.equal(others.length, 0);
  assert.equal(land?.type, 'Polygon');
  const [parsed = []] = land?.type === 'Polygon' ? land.coordinates : [];
  assert.deepEqual(parsed[0], parsed.at(-1));
  for (const [x, y] of ring)
    assert.ok(
      parsed.some(([otherX = 0, otherY = 0]) => Math.hypot(otherX - x, otherY - y) < 0.025),
      `${x} ${y}`,
    );
});
