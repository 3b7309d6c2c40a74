import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { model } from '../src/identity/model.ts';
import { DEFAULT_ZONE_LISTINGS } from '../src/identity/thresholds.ts';
import { World } from '../src/world/generate.ts';
import { ForeignWorld } from './foreign/world.ts';
import { showErrors } from './identity/errors.ts';
import { runReal } from './identity/real.ts';
import { SAMPLES } from './identity/real-adverts.ts';
import { report } from './identity/report.ts';
import { type JudgedWorld, runWorld } from './identity/run-world.ts';

export const title =
  'Identity and price verdicts: in a generated world nobody fitted on, in one made by other rules, and in real labelled adverts';

const SMALL = 1_500;

/**
 * [--small] [--seed S] [--properties N] [--days D] [--noise X] [--foreign [--habit H]] [--errors N]: without arguments
 * 20,000 homes, about ten minutes; --small takes one. --real [--singles N] [--samples DIR] scores real adverts instead:
 * N draws one of so many dwellings with a single advert, 1 takes all.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      small: { type: 'boolean', default: false },
      foreign: { type: 'boolean', default: false },
      habit: { type: 'string' },
      seed: { type: 'string', default: 'unseen-1' },
      properties: { type: 'string' },
      days: { type: 'string', default: '90' },
      noise: { type: 'string', default: '1' },
      errors: { type: 'string' },
      real: { type: 'boolean', default: false },
      singles: { type: 'string', default: '4' },
      samples: { type: 'string', default: SAMPLES },
    },
  });
  if (values.real) return runReal(values.samples, Number(values.singles));
  const properties = Number(values.properties ?? (values.small ? SMALL : 20_000));
  const kind = { seed: values.seed, properties, days: Number(values.days), noise: Number(values.noise) };
  {
    const made: JudgedWorld = values.foreign
      ? new ForeignWorld({ ...kind, habit: values.habit })
      : new World(kind);
    const began = performance.now();
    const outcome = await runWorld(made, {
      model,
      middle: Math.floor(kind.days / 2) - 1,
    });
    const name = `${values.foreign ? 'foreign ' : ''}${values.habit === undefined ? '' : `${values.habit} `}world ${kind.seed}, noise ${kind.noise}`;
    console.log(
      `${name}: ${outcome.truth.size} listings; model ${model.version}; ${new Date().toISOString().slice(0, 10)}`,
    );
    report(outcome);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`  ${seconds} s in all, load ${loadavg()[0]?.toFixed(1)}`);
    if (values.errors !== undefined)
      showErrors(outcome, model, { most: Number(values.errors), zoneListings: DEFAULT_ZONE_LISTINGS });
  }
}
