import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MapGrid } from './map-grid.ts';

const grid = new MapGrid(20_000);

test('microdegrees and degrees give the same cell', () => {
  assert.equal(grid.cellAt(2.35, 48.85), grid.cellAtMicrodegrees(2_350_000, 48_850_000));
  assert.equal(grid.cellAt(-180, -90), 0);
  assert.equal(grid.cellAt(-179.98, -90), 1);
  assert.equal(grid.cellAt(-180, -89.98), 18_000);
});

test('the cell of every point of a box is among the cells of the box', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const corner = fc.record({
    west: fc.double({ min: -179, max: 179, noNaN: true }),
    south: fc.double({ min: -89, max: 89, noNaN: true }),
    width: fc.double({ min: 0, max: 0.2, noNaN: true }),
    height: fc.double({ min: 0, max: 0.2, noNaN: true }),
  });
  fc.assert(
    fc.property(corner, share, share, ({ west, south, width, height }, x, y) => {
      const box = { west, south, east: west + width, north: south + height };
      const cells = [...grid.cellsIn(box)];
      const point = [Math.min(box.east, west + x * width), Math.min(box.north, south + y * height)] as const;
      assert.ok(cells.includes(grid.cellAt(...point)));
      assert.equal(cells.length, grid.countIn(box));
    }),
  );
});

test('rings of growing distance cover a square of cells once each', () => {
  const centre = grid.cellAt(2.35, 48.85);
  const cells = [0, 1, 2].flatMap((distance) => [...grid.ringAround(centre, distance)]);
  assert.deepEqual([cells[0], cells.length, new Set(cells).size], [centre, 25, 25]);
});
