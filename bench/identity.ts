import { model } from '../src/identity/model.ts';
import { DEFAULT_ZONE_LISTINGS } from '../src/identity/thresholds.ts';
import { World } from '../src/world/generate.ts';
import { ForeignWorld } from './foreign/world.ts';
import { showErrors } from './identity/errors.ts';
import { FilledMarket } from './identity/filled-market.ts';
import { runReal } from './identity/real.ts';
import { SAMPLES } from './identity/real-adverts.ts';
import { report } from './identity/report.ts';
import { type JudgedWorld, runWorld } from './identity/run-world.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Identity and price verdicts: in a generated world nobody fitted on, in one made by other rules, and in real labelled adverts';

/**
 * Without arguments 20,000 homes, about ten minutes. --real scores real adverts instead: --singles N draws one of so
 * many dwellings with a single advert, 1 takes all. --fill N brings so many adverts as a first fill does, in ever denser towns.
 * --errors N prints so many wrong pairs.
 */
export async function run(args: string[]): Promise<void> {
  const { foreign, habit, fill, errors, real, singles, samples, ...kind } = parseOptions(args, {
    ...{ seed: 'unseen-1', properties: 20_000, days: 90, noise: 1 },
    ...{ foreign: false, habit: '', fill: 0, errors: 0, real: false, singles: 4, samples: SAMPLES },
  });
  if (real) return runReal(samples, singles);
  const made: JudgedWorld =
    fill > 0
      ? new FilledMarket(fill)
      : foreign
        ? new ForeignWorld({ ...kind, habit: habit || undefined })
        : new World(kind);
  const began = performance.now();
  const outcome = await runWorld(made, { model, middle: Math.floor(kind.days / 2) - 1 });
  console.log(
    `${nameOf({ foreign, habit, fill, ...kind })}: ${outcome.truth.size} listings; model ${model.version}; ${new Date().toISOString().slice(0, 10)}`,
  );
  report(outcome);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`  ${seconds} s in all, load ${currentLoad()}`);
  if (errors > 0) showErrors(outcome, model, { most: errors, zoneListings: DEFAULT_ZONE_LISTINGS });
}

interface WorldName {
  foreign: boolean;
  habit: string;
  fill: number;
  seed: string;
  noise: number;
}

function nameOf({ foreign, habit, fill, seed, noise }: WorldName): string {
  if (fill > 0) return `a first fill of ${fill} adverts`;
  return `${foreign ? 'foreign ' : ''}${habit} world ${seed}, noise ${noise}`;
}
