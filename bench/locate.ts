import { createFinder } from '../src/geo/autocomplete/finder.ts';
import { createGazetteer } from '../src/geo/locate/gazetteer.ts';
import { type Confidence, confidences, locate } from '../src/geo/locate.ts';
import { dirtyAddresses } from '../test/support/dirty-addresses.ts';
import { packagedDivisions } from '../test/support/france.ts';

export const title =
  'Locating 100,000 addresses with the errors of real feeds: right communes, confidence, speed';

const COUNT = 100_000;
const SEED = 7;

export async function run(): Promise<void> {
  const france = packagedDivisions('FR');
  const gazetteer = createGazetteer(france, await createFinder(france));
  const addresses = [...dirtyAddresses(france, SEED).take(COUNT)];
  const tally = new Map<Confidence, { all: number; right: number }>();
  const before = process.cpuUsage();
  for (const { truth, hint } of addresses) {
    const { city, confidence } = locate(hint, gazetteer);
    const { all, right } = tally.get(confidence) ?? { all: 0, right: 0 };
    tally.set(confidence, { all: all + 1, right: right + Number(city === truth) });
  }
  const { user } = process.cpuUsage(before);
  const right = [...tally.values()].reduce((sum, entry) => sum + entry.right, 0);
  console.log(
    `right commune: ${((100 * right) / COUNT).toFixed(2)} % of ${COUNT}; ${(user / COUNT).toFixed(0)} µs of CPU each`,
  );
  for (const confidence of confidences) {
    const { all, right: sure } = tally.get(confidence) ?? { all: 0, right: 0 };
    if (all > 0)
      console.log(
        `  ${confidence.padEnd(6)} ${String(all).padStart(6)}, right ${((100 * sure) / all).toFixed(2)} %`,
      );
  }
}
