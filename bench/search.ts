import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseCriteria } from '../src/criteria/parse.ts';
import { ensureEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/pool.ts';
import { type Database, firstRow, sql } from '../src/db/sql.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { createPlaces } from '../src/geo/places.ts';
import { systemClock } from '../src/lib/clock.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { NEWEST_FIRST } from '../src/properties/search/order.ts';
import { createSearching, type Searching, searchProperties } from '../src/properties/search.ts';
import { load } from './search/load.ts';
import { searchOverHttp } from './search/over-http.ts';
import { prepareRival, rivalStatement } from './search/rival.ts';
import { bodiesOf, shapes } from './search/shapes.ts';
import { shown, spread } from './search/spread.ts';
import { townsOf } from './search/towns.ts';

export const title =
  'Search: twelve shapes at the store and over HTTP, beside one jsonb column (--rows N, --no-rival)';

const log = { info() {}, warn() {}, error: console.error };
const LONG_MS = 3_600_000;
const VARIANTS = 20;
/** The rival takes seconds for some: fewer will do to compare. */
const COMPARED = 3;

interface Body {
  criteria?: unknown;
  page?: number;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string' }, 'no-rival': { type: 'boolean' } },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await ensureEmbedded({ dataDir, log });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const db = openDatabase(embedded.connection, {
      log,
      applicationName: 'gable bench',
      statementTimeoutMs: LONG_MS,
    });
    await loadDivisions(db, systemClock, log, 'FR');
    await fill(db, Number(values.rows ?? 100_000));
    await db.end();
    const one = openDatabase(embedded.connection, {
      log,
      applicationName: 'gable bench',
      statementTimeoutMs: LONG_MS,
      max: 1,
    });
    await measure(one, values['no-rival'] !== true);
    await searchOverHttp(one);
    await one.end();
  } finally {
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Above so many, copies stand for more: they are made by the server itself. */
const MADE = 100_000;

async function fill(db: Database, rows: number): Promise<void> {
  await load(db, Math.min(rows, MADE), Math.max(0, Math.ceil(rows / MADE) - 1));
}

async function measure(db: Database, withRival: boolean): Promise<void> {
  const places = createPlaces(db, console.error);
  const searching = createSearching(db, systemClock, places);
  await places.register();
  const towns = await townsOf(db);
  const cpu = await serverClock(db);
  if (withRival) await prepareRival(db);
  const [all, busy, theirs, ours]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const shape of shapes) {
    const bodies = bodiesOf(shape, towns, VARIANTS) as Body[];
    for (const body of bodies) await answer(searching, body);
    const [times, served]: [number[], number[]] = [[], []];
    for (const body of bodies) {
      const [began, work] = [performance.now(), cpu()];
      await answer(searching, body);
      times.push(performance.now() - began);
      served.push(cpu() - work);
    }
    all.push(...times);
    busy.push(...served);
    const rival = withRival ? await askRival(db, bodies.slice(0, COMPARED)) : [];
    theirs.push(...rival);
    ours.push(...times.slice(0, rival.length));
    const beside = rival.length > 0 ? `; one jsonb column ${shown(spread(rival))}` : '';
    console.log(`${shape.name}: ${shown(spread(times))}, of it server CPU ${shown(spread(served))}${beside}`);
  }
  console.log(
    `the mix at the store, documents read: ${shown(spread(all))}, of it server CPU ${shown(spread(busy))}`,
  );
  if (withRival)
    console.log(
      `the rival takes ${(sum(theirs) / sum(ours)).toFixed(1)} times as long for the same questions`,
    );
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function answer(searching: Searching, { criteria, page = 1 }: Body): Promise<void> {
  const parsed = parseCriteria(criteria);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  await searchProperties(searching, {
    accountId: '',
    criteria: parsed.tree,
    sent: criteria,
    order: NEWEST_FIRST,
    size: 10,
    paging: { type: 'PAGE', page },
  });
}

async function askRival(db: Database, bodies: readonly Body[]): Promise<number[]> {
  const times: number[] = [];
  for (const { criteria } of bodies) {
    const began = performance.now();
    await db.rows(rivalStatement(criteria));
    times.push(performance.now() - began);
  }
  return times;
}

/** Milliseconds that the only session has worked: what a busy machine stretches least. */
async function serverClock(db: Database): Promise<() => number> {
  const row = await firstRow<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
  return () => Number(readFileSync(`/proc/${row?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
