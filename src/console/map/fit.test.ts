import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawOutlinePath } from '../../../scripts/console/outline-path.ts';
import { buildClusterGrid, clusterColumn, clusterRow } from '../../properties/search/clusters.ts';
import { cellBox, fitBox } from './fit.ts';
import { FIT_PADDING_PX, fitView, projectInto, viewBox } from './view.ts';

test('the first view holds all homes but a few far away', () => {
  const town = [0, 1, 2].map((step) => ({ at: [2 + step, 48] as const, count: 100 }));
  const overseas = { at: [55, -21] as const, count: 2 };
  assert.deepEqual(fitBox([...town, overseas], 1), { west: 1, south: 47, east: 5, north: 49 });
  assert.deepEqual(fitBox([{ at: [2, 48], count: 1 }], 1), { west: 1, south: 47, east: 3, north: 49 });
  assert.equal(fitBox([], 1), undefined);
});

test('the id of a cluster names the cell that the service counted in', () => {
  const grid = buildClusterGrid(12);
  const [x, y] = [4.8357, 45.764];
  const box = cellBox(`12/${clusterColumn(x, grid)}/${clusterRow(y, grid)}`);
  assert.ok(box && box.west <= x && x < box.east && box.south <= y && y < box.north, JSON.stringify(box));
  assert.equal(cellBox('0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f'), undefined);
});

test('the first frame has a box in its middle, with space around it, and shows what its viewport holds', () => {
  const box = { west: -4, south: 43, east: 8, north: 51 };
  const size = { width: 900, height: 600 };
  const view = fitView(box, size);
  const project = projectInto(view, size);
  const [left, top] = project([box.west, box.north]);
  const [right, bottom] = project([box.east, box.south]);
  assert.ok(Math.abs(left + right - size.width) < 1e-6 && Math.abs(top + bottom - size.height) < 1e-6);
  assert.ok(Math.abs(Math.min(left, top) - FIT_PADDING_PX) < 1e-6, `${left} and ${top} pixels around it`);
  const shown = viewBox(view, size);
  const [west, north] = project([shown.west, shown.north]);
  const [east, south] = project([shown.east, shown.south]);
  assert.deepEqual(
    [west, north, east, south].map((pixels) => pixels.toFixed(3).replace('-0.', '0.')),
    ['0.000', '0.000', '900.000', '600.000'],
  );
  assert.equal(fitView({ west: 2, south: 48, east: 2.0001, north: 48.0001 }, size).zoom, 14);
});

test('the outline of the first frame has the corners of neighbours in common', () => {
  const square = (west: number) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, 45],
        [west + 1.003, 45],
        [west + 1.003, 46],
        [west, 46],
        [west, 45],
      ],
    ],
  });
  const [one = '', other = ''] = drawOutlinePath([square(2), square(3.003)]).split('z');
  const corners = (path: string) => {
    const [start = '', steps = ''] = path.slice(1).split('l');
    let [x = 0, y = 0] = start.split(' ').map(Number);
    const rest = steps.match(/-?\d+ -?\d+/g) ?? [];
    return [
      start,
      ...rest.map((step) => {
        const [right = 0, down = 0] = step.split(' ').map(Number);
        [x, y] = [x + right, y + down];
        return `${x} ${y}`;
      }),
    ];
  };
  const shared = new Set(corners(one)).intersection(new Set(corners(other)));
  assert.equal(shared.size, 2, `${one} and ${other}`);
});
