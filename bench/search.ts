import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { OpenDatabase } from '../src/db/pool.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { IndexBuilder } from '../src/properties/search/memory/index-builder.ts';
import { memoryEngine } from '../src/properties/search/memory/memory-engine.ts';
import { sqlEngine } from '../src/properties/search/sql-engine.ts';
import type { CallerResult } from './search/caller.ts';
import { freshness } from './search/freshness.ts';
import { measureInProcessMix } from './search/in-process.ts';
import {
  type BenchDatabase,
  fillBenchDatabase,
  openBenchDatabase,
  withBenchDatabase,
} from './search/kept-database.ts';
import { measureOpenTwice, startRefreshing } from './search/memory-open.ts';
import { type BenchQuery, createBenchQueries } from './search/questions.ts';
import { prepareRival } from './search/rival.ts';
import { measureServedMix } from './search/served.ts';
import { meanOf, quantile } from './search/spread.ts';
import { measureSqlMix } from './search/sql-mix.ts';

export const title =
  'Search from memory, from SQL and from one jsonb column, in one run over the same queries, in process and over HTTP (--rows N[,M], --no-rival, --threads N, --words N a text, --bytes: only what memory takes, --keep DIR: a database to use again)';

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
  /** A directory that stays for the next run. */
  keep: string | undefined;
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
      keep: { type: 'string' },
    },
  });
  const options = {
    words: values.words === undefined ? undefined : Number(values.words),
    threads: Number(values.threads),
    withRival: !values['no-rival'] && !values.bytes,
    bytesOnly: values.bytes,
    keep: values.keep,
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
  return withBenchDatabase(options.keep, async (database) => {
    const { db, connection, dataDir } = database;
    const builder = new IndexBuilder({ connection, file: join(dataDir, 'search', 'properties') });
    try {
      const { rows, words, bytesOnly, withRival } = options;
      await fillBenchDatabase(db, { rows, words, unsearched: bytesOnly });
      if (withRival) await prepareRival(db);
      return await compare({ ...database, builder }, options);
    } finally {
      await builder.close();
    }
  });
}

async function compare(
  { db, connection, builder, dataDir }: BenchDatabase & { builder: IndexBuilder },
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
  const one = openBenchDatabase(connection, 1);
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
