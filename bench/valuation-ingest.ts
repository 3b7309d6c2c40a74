import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from '../src/db/embedded/data-directory.ts';
import { findPostmaster } from '../src/db/embedded/postmaster.ts';
import { type Database, firstRow, sql } from '../src/db/sql.ts';
import { systemClock } from '../src/lib/clock.ts';
import { requestFitNow, runDueFit } from '../src/valuation/fit-market.ts';
import { valuationJobs } from '../src/valuation/jobs.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { advertFiles } from './ingest/adverts.ts';
import { type IngestStretch, measureStretches, startIngestWorker, type Worker } from './ingest/measure.ts';
import { quantile } from './search/spread.ts';
import { currentLoad, loadFrance, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Ingest with and without the valuation of what changed, in turns: listings a second, and how late a value is';

const log = { info() {}, warn: console.error, error: console.error };
/** Odd: each valued round stands between two that are not, since the cost of ingest grows and neighbours come and go. */
const ROUNDS = 7;

/** The first `known` listings are ingested and a model is fitted on them; then rounds of new ones, every other one valued. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { listings, known, adverts } = parseOptions(args, {
    ...{ listings: 12_000, known: 6_000, adverts: join(tmpdir(), 'gable-bench-adverts') },
  });
  const files = await advertFiles(adverts, listings + known);
  const { db, connection, dataDir } = await openBenchDatabase(scope);
  await loadFrance(db);
  const postmaster = findPostmaster(openDataDirectory(dataDir, true))?.pid ?? 0;
  const worker = { child: startIngestWorker(connection), postmaster };
  await feed(worker, files, { skip: 0, most: known });
  await fit(db);
  await measureRounds(db, worker, { files, known, perRound: Math.floor(listings / ROUNDS) });
  worker.child.disconnect();
}

async function feed(
  worker: Worker,
  files: string[],
  { skip, most }: { skip: number; most: number },
): Promise<{ seconds: number; cpu: number }> {
  const stretches: IngestStretch[] = [];
  const task = { files, skip, most, daysLater: 0, tellEvery: 500 };
  await measureStretches(worker, task, (stretch) => stretches.push(stretch));
  return {
    seconds: stretches.reduce((sum, one) => sum + one.seconds, 0),
    cpu: stretches.reduce((sum, one) => sum + one.workerCpu + one.serverCpu, 0),
  };
}

async function fit(db: Database): Promise<void> {
  const context = { db, clock: systemClock, log };
  for (const market of ['ASKING', 'RENT'] as const) {
    await requestFitNow(context, market);
    const done = await runDueFit(context);
    console.log(`${market}: ${done?.status} on ${done?.rows ?? 0} prices ${done?.failure ?? ''}`);
  }
  await valueOnce(db);
}

const duty = (db: Database) =>
  valuationJobs({ db, clock: systemClock, log }).find(({ name }) => name === 'value changed properties');

const valueOnce = async (db: Database): Promise<void> =>
  void (await duty(db)?.run(new AbortController().signal));

async function measureRounds(
  db: Database,
  worker: Worker,
  { files, known, perRound }: { files: string[]; known: number; perRound: number },
): Promise<void> {
  const rounds: { seconds: number; cpu: number }[] = [];
  const late: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const isValued = round % 2 === 1;
    // What earlier rounds left is valued before, so that each round pays for its own.
    await valueOnce(db);
    const ending = new AbortController();
    const valuing = isValued ? valueRepeatedly(db, ending.signal, late) : undefined;
    const cost = await feed(worker, files, { skip: known + round * perRound, most: perRound });
    ending.abort();
    await valuing;
    rounds.push(cost);
    console.log(
      `round ${round + 1} ${isValued ? 'with' : 'without'} valuation: ${(perRound / cost.seconds).toFixed(0)} listings/s, ${((1_000 * cost.cpu) / perRound).toFixed(2)} ms of CPU each, of worker and database`,
    );
  }
  const valued = await firstRow<{ n: number }>(
    db,
    sql`select count(*)::int as n from property_search where valuation_deviation_percent is not null`,
  );
  console.log(
    `with valuation ingest takes ${compare(rounds, 'seconds')} % more time and worker and database ${compare(rounds, 'cpu')} % more CPU (goal 5 %); ${valued?.n} properties have a deviation; a value is at most ${(Math.max(...late, 0) / 1_000).toFixed(1)} s late, p50 ${(quantile(late, 0.5) / 1_000).toFixed(1)} s (goal 60 s); load ${currentLoad()}`,
  );
}

/** By how many percent a valued round exceeds the mean of those before and after it; the median of the rounds. */
function compare(rounds: readonly { seconds: number; cpu: number }[], member: 'seconds' | 'cpu'): string {
  const ratios = rounds.flatMap((round, at) => {
    const [before, after] = [rounds[at - 1], rounds[at + 1]];
    if (at % 2 === 0 || before === undefined || after === undefined) return [];
    return [round[member] / ((before[member] + after[member]) / 2)];
  });
  return (100 * (quantile(ratios, 0.5) - 1)).toFixed(1);
}

/** As the job of a worker runs; notes how old the oldest change of each run may be. */
async function valueRepeatedly(db: Database, signal: AbortSignal, late: number[]): Promise<void> {
  const job = duty(db);
  let since = performance.now();
  while (job !== undefined && !signal.aborted) {
    const from = performance.now();
    await job.run(new AbortController().signal);
    late.push(performance.now() - since);
    since = from;
    await systemClock.sleep(Math.min(job.everyMs, 10_000) / 2, signal).catch(() => undefined);
  }
}
