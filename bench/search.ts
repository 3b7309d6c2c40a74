import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection } from '../src/db/connection.ts';
import { joinEmbeddedServer } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../src/db/pool.ts';
import { loadDivisions } from '../src/geo/load.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { systemClock } from '../src/lib/clock.ts';
import { HOUR_MS } from '../src/lib/durations.ts';
import { MIGRATIONS } from '../src/processes/storage.ts';
import { IndexBuilder } from '../src/properties/search/memory/index-builder.ts';
import { memoryEngine } from '../src/properties/search/memory/memory-engine.ts';
import { sqlEngine } from '../src/properties/search/sql-engine.ts';
import type { CallerResult } from './search/caller.ts';
import { freshness } from './search/freshness.ts';
import { measureInProcessMix } from './search/in-process.ts';
import { loadProperties } from './search/load.ts';
import { measureOpenTwice, startRefreshing } from './search/memory-open.ts';
import { type BenchQuery, createBenchQueries } from './search/questions.ts';
import { prepareRival } from './search/rival.ts';
import { measureServedMix } from './search/served.ts';
import { meanOf, quantile } from './search/spread.ts';
import { measureSqlMix } from './search/sql-mix.ts';

export const title =
  'Search from memory, from SQL and from one jsonb column, in one run over the same queries, in process and over HTTP (--rows N[,M], --no-rival, --threads N, --words N a text, --bytes: only what memory takes)';

const log = { info() {}, warn: console.warn, error: console.error };
const STATEMENT_TIMEOUT_MS = HOUR_MS;
/** Above so many the server itself adds copies. */
const MADE_SHARE = 100_000;
/** One round is too short for a figure. */
const SERVED_ROUNDS = 30;

interface ComparisonOptions {
  rows: number;
  /** Words in each description; undefined: about forty from a small vocabulary. */
  words: number | undefined;
  /** Threads of the serving process that is called over HTTP. */
  threads: number;
  withRival: boolean;
  bytesOnly: boolean;
}

/** In milliseconds, of memory. */
interface Means {
  inProcess: number;
  overHttp: number;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      'no-rival': { type: 'boolean', default: false },
      threads: { type: 'string', default: '2' },
      words: { type: 'string' },
      bytes: { type: 'boolean', default: false },
    },
  });
  const options = {
    words: values.words === undefined ? undefined : Number(values.words),
    threads: Number(values.threads),
    withRival: !values['no-rival'] && !values.bytes,
    bytesOnly: values.bytes,
  };
  let former: { rows: number; means: Means } | undefined;
  for (const rows of values.rows.split(',').map(Number)) {
    const means = await compareAt({ rows, ...options });
    if (means !== undefined && former !== undefined)
      console.log(
        `the mean of memory grows ${(means.inProcess / former.means.inProcess).toFixed(2)} times in process and ${(means.overHttp / former.means.overHttp).toFixed(2)} times over HTTP from ${former.rows} to ${rows} properties`,
      );
    former = means && { rows, means };
  }
}

async function compareAt(options: ComparisonOptions): Promise<Means | undefined> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const embedded = await joinEmbeddedServer({ dataDir, log });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    const db = open(embedded.connection);
    const builder = new IndexBuilder({
      connection: embedded.connection,
      file: join(dataDir, 'search', 'properties'),
    });
    try {
      await fill(db, options);
      return await compare({ db, connection: embedded.connection, builder, dataDir }, options);
    } finally {
      await builder.close();
      await db.end();
    }
  } finally {
    await embedded.leave();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const open = (connection: Connection, max?: number): OpenDatabase =>
  openDatabase(connection, {
    log,
    applicationName: 'gable bench',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    ...(max === undefined ? {} : { max }),
  });

async function fill(
  db: OpenDatabase,
  { rows, words, withRival, bytesOnly }: ComparisonOptions,
): Promise<void> {
  const began = performance.now();
  const load1 = loadavg()[0]?.toFixed(1);
  console.log(`${rows} properties${words === undefined ? '' : `, ${words} words a text`}, load ${load1}`);
  await loadDivisions(db, systemClock, log, 'FR');
  const copies = Math.max(0, Math.ceil(rows / MADE_SHARE) - 1);
  await loadProperties(db, { rows: Math.min(rows, MADE_SHARE), copies, words, unsearched: bytesOnly });
  if (withRival) await prepareRival(db);
  console.log(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

interface BenchDatabase {
  db: OpenDatabase;
  connection: Connection;
  builder: IndexBuilder;
  dataDir: string;
}

async function compare(
  { db, connection, builder, dataDir }: BenchDatabase,
  { bytesOnly, withRival, threads }: ComparisonOptions,
): Promise<Means | undefined> {
  const memory = await measureOpenTwice(db, builder);
  if (bytesOnly) return undefined;
  const stopLooking = startRefreshing(memory);
  const sql = sqlEngine(db, createPlaceService(db, console.error));
  const engine = memoryEngine({ sql, ...memory, countAnswer: () => {} });
  const questions = await createBenchQueries(db);
  const inProcess = await measureInProcessMix({ memory: engine, sql }, questions, withRival ? db : undefined);
  await freshness(db, memory);
  await stopLooking();
  const one = open(connection, 1);
  await measureSqlMix(one, questions);
  await one.end();
  const overHttp = await bothServed(db, { dataDir, threads }, questions.flat());
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
  return { inProcess, overHttp };
}

/** Through the whole middleware of a real serve, from memory and from SQL. Returns the mean of memory. */
async function bothServed(
  db: OpenDatabase,
  serve: { dataDir: string; threads: number },
  questions: readonly BenchQuery[],
): Promise<number> {
  const memory = await measureServedMix(
    db,
    { ...serve, name: 'memory', fromMemory: true, rounds: SERVED_ROUNDS },
    questions,
  );
  const sql = await measureServedMix(db, { ...serve, name: 'SQL', fromMemory: false, rounds: 1 }, questions);
  for (const format of ['flat', 'JSON:API'] as const) compareServed(format, memory[format], sql[format]);
  return meanOf(memory.flat.times);
}

function compareServed(format: string, memory: CallerResult, sql: CallerResult): void {
  const times = (share: number) => (quantile(sql.times, share) / quantile(memory.times, share)).toFixed(1);
  const mean = (meanOf(sql.times) / meanOf(memory.times)).toFixed(1);
  console.log(
    `over HTTP, ${format}, SQL takes ${mean} times as long in the mean, ${times(0.5)} at p50, ${times(0.95)} at p95; memory gives ${(memory.aSecond / sql.aSecond).toFixed(1)} times the answers a second`,
  );
}
