import { parseArgs } from 'node:util';
import { model } from '../src/identity/model.ts';
import { idealista } from './identity/idealista.ts';
import { type Agreement, agreement, recallAmong } from './identity/measures.ts';
import { type Outcome, pairName, runWorld } from './identity/run-world.ts';

export const title =
  'Identity: how well homes are recognised in a generated world nobody fitted on, and in real labelled adverts';

/** [--seed S] [--properties N] [--days D] [--noise X] [--real FILE]: the last is the Valencia part of idealista18 as CSV. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: 'unseen-1' },
      properties: { type: 'string', default: '5000' },
      days: { type: 'string', default: '90' },
      noise: { type: 'string', default: '1' },
      zone: { type: 'string', default: '1024' },
      real: { type: 'string' },
    },
  });
  const zoneListings = Number(values.zone);
  const world = {
    seed: values.seed,
    properties: Number(values.properties),
    days: Number(values.days),
    noise: Number(values.noise),
  };
  if (world.properties > 0) report(world.seed, await runWorld(world, { model, zoneListings }));
  if (values.real !== undefined) reportReal(await idealista(values.real, model));
}

const figure = (value: number): string => value.toFixed(4);
const row = (name: string, value: string, goal = ''): void =>
  console.log(`  ${name.padEnd(44)} ${value.padStart(9)}  ${goal}`);

function report(seed: string, outcome: Outcome): void {
  const { found, truth, halfway, publishers, lookAlikes } = outcome;
  const all = agreement(found, truth);
  const alike = agreement(found, new Map([...truth].filter(([listing]) => lookAlikes.has(listing))));
  const kept =
    [...halfway].filter(([listing, id]) => found.get(listing) === id).length / Math.max(halfway.size, 1);
  const ofOne = (one: string, other: string): boolean => publishers.get(one) === publishers.get(other);
  console.log(`world ${seed}: ${truth.size} listings of ${all.true} homes; model ${model.version}`);
  agreed(all);
  row('B-cubed F1 in look-alike buildings', figure(alike.bCubedF1), '>= 0.97');
  row('  pairwise precision, recall there', `${figure(alike.precision)} ${figure(alike.recall)}`);
  row(
    'recall of pairs of different publishers',
    figure(recallAmong(found, truth, (one, other) => !ofOne(one, other))),
    '>= 0.88',
  );
  row('recall of pairs of one publisher', figure(recallAmong(found, truth, ofOne)), '>= 0.997');
  row('homes found / true', figure(all.found / all.true), '0.97 to 1.06');
  row('id kept from the middle to the end', figure(kept), '>= 0.995');
  row('true pairs that blocking brings together', figure(completeness(outcome)), '>= 0.97');
  row('candidates a placing', (outcome.candidates / outcome.placed).toFixed(1), '<= 60');
  row('placings a second, in memory', (outcome.placed / outcome.seconds).toFixed(0), '>= 1000');
  console.log(
    `  decisions: ${Object.entries(outcome.kinds)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}`,
  );
}

function agreed({ precision, recall, bCubedF1 }: Agreement): void {
  row('pairwise precision', figure(precision), '>= 0.992');
  row('pairwise recall', figure(recall), '>= 0.93');
  row('B-cubed F1', figure(bCubedF1), '>= 0.975');
}

function completeness({ truth, met }: Outcome): number {
  let [all, brought] = [0, 0];
  for (const listings of Map.groupBy(truth.keys(), (listing) => truth.get(listing)).values()) {
    for (const [at, one] of listings.entries()) {
      for (const other of listings.slice(at + 1)) {
        all += 1;
        if (met.has(pairName(one, other))) brought += 1;
      }
    }
  }
  return brought / Math.max(all, 1);
}

function reportReal(real: Awaited<ReturnType<typeof idealista>>): void {
  if (real === undefined) {
    console.log('the real sample is not there');
    return;
  }
  console.log(
    `idealista18, Valencia: ${real.listings} adverts of ${real.true} dwellings, ${real.found} found`,
  );
  row(
    'pairwise precision, recall, F1',
    `${figure(real.precision)} ${figure(real.recall)} ${figure(real.f1)}`,
  );
  row('B-cubed F1', figure(real.bCubedF1));
}
