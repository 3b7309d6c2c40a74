import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDirectory } from '../src/db/embedded/data-directory.ts';
import { findPostmaster } from '../src/db/embedded/postmaster.ts';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { isPresent, readRows, realCities, SAMPLES, toObservation } from './identity/real-adverts.ts';
import { exponentOf } from './ingest/exponent.ts';
import { type IngestStretch, measureStretches, startIngestWorker } from './ingest/measure.ts';
import { printStretch } from './ingest/print-stretch.ts';
import { currentLoad, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title = 'A dense town: CPU of the worker for each real advert of one town, and how it grows';

const GOALS = { cpuMs: 6, exponent: 0.15 };

/** Real adverts of Barcelona as one market. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const options = parseOptions(args, { adverts: 60_000, stretch: 5_000, samples: SAMPLES, cpuProf: false });
  const { barcelona } = realCities(options.samples);
  if (!isPresent(barcelona)) {
    console.log(`the real samples are not in ${options.samples}`);
    return;
  }
  const file = join(temporaryDirectory(scope), 'adverts.ndjson');
  const adverts = readRows(barcelona).slice(0, options.adverts);
  const lines = adverts.map((row, index) => JSON.stringify(toObservation(row, index, barcelona.name)));
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { connection, dataDir } = await openBenchDatabase(scope);
  const postmaster = findPostmaster(openDataDirectory(dataDir, true))?.pid ?? 0;
  const child = startIngestWorker(connection, { execArgv: options.cpuProf ? ['--cpu-prof'] : [] });
  const ended = once(child, 'exit');
  const stretches: IngestStretch[] = [];
  const task = { files: [file], skip: 0, most: adverts.length, daysLater: 0, tellEvery: options.stretch };
  await measureStretches({ child, postmaster }, task, (stretch) => {
    stretches.push(stretch);
    printStretch(stretch);
  });
  child.disconnect();
  await ended;
  report(stretches);
}

/** The first stretch holds the compilation of the code and counts for the mean only. */
function report(stretches: readonly IngestStretch[]): void {
  const costs = stretches.map(({ from, to, workerCpu }) => ({
    size: (from + to) / 2,
    cost: (workerCpu * 1_000) / (to - from),
  }));
  const fed = stretches.at(-1)?.to ?? 0;
  const mean = (stretches.reduce((sum, { workerCpu }) => sum + workerCpu, 0) * 1_000) / Math.max(fed, 1);
  console.log(
    `${fed} adverts of one town: ${mean.toFixed(2)} ms of worker CPU an advert (goal ${GOALS.cpuMs}), growth exponent ` +
      `${exponentOf(costs.slice(1)).toFixed(2)} (goal ${GOALS.exponent}), load ${currentLoad()}`,
  );
}
