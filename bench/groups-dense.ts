import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDataDirectory } from '../src/db/embedded/data-directory.ts';
import { findPostmaster } from '../src/db/embedded/postmaster.ts';
import { joinEmbeddedServer } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { isPresent, readRows, realCities, SAMPLES, toObservation } from './identity/real-adverts.ts';
import { exponentOf } from './ingest/exponent.ts';
import { type IngestStretch, measureStretches, startIngestWorker } from './ingest/measure.ts';
import { printStretch } from './ingest/print-stretch.ts';

export const title = 'A dense town: CPU of the worker for each real advert of one town, and how it grows';

const log = { info() {}, warn: console.error, error: console.error };
const GOALS = { cpuMs: 6, exponent: 0.15 };

/** [--adverts N] [--stretch N] [--samples DIR] [--cpu-prof]: real adverts of Barcelona as one market. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      adverts: { type: 'string', default: '60000' },
      stretch: { type: 'string', default: '5000' },
      samples: { type: 'string', default: SAMPLES },
      'cpu-prof': { type: 'boolean', default: false },
    },
  });
  const { barcelona } = realCities(values.samples);
  if (!isPresent(barcelona)) {
    console.log(`the real samples are not in ${values.samples}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  try {
    const file = join(folder, 'adverts.ndjson');
    const adverts = readRows(barcelona).slice(0, Number(values.adverts));
    const lines = adverts.map((row, index) => JSON.stringify(toObservation(row, index, barcelona.name)));
    writeFileSync(file, `${lines.join('\n')}\n`);
    const stretches = await ingestFile(folder, file, {
      most: adverts.length,
      tellEvery: Number(values.stretch),
      execArgv: values['cpu-prof'] ? ['--cpu-prof'] : [],
    });
    report(stretches);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface DenseTask {
  most: number;
  tellEvery: number;
  execArgv: string[];
}

async function ingestFile(
  folder: string,
  file: string,
  { most, tellEvery, execArgv }: DenseTask,
): Promise<IngestStretch[]> {
  const dataDir = join(folder, 'data');
  const embedded = await joinEmbeddedServer({ dataDir, log });
  const stretches: IngestStretch[] = [];
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const postmaster = findPostmaster(openDataDirectory(dataDir, true))?.pid ?? 0;
    const child = startIngestWorker(embedded.connection, { execArgv });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const task = { files: [file], skip: 0, most, daysLater: 0, tellEvery };
    await measureStretches({ child, postmaster }, task, (stretch) => {
      stretches.push(stretch);
      printStretch(stretch);
    });
    child.disconnect();
    await ended;
  } finally {
    await embedded.leave();
  }
  return stretches;
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
      `${exponentOf(costs.slice(1)).toFixed(2)} (goal ${GOALS.exponent}), load ${loadavg()[0]?.toFixed(1)}`,
  );
}
