import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainFragments, type Position, toFragment } from './river-lines.ts';
import water from './water.json' with { type: 'json' };

test('a sliver of a narrow river becomes its longest diagonal, a wide river stays', () => {
  const sliver: Position[] = [
    [2, 48],
    [2.004, 48.001],
    [2.001, 48.0005],
    [2, 48],
  ];
  assert.deepEqual(toFragment(sliver), [
    [2, 48],
    [2.004, 48.001],
  ]);
  const wide = Array.from({ length: 12 }, (_, at): Position => [2 + at / 10, 48 + (at % 2) / 10]);
  assert.equal(toFragment(wide), wide);
});

test('near parts of a river are joined once, without circles; far ones are not', () => {
  const part = (x: number): Position[] => [
    [x, 48],
    [x + 0.004, 48],
  ];
  const parts = [part(2), part(2.01), part(2.02), part(3)];
  assert.deepEqual(chainFragments(parts).slice(parts.length), [
    [
      [2.004, 48],
      [2.01, 48],
    ],
    [
      [2.014, 48],
      [2.02, 48],
    ],
  ]);
});

const decodeSteps = (steps: readonly number[]): Position[] => {
  let [x, y] = [0, 0];
  return steps.flatMap((step, at): Position[] => {
    if (at % 2 === 0) x += step;
    else y += step;
    return at % 2 === 0 ? [] : [[x / 1_000, y / 1_000]];
  });
};

/** Whether the line between two corners passes within a kilometre. */
function reaches([x, y]: Position, [endX, endY]: Position, [atX, atY]: Position): boolean {
  const [wide, high] = [(endX - x) * 0.7, endY - y];
  const [toX, toY] = [(atX - x) * 0.7, atY - y];
  const share = Math.min(1, Math.max(0, (toX * wide + toY * high) / (wide * wide + high * high || 1)));
  return Math.hypot(toX - share * wide, toY - share * high) < 0.009;
}

test('the Seine runs through Paris and the Rhône through Avignon, within a kilometre', () => {
  const lines = water.rivers.map(decodeSteps);
  const hasWater = (at: Position): boolean =>
    lines.some((line) => line.some((corner, next) => reaches(corner, line[next - 1] ?? corner, at)));
  assert.ok(hasWater([2.3412, 48.8571]), 'Pont Neuf');
  assert.ok(hasWater([4.805, 43.953]), 'Pont d’Avignon');
  assert.ok(!hasWater([2.5, 47.99]), 'a field of the Loiret');
});
