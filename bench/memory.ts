import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseCriteria } from '../src/criteria/parse.ts';
import { everything } from '../src/criteria/tree.ts';
import { ensureEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../src/db/pool.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { createPlaces } from '../src/geo/places.ts';
import { systemClock } from '../src/lib/clock.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import type { SearchEngine } from '../src/properties/search/engine.ts';
import { Making } from '../src/properties/search/memory/making.ts';
import { memoryEngine } from '../src/properties/search/memory/memory-engine.ts';
import { MemorySearch } from '../src/properties/search/memory/memory-search.ts';
import { NEWEST_FIRST } from '../src/properties/search/order.ts';
import { sqlEngine } from '../src/properties/search/sql-engine.ts';
import { repeatDuty } from '../src/queue/duty.ts';
import { freshness } from './memory/freshness.ts';
import { mixOverHttp } from './memory/over-http.ts';
import { mixServed, type Served } from './memory/served.ts';
import { meanOf, shown } from './memory/spread.ts';
import { load } from './search/load.ts';
import { prepareRival, rivalStatement } from './search/rival.ts';
import { bodiesOf, shapes } from './search/shapes.ts';
import { townsOf } from './search/towns.ts';

export const title =
  'Search from memory, from SQL and from one jsonb column, in one run over the same questions (--rows N[,M], --no-rival, --threads N: over HTTP by a real serve with so many threads)';

const log = { info() {}, warn: console.warn, error: console.error };
const LONG_MS = 3_600_000;
const VARIANTS = 20;
/** The rival takes seconds for some. */
const COMPARED = 2;
/** Above so many, copies stand for more. */
const MADE = 100_000;
const MEGABYTE = 2 ** 20;
const LOOK_MS = 100;
const COUNTED = 20;
/** One round is over too soon to tell. */
const HTTP_ROUNDS = 5;
/** Several threads are faster still. */
const SERVED_ROUNDS = 30;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string' }, 'no-rival': { type: 'boolean' }, threads: { type: 'string' } },
  });
  const means: number[] = [];
  const sizes = (values.rows ?? '100000').split(',').map(Number);
  const asked = {
    withRival: values['no-rival'] !== true,
    threads: values.threads === undefined ? undefined : Number(values.threads),
  };
  for (const rows of sizes) means.push(await compareAt(rows, asked));
  for (const [at, rows] of sizes.slice(1).entries())
    console.log(
      `the mean in memory grows ${((means[at + 1] ?? 0) / (means[at] ?? 1)).toFixed(2)} times from ${sizes[at]} to ${rows} properties`,
    );
}

interface Comparing {
  withRival: boolean;
  /** Of a real serve; none: the API in this process. */
  threads: number | undefined;
}

