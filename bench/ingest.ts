import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from '../src/db/embedded/data-directory.ts';
import { findPostmaster } from '../src/db/embedded/postmaster.ts';
import { type Database, firstRow, sql } from '../src/db/sql.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { advertFiles } from './ingest/adverts.ts';
import { allowCheckpoints } from './ingest/checkpoints.ts';
import { exponentOf } from './ingest/exponent.ts';
import { countListings, measureGrowth } from './ingest/growth.ts';
import {
  type IngestStretch,
  measureStretches,
  onCore,
  startIngestWorker,
  type Worker,
} from './ingest/measure.ts';
import { cpuPerListing, megabytes, printStretch } from './ingest/print-stretch.ts';
import { loadFrance, openBenchDatabase } from './support/database.ts';
import { parseOptions } from './support/options.ts';
import { startBenchCollector } from './tracing/collector.ts';

export const title =
  'Ingest: new listings and unchanged observations a second, and growth of the cost with the number of listings';

const STRETCH_ROWS = 2_000;
const REVISITS = 20_000;
const DAYS_LATER = 40;

/**
 * Worker and database have a core each, share one (--together), or have all cores (--two-cores). The first --listings are
 * ingested, then the database is filled to each size of --growth by copying, and a small world is ingested beside it:
 * --listings 17500 --growth 70000,140000,350000,700000 reaches 700,000. With --traced the worker sends its spans to a collector.
 * With --keep DIR the database stays there, for `gable stats disk` or a look at its groups, and a later run goes on with it.
 * With --collect it is forced to collect garbage after each stretch, as it was in commits before 9215d6e8: for comparisons with them.
 */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const options = parseOptions(args, {
    ...{ listings: 20_000, growth: '', adverts: join(tmpdir(), 'gable-bench-adverts'), minutes: 15 },
    ...{ together: false, twoCores: false, cpuProf: false, traced: false, collect: false, keep: '' },
  });
  const sizes = options.growth.split(',').filter(Boolean).map(Number);
  const files = await advertFiles(options.adverts, options.listings);
  const { db, connection, dataDir } = await openBenchDatabase(scope, { keep: options.keep, max: 1 });
  const collector = options.traced ? await startBenchCollector() : undefined;
  scope.after(async () => collector?.close());
  await loadFrance(db);
  const postmaster = findPostmaster(openDataDirectory(dataDir, true))?.pid ?? 0;
  const child = startIngestWorker(connection, {
    execArgv: options.cpuProf ? ['--cpu-prof'] : [],
    env: collector?.env ?? {},
  });
  const where = options.twoCores
    ? 'on all cores'
    : printHeldMemory(child.pid ?? 0, postmaster, options.together);
  console.log(
    `${cpus()[0]?.model}, load ${loadavg().map((load) => load.toFixed(1))}; worker and database ${where}`,
  );
  const worker = { child, postmaster };
  const known = await countListings(db);
  const fed = known + (await growth(worker, files, { ...options, known }));
  await printGroups(db);
  if (sizes.length > 0) await allowCheckpoints(connection);
  if (sizes.length > 0) await measureGrowth({ worker, db, folder: options.adverts, sizes });
  await revisits(worker, files, fed);
  child.disconnect();
}

/** The goal is for one worker on one core: the database is reported, and counted only where they share the core. */
function printHeldMemory(worker: number, postmaster: number, together: boolean): string {
  const isHeld = onCore(1, worker) && onCore(together ? 1 : 0, postmaster);
  if (!isHeld) return 'on all cores';
  return together ? 'together on one core' : 'on a core each';
}

async function growth(
  worker: Worker,
  files: string[],
  {
    listings,
    known,
    minutes,
    collect,
  }: { listings: number; known: number; minutes: number; collect: boolean },
): Promise<number> {
  const stretches: IngestStretch[] = [];
  const stop = setTimeout(() => worker.child.send('enough'), minutes * 60_000);
  const task = { files, skip: known, most: listings - known, daysLater: 0, tellEvery: STRETCH_ROWS, collect };
  const { fed, heapUsed } = await measureStretches(worker, task, (stretch) => {
    stretches.push(stretch);
    printStretch(stretch);
  });
  clearTimeout(stop);
  const costs = stretches.map((stretch) => ({
    size: (stretch.from + stretch.to) / 2,
    cost: cpuPerListing(stretch),
  }));
  const last = costs.filter(({ size }) => size >= fed / 10);
  console.log(
    `new listings: ${Math.round(formatRate(stretches))}/s over ${fed}; cost grows with exponent ${exponentOf(last).toFixed(2)} from ${Math.round(fed / 10)} to ${fed} (goals: 250/s, 0.2); heap ${megabytes(heapUsed)}`,
  );
  return fed;
}

/** A faster ingest must not change the groups: one digest to compare with another day's. */
async function printGroups(db: Database): Promise<void> {
  const grouping = await firstRow<{ properties: number; digest: string }>(
    db,
    sql`
    select count(distinct property_id)::int as properties, md5(string_agg(listing_id || ' ' || first, ',' order by listing_id)) as digest
    from (select listing_id, property_id, first_value(listing_id) over (partition by property_id order by listing_id) as first from listing) as member`,
  );
  console.log(`in ${grouping?.properties} properties; who is with whom: ${grouping?.digest}`);
}

async function revisits(worker: Worker, files: string[], known: number): Promise<void> {
  const most = Math.min(REVISITS, known);
  const stretches: IngestStretch[] = [];
  const task = { files, skip: known - most, most, daysLater: DAYS_LATER, tellEvery: STRETCH_ROWS };
  const { report } = await measureStretches(worker, task, (stretch) => {
    stretches.push(stretch);
    printStretch(stretch);
  });
  console.log(
    `unchanged re-visits: ${Math.round(formatRate(stretches))}/s; ${JSON.stringify(report)} (goal: 6000/s)`,
  );
}

const formatRate = (stretches: readonly IngestStretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0) /
  stretches.reduce((sum, { seconds }) => sum + seconds, 0);
