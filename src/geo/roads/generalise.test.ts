import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generalise, joinLines, simplifyLine } from './generalise.ts';
import { decodeLine, divideLine, encodeLine, type RoadLine, toUnits } from './road-lines.ts';
import { gridAt } from './squares.ts';

const finest = gridAt(3);
const road = (units: number[], more: Partial<RoadLine> = {}): RoadLine => ({
  class: 'PRIMARY',
  ...more,
  units,
});

test('a line is divided among squares without a gap, and long steps are divided too', () => {
  const units = toUnits(
    [
      [2, 48],
      [2.3, 48.05],
      [2.3, 48.05],
    ],
    finest,
  );
  const parts = divideLine(units, finest);
  assert.deepEqual(
    parts.map(({ square }) => square.column),
    [16, 17, 18],
  );
  for (const [at, part] of parts.entries())
    if (at > 0) assert.deepEqual(part.units.slice(0, 2), parts[at - 1]?.units.slice(-2));
  assert.deepEqual(
    [units.slice(0, 2), units.slice(-2)],
    [
      [200_000, 4_800_000],
      [230_000, 4_805_000],
    ],
  );
  assert.deepEqual(
    divideLine(
      toUnits(
        [
          [-0.01, -0.01],
          [-0.02, -0.02],
        ],
        finest,
      ),
      finest,
    )[0]?.square,
    { column: -1, row: -1 },
  );
});

test('parts of one road become one line, in whichever direction they are written', () => {
  const joined = joinLines([
    road([0, 0, 10, 0], { ref: 'D 1' }),
    road([30, 0, 20, 0], { ref: 'D 1' }),
    road([20, 0, 10, 0], { ref: 'D 1' }),
    road([10, 0, 10, 50], { ref: 'D 2' }),
  ]);
  assert.equal(joined.length, 2);
  const whole = joined.find(({ ref }) => ref === 'D 1')?.units ?? [];
  assert.deepEqual(
    whole[0] === 0 ? whole : whole.toReversed(),
    whole[0] === 0 ? [0, 0, 10, 0, 20, 0, 30, 0] : [0, 0, 0, 10, 0, 20, 0, 30],
  );
});

test('a simplified line is within the tolerance of every position', () => {
  const units: number[] = [];
  for (let at = 0; at < 9_000; at += 1)
    units.push(at * 10, Math.round(400 * Math.sin(at / 300) + 3 * Math.sin(at)));
  const simple = simplifyLine(units, 20);
  assert.ok(simple.length < units.length / 20, String(simple.length));
  for (let at = 0; at < units.length; at += 2) {
    const [x = 0, y = 0] = [units[at], units[at + 1]];
    let next = 2;
    while ((simple[next] ?? 0) < x) next += 2;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = simple.slice(next - 2, next + 2);
    assert.ok(Math.abs(y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) - y) < 21);
  }
});

test('far levels have few classes, no names, and no line shorter than what can be seen', () => {
  const country = gridAt(0);
  const lines = [
    road([0, 0, 90_000, 90_000], { class: 'MOTORWAY', ref: 'A 6', name: 'Autoroute du Soleil' }),
    road([0, 0, 90_000, 0]),
    road([0, 0, 100, 100], { class: 'TRUNK' }),
  ];
  assert.deepEqual(generalise(lines, country), [
    { class: 'MOTORWAY', ref: 'A 6', units: [0, 0, 90_000, 90_000] },
  ]);
  assert.equal(generalise(lines, finest).length, 3);
});

test('a square has a bounded number of positions, the most important first, and hostile ones take no longer', () => {
  const star = Array.from({ length: 60_000 }, (_, at) =>
    road([0, 0, at + 1, at % 97], { class: 'SECONDARY' }),
  );
  const zigzag: number[] = [];
  for (let at = 0; at < 60_000; at += 1) zigzag.push(at, at % 2 === 0 ? 0 : 5_000 + at);
  const lines = generalise(
    [...star, road(zigzag), road([0, 0, 9_000, 9_000], { class: 'MOTORWAY' })],
    finest,
  );
  assert.equal(lines[0]?.class, 'MOTORWAY');
  assert.ok(lines.reduce((sum, { units }) => sum + units.length / 2, 0) <= 50_000);
});

test('a line survives its encoding, in units of its level', () => {
  const line = road([-12_340, 4_880_010, -12_300, 4_880_020, -12_300, 4_880_020], { ref: 'D 7' });
  const steps = encodeLine(line, finest);
  assert.deepEqual(steps, { class: 'PRIMARY', ref: 'D 7', steps: [-12_340, 4_880_010, 40, 10] });
  assert.deepEqual(steps && decodeLine(steps, finest).units, [-12_340, 4_880_010, -12_300, 4_880_020]);
  assert.equal(encodeLine(road([0, 0, 3, 3]), gridAt(0)), undefined);
});
