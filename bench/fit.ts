import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../src/identity/levels.ts';
import start from '../src/identity/start-weights.json' with { type: 'json' };
import { fit } from './identity/regression.ts';
import { type Example, examplesOf } from './identity/training.ts';

export const title =
  'Fit the weights of identity on generated worlds, and write them to src/identity/weights.json';

/** Seeds that no measure uses. Some worlds are dirtier than the usual one, so that the weights do not fit one dirt. */
const WORLDS = [
  { seed: 'training-1', noise: 1 },
  { seed: 'training-2', noise: 1.5 },
  { seed: 'training-3', noise: 2 },
];
const DAYS = 90;
const OPTIONS = { zoneListings: 1_024, trust: 600, rounds: 300 };

export async function run([
  properties = '2500',
  to = join(import.meta.dirname, '..', 'src', 'identity', 'weights.json'),
]: string[]): Promise<void> {
  const examples: Example[] = [];
  for (const { seed, noise } of WORLDS) {
    const made = await examplesOf({ seed, noise, properties: Number(properties), days: DAYS });
    console.log(`${seed}: ${made.length} pairs, ${made.filter(({ same }) => same).length} of one home`);
    for (const example of made) examples.push(example);
  }
  const model: Model = fit(start, examples, OPTIONS);
  const version = createHash('sha256')
    .update(JSON.stringify([model.bias, model.weights]))
    .digest('hex')
    .slice(0, 12);
  writeFileSync(to, `${JSON.stringify({ ...model, version }, null, 2)}\n`);
  for (const [name, levels] of Object.entries(model.weights))
    console.log(name.padEnd(14), JSON.stringify(levels));
  console.log(`bias ${model.bias}, version ${version}, written to ${to}`);
}
