import assert from 'node:assert/strict';
import { test } from 'node:test';
import { model } from '../../src/identity/model.ts';
import { World, type WorldDay } from '../../src/world/generate.ts';
import { createRandom } from '../../src/world/random.ts';
import { computeGroupingScores } from './measures.ts';
import { runWorld } from './run-world.ts';

const world = { seed: 'shuffled', properties: 220, days: 25 };
const options = { model, middle: 12 };

/** Other orders take 4 s of CPU each. */
const ORDER = Number(process.env['ORDER'] ?? 1);

const groupsOf = (found: ReadonlyMap<string, string>): string[] =>
  [...Map.groupBy(found.keys(), (listing) => found.get(listing)).values()]
    .map((group) => group.toSorted().join(' '))
    .sort();

test('the order within a day does not change who is grouped with whom', async () => {
  const inOrder = await runWorld(new World(world), options);
  const arrange = ({ day, observations }: WorldDay) =>
    createRandom('order', ORDER, day).some(observations, observations.length);
  const shuffled = await runWorld(new World(world), { ...options, arrange });
  assert.deepEqual(groupsOf(shuffled.found), groupsOf(inOrder.found), `ORDER=${ORDER}`);
  const { precision, recall } = computeGroupingScores(inOrder.found, inOrder.truth);
  assert.ok(precision > 0.97 && recall > 0.93, `precision ${precision}, recall ${recall}`);
});

test('agreement counts pairs and weighs each listing by its group', () => {
  const truth = new Map([
    ['a', '1'],
    ['b', '1'],
    ['c', '1'],
    ['d', '2'],
  ]);
  const found = new Map([
    ['a', 'x'],
    ['b', 'x'],
    ['c', 'y'],
    ['d', 'y'],
  ]);
  const { precision, recall, bCubedPrecision } = computeGroupingScores(found, truth);
  assert.deepEqual([precision, recall, bCubedPrecision], [1 / 2, 1 / 3, 3 / 4]);
});