/** Answers the mean in memory. */
async function compareAt(rows: number, { withRival, threads }: Comparing): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await ensureEmbedded({ dataDir, log });
  const open = () =>
    openDatabase(embedded.connection, { log, applicationName: 'gable bench', statementTimeoutMs: LONG_MS });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const db = open();
    await loadDivisions(db, systemClock, log, 'FR');
    console.log(`${rows} properties, load of the machine ${loadavg()[0]?.toFixed(1)}`);
    await load(db, Math.min(rows, MADE), Math.max(0, Math.ceil(rows / MADE) - 1));
    if (withRival) await prepareRival(db);
    const making = new Making({
      connection: embedded.connection,
      file: join(dataDir, 'search', 'properties'),
    });
    const served = threads === undefined ? undefined : { dataDir, threads };
    const mean = await compare({ db, making, withRival, served });
    await making.close();
    await db.end();
    return mean;
  } finally {
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Compared {
  db: OpenDatabase;
  making: Making;
  withRival: boolean;
  served: Pick<Served, 'dataDir' | 'threads'> | undefined;
}

async function compare({ db, making, withRival, served }: Compared): Promise<number> {
  const places = createPlaces(db, console.error);
  const sql = sqlEngine(db, places);
  const { memory, stop } = await opened(db, making);
  const engine = memoryEngine({ sql, ...memory, tell: () => {} });
  const bodies = await questions(db);
  await agree(engine, sql, bodies);
  const figures = [
    { name: 'memory', times: await timed(bodies, (one) => ask(engine, one)) },
    { name: 'SQL', times: await timed(bodies, (one) => ask(sql, one)) },
  ];
  for (const { name, times } of figures) console.log(`${name}, ids and count: ${shown(times.flat())}`);
  for (const [at, { name }] of shapes.entries())
    console.log(`  ${name}: ${figures.map((one) => `${one.name} ${shown(one.times[at] ?? [])}`).join('; ')}`);
  if (withRival) {
    const few = bodies.map((own) => own.slice(0, COMPARED));
    const rival = await timed(few, ({ criteria }) => db.rows(rivalStatement(criteria)), 1);
    console.log(`one jsonb column: ${shown(rival.flat())}`);
  }
  for (const [name, one] of [
    ['memory', engine],
    ['SQL', sql],
  ] as const) {
    const counts: number[] = [];
    for (let round = 0; round < COUNTED; round += 1) {
      const began = performance.now();
      await one.walk({ criteria: everything, order: NEWEST_FIRST, limit: 0, from: undefined });
      counts.push(performance.now() - began);
    }
    console.log(`${name}, the whole country counted exactly: ${shown(counts)}`);
  }
  const overHttp = (name: string, one: SearchEngine, rounds: number) =>
    served === undefined
      ? mixOverHttp(db, { name, engine: one, rounds }, bodies.flat())
      : mixServed(db, { ...served, name, fromMemory: one === engine, rounds }, bodies.flat());
  const ours = await overHttp('memory', engine, served === undefined ? HTTP_ROUNDS : SERVED_ROUNDS);
  const theirs = await overHttp('SQL', sql, 1);
  const p = (times: readonly number[], share: number) =>
    times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;
  console.log(
    `over HTTP SQL takes ${(meanOf(theirs.times) / meanOf(ours.times)).toFixed(1)} times as long in the mean, ${(p(theirs.times, 0.5) / p(ours.times, 0.5)).toFixed(1)} at p50, ${(p(theirs.times, 0.95) / p(ours.times, 0.95)).toFixed(1)} at p95; memory gives ${(ours.aSecond / theirs.aSecond).toFixed(1)} times the answers a second`,
  );
  await freshness(db, memory);
  await stop();
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
  return meanOf(figures[0]?.times.flat() ?? []);
}

/** From the store, then from its file. */
async function opened(
  db: OpenDatabase,
  making: Making,
): Promise<{ memory: MemorySearch; stop(): Promise<void> }> {
  let memory: MemorySearch | undefined;
  for (const from of ['the store', 'its file']) {
    const began = performance.now();
    memory = new MemorySearch({ db, log, making, mostBytes: Infinity });
    await memory.look();
    const { rows, bytes } = memory.state();
    const seconds = ((performance.now() - began) / 1_000).toFixed(2);
    console.log(
      `read from ${from} in ${seconds} s: ${rows} properties, ${(bytes / MEGABYTE).toFixed(0)} MB, ${(bytes / rows).toFixed(0)} bytes each`,
    );
  }
  if (memory === undefined) throw new Error('nothing was opened');
  const looking = memory;
  const ending = new AbortController();
  const looks = repeatDuty(
    { name: 'look', everyMs: LOOK_MS, run: () => looking.look() },
    { clock: systemClock, log },
    ending.signal,
  );
  return {
    memory,
    stop: () => {
      ending.abort();
      return looks;
    },
  };
}

interface Question {
  criteria?: unknown;
  page?: number;
}

async function questions(db: OpenDatabase): Promise<Question[][]> {
  const towns = await townsOf(db);
  return shapes.map((shape) => bodiesOf(shape, towns, VARIANTS) as Question[]);
}

function ask(engine: SearchEngine, { criteria, page = 1 }: Question) {
  const parsed = parseCriteria(criteria);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return engine.page({ criteria: parsed.tree, order: NEWEST_FIRST, offset: (page - 1) * 10, limit: 10 });
}

async function agree(one: SearchEngine, other: SearchEngine, bodies: readonly Question[][]): Promise<void> {
  let differing = 0;
  for (const body of bodies.flat())
    if (JSON.stringify(await ask(one, body)) !== JSON.stringify(await ask(other, body))) {
      if (differing === 0) console.log('they differ:', JSON.stringify(body));
      differing += 1;
    }
  console.log(
    `memory and SQL agree on ids and totals of ${bodies.flat().length - differing} of ${bodies.flat().length} questions`,
  );
  if (differing > 0) process.exitCode = 1;
}

/** The second time counts. */
async function timed(
  bodies: readonly Question[][],
  asking: (one: Question) => Promise<unknown>,
  rounds = 2,
): Promise<number[][]> {
  const all: number[][] = [];
  for (const own of bodies) {
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1)
      for (const body of own) {
        const began = performance.now();
        await asking(body);
        if (round === rounds) times.push(performance.now() - began);
      }
    all.push(times);
  }
  return all;
}
