import { join } from 'node:path';
import type { OpenDatabase } from '../src/db/pool.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { IndexBuilder } from '../src/properties/search/memory/index-builder.ts';
import { memoryEngine } from '../src/properties/search/memory/memory-engine.ts';
import { sqlEngine } from '../src/properties/search/sql-engine.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import type { CallerResult } from './search/caller.ts';
import { measureInProcessMix } from './search/in-process.ts';
import { fillBenchDatabase } from './search/load.ts';
import { measureOpenTwice, startRefreshing } from './search/memory-open.ts';
import { type BenchQuery, createBenchQueries } from './search/questions.ts';
import { measureServedMix } from './search/served.ts';
import { meanOf, quantile } from './search/spread.ts';
import { measureSqlMix } from './search/sql-mix.ts';
import { currentLoad, openBenchDatabase, openBenchPool } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Search from memory and from SQL, in one run over the same queries, in process and over HTTP (--rows N, --threads N, --words N a text, --bytes: only what memory takes, --keep DIR: a database to use again)';

/** One round is too short for a figure. */
const SERVED_ROUNDS = 30;

export async function run(args: string[], scope: TestScope): Promise<void> {
  const options = { rows: 100_000, threads: 2, words: 0, bytes: false, keep: '' };
  const { rows, threads, words, bytes, keep } = parseOptions(args, options);
  const { db, connection, dataDir } = await openBenchDatabase(scope, { keep });
  const builder = new IndexBuilder({ connection, file: join(dataDir, 'search', 'properties') });
  scope.after(async () => void (await builder.close()));
  await fillBenchDatabase(db, { rows, words: words === 0 ? undefined : words, unsearched: bytes });
  const memory = await measureOpenTwice(db, builder);
  if (bytes) return;
  const stopLooking = startRefreshing(memory);
  const sql = sqlEngine(db, createPlaceService(db, console.error));
  const engine = memoryEngine({ sql, ...memory, countAnswer: () => {} });
  const questions = await createBenchQueries(db);
  await measureInProcessMix({ memory: engine, sql }, questions);
  await stopLooking();
  await measureSqlMix(openBenchPool(scope, connection, { max: 1 }), questions);
  await compareServed(db, { dataDir, threads }, questions.flat());
  console.log(`load of the machine ${currentLoad()}`);
}

/** Through the whole middleware of a real serve, from memory and from SQL. */
async function compareServed(
  db: OpenDatabase,
  serve: { dataDir: string; threads: number },
  questions: readonly BenchQuery[],
): Promise<void> {
  const memory = await measureServedMix(
    db,
    { ...serve, name: 'memory', fromMemory: true, rounds: SERVED_ROUNDS },
    questions,
  );
  const sql = await measureServedMix(db, { ...serve, name: 'SQL', fromMemory: false, rounds: 1 }, questions);
  for (const format of ['flat', 'JSON:API'] as const) printRatio(format, memory[format], sql[format]);
}

function printRatio(format: string, memory: CallerResult, sql: CallerResult): void {
  const times = (share: number) => (quantile(sql.times, share) / quantile(memory.times, share)).toFixed(1);
  const mean = (meanOf(sql.times) / meanOf(memory.times)).toFixed(1);
  console.log(
    `over HTTP, ${format}, SQL takes ${mean} times as long in the mean, ${times(0.5)} at p50, ${times(0.95)} at p95; memory gives ${(memory.aSecond / sql.aSecond).toFixed(1)} times the answers a second`,
  );
}
