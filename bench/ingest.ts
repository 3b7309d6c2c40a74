import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPlace } from '../src/db/embedded/place.ts';
import { runningPostmaster } from '../src/db/embedded/postmaster.ts';
import { type Embedded, ensureEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/pool.ts';
import { type Database, firstRow, sql } from '../src/db/sql.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { systemClock } from '../src/lib/clock.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { advertFiles } from './ingest/adverts.ts';
import { exponentOf } from './ingest/exponent.ts';
import { measureGrowth } from './ingest/growth.ts';
import { measured, onCore, type Stretch, startWorker, type Worker } from './ingest/measure.ts';
import { rawRate } from './ingest/raw-insert.ts';
import { allowCheckpoints, countStatements, tellStatements } from './ingest/statements.ts';
import { costOf, tellStretch } from './ingest/tell.ts';

export const title =
  'Ingest: new listings and re-visits a second, and how the cost grows with the listings known';

const log = { info() {}, warn: console.error, error: console.error };
const STRETCH = 2_000;
const REVISITS = 20_000;
const DAYS_LATER = 40;

/**
 * [--listings N] [--growth SIZE,SIZE…] [--adverts FOLDER] [--together | --two-cores] [--minutes M] [--cpu-prof] [--statements].
 * Worker and database have a core each, share one, or have all there are. Listings are fed in for the first N, and what is known is then
 * brought to each size by copying, with a small world of its own fed in beside it: --listings 17500 --growth 70000,140000,350000,700000 goes
 * to 700,000.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      listings: { type: 'string', default: '20000' },
      growth: { type: 'string', default: '' },
      adverts: { type: 'string', default: join(tmpdir(), 'gable-bench-adverts') },
      minutes: { type: 'string', default: '15' },
      together: { type: 'boolean', default: false },
      'two-cores': { type: 'boolean', default: false },
      'cpu-prof': { type: 'boolean', default: false },
      statements: { type: 'boolean', default: false },
    },
  });
  const listings = Number(values.listings);
  const sizes = values.growth.split(',').filter(Boolean).map(Number);
  const files = await advertFiles(values.adverts, listings);
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await started(dataDir, values.statements);
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const patient = { statementTimeoutMs: 900_000, max: 1 };
    const db = openDatabase(embedded.connection, { log, applicationName: 'gable bench', ...patient });
    await loadDivisions(db, systemClock, log, 'FR');
    const postmaster = runningPostmaster(openPlace(dataDir, true))?.pid ?? 0;
    const child = startWorker(embedded.connection, values['cpu-prof'] ? ['--cpu-prof'] : []);
    const where = values['two-cores'] ? 'on all cores' : held(child.pid ?? 0, postmaster, values.together);
    console.log(
      `${cpus()[0]?.model}, load ${loadavg().map((load) => load.toFixed(1))}; worker and database ${where}`,
    );
    const worker = { child, postmaster };
    const counted = values.statements ? db : undefined;
    const fed = await growth(worker, files, { listings, minutes: Number(values.minutes) });
    if (counted !== undefined) await tellStatements(counted, fed);
    await tellGroups(db);
    if (sizes.length > 0) await allowCheckpoints(embedded.connection);
    if (sizes.length > 0) await measureGrowth({ worker, db, folder: values.adverts, sizes });
    await revisits(worker, files, fed);
    child.disconnect();
    await rawRate(db, files, postmaster);
    await db.end();
  } finally {
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The goal is of one worker on one core: what the database does beside it is told, and counted in only where they share it. */
function held(worker: number, postmaster: number, together: boolean): string {
  const isHeld = onCore(1, worker) && onCore(together ? 1 : 0, postmaster);
  if (!isHeld) return 'on all cores';
  return together ? 'together on one core' : 'on a core each';
}

async function started(dataDir: string, counting: boolean): Promise<Embedded> {
  const embedded = await ensureEmbedded({ dataDir, log });
  if (!counting) return embedded;
  await countStatements(embedded.connection);
  await embedded.leave();
  return ensureEmbedded({ dataDir, log });
}

async function growth(
  worker: Worker,
  files: string[],
  { listings, minutes }: { listings: number; minutes: number },
): Promise<number> {
  const stretches: Stretch[] = [];
  const stop = setTimeout(() => worker.child.send('enough'), minutes * 60_000);
  const task = { files, skip: 0, most: listings, daysLater: 0, tellEvery: STRETCH };
  const { fed } = await measured(worker, task, (stretch) => {
    stretches.push(stretch);
    tellStretch(stretch);
  });
  clearTimeout(stop);
  const costs = stretches.map((stretch) => ({
    size: (stretch.from + stretch.to) / 2,
    cost: costOf(stretch),
  }));
  const last = costs.filter(({ size }) => size >= fed / 10);
  console.log(
    `new listings: ${Math.round(rateOf(stretches))}/s over ${fed}; cost grows with exponent ${exponentOf(last).toFixed(2)} from ${Math.round(fed / 10)} to ${fed} (goals: 250/s, 0.2)`,
  );
  return fed;
}

/** What makes listings cheaper must not make other groups of them: one figure to hold against that of another day. */
async function tellGroups(db: Database): Promise<void> {
  const told = await firstRow<{ properties: number; digest: string }>(
    db,
    sql`
    select count(distinct property_id)::int as properties, md5(string_agg(listing_id || ' ' || first, ',' order by listing_id)) as digest
    from (select listing_id, property_id, first_value(listing_id) over (partition by property_id order by listing_id) as first from listing) as member`,
  );
  console.log(`in ${told?.properties} properties; who is with whom: ${told?.digest}`);
}

async function revisits(worker: Worker, files: string[], known: number): Promise<void> {
  const most = Math.min(REVISITS, known);
  const stretches: Stretch[] = [];
  const task = { files, skip: known - most, most, daysLater: DAYS_LATER, tellEvery: STRETCH };
  const { report } = await measured(worker, task, (stretch) => {
    stretches.push(stretch);
    tellStretch(stretch);
  });
  console.log(
    `unchanged re-visits: ${Math.round(rateOf(stretches))}/s; ${JSON.stringify(report)} (goal: 2500/s)`,
  );
}

const rateOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0) /
  stretches.reduce((sum, { seconds }) => sum + seconds, 0);
