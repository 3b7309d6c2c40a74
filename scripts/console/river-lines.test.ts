import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawRivers, type Position, toFragment } from './river-lines.ts';
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

/** A row of slivers of 400 m, a kilometre and a half apart. */
const row = (count: number, y: number, west = 2): Position[][] =>
  Array.from({ length: count }, (_, at) => [
    [west + at * 0.02, y],
    [west + at * 0.02 + 0.005, y + 0.001],
  ]);

test('a row of slivers is one line, a few of them are none, and what is far is not joined', () => {
  const rivers = drawRivers([...row(20, 48), ...row(5, 49), ...row(20, 50)]);
  assert.equal(rivers.length, 2);
  for (const line of rivers) {
    const wide = Math.abs((line.at(-1)?.[0] ?? 0) - (line[0]?.[0] ?? 0));
    assert.ok(wide > 0.37 && wide < 0.4, String(wide));
    const middle = line[0]?.[1] ?? 0;
    assert.ok(
      line.every(([, y]) => Math.abs(y - middle) < 0.002),
      'as straight as its slivers',
    );
  }
});

test('both banks of a wide river are one line along it, without hooks', () => {
  const bank = (y: number): Position[] => Array.from({ length: 60 }, (_, at) => [2 + at * 0.01, y]);
  const ring = [...bank(48.002), ...bank(48.006).toReversed()];
  const rivers = drawRivers([...row(1, 48.02, 2.3), ring]);
  assert.equal(rivers.length, 1);
  assert.ok(rivers[0]?.every(([, y]) => Math.abs(y - 48.004) < 0.003));
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
