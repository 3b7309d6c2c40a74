import { join } from 'node:path';
import type { OpenDatabase } from '../src/db/pool.ts';
import { createPlaceService } from '../src/geo/place-service.ts';
import { IndexBuilder } from '../src/properties/search/memory/index-builder.ts';
import { memoryEngine } from '../src/properties/search/memory/memory-engine.ts';
import { MemorySearch } from '../src/properties/search/memory/memory-search.ts';
import { sqlEngine } from '../src/properties/search/sql-engine.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { fillBenchDatabase } from './search/load.ts';
import { loadGazetteerTowns } from './search/towns.ts';
import { shapes } from './shapes/list.ts';
import { measureShape, type ShapeTimes } from './shapes/measure.ts';
import { prepareTuned, tunedEngine } from './shapes/tuned.ts';
import { benchLog, currentLoad, openBenchDatabase, openBenchPool } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Eighty shapes of queries from memory and from SQL, each with p50 and p95 (--rows N, --variants N, --no-sql, --tuned: a narrow table beside it, --only TEXT, --keep DIR: a database to use again)';

/** The goals, in milliseconds. */
const MEMORY_GOAL_MS = 20;
const SQL_LIMIT_MS = 4_000;
const TUNED_GOAL = 1.2;

const DEFAULTS = { rows: 100_000, variants: 5, noSql: false, tuned: false, only: '', keep: '' };

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { rows, keep, ...options } = parseOptions(args, DEFAULTS);
  const { db, connection, dataDir } = await openBenchDatabase(scope, { keep });
  const builder = new IndexBuilder({ connection, file: join(dataDir, 'search', 'properties') });
  scope.after(async () => void (await builder.close()));
  await fillBenchDatabase(db, { rows });
  const memory = new MemorySearch({ db, log: benchLog, builder, maxBytes: Infinity });
  await memory.refresh();
  if (options.tuned) await prepareTuned(db);
  const session = openBenchPool(scope, connection, { max: 1 });
  // Parallel workers would hide CPU from the session.
  await session.rows({ text: 'set max_parallel_workers_per_gather = 0', values: [] });
  await compareAll({ db, session }, memory, options);
}

interface Comparison {
  readonly variants: number;
  readonly noSql: boolean;
  readonly tuned: boolean;
  readonly only: string;
}

async function compareAll(
  { db, session }: { db: OpenDatabase; session: OpenDatabase },
  memory: MemorySearch,
  { variants, noSql, tuned: withTuned, only }: Comparison,
): Promise<void> {
  const withSql = !noSql;
  const places = createPlaceService(db, console.error);
  const sql = sqlEngine(session, places);
  const tuned = withTuned ? tunedEngine(session, places) : undefined;
  const leftToSql: string[] = [];
  const engine = memoryEngine({
    sql,
    snapshot: memory.snapshot,
    lagMs: () => 0,
    countAnswer: (by) => void (by === 'memory' || leftToSql.push(by)),
  });
  const towns = await loadGazetteerTowns(db);
  const results: ShapeTimes[] = [];
  for (const shape of shapes.filter(({ name }) => name.includes(only))) {
    leftToSql.length = 0;
    const times = await measureShape(shape, {
      memory: engine,
      sql,
      tuned,
      session,
      withSql,
      variants,
      towns,
    });
    results.push(times);
    const reason = leftToSql.length === 0 ? '' : `, left to SQL: ${leftToSql[0]}`;
    const inSql = withSql ? `; SQL ${times.sql.p50} ${times.sql.p95}` : '';
    const inTuned = withTuned ? `; tuned ${times.tuned.p50} ${times.tuned.p95}, ${ratio(times)} times` : '';
    const differing = times.differing === 0 ? '' : `; ${times.differing} DIFFER`;
    console.log(
      `  ${shape.name}: memory ${times.memory.p50} ${times.memory.p95}${reason}${inSql}${inTuned}${differing}`,
    );
  }
  const slow = results.filter(({ memory: { p95 } }) => Number(p95) > MEMORY_GOAL_MS);
  const atLimit = results.filter(({ sql: { p95 } }) => Number(p95) >= SQL_LIMIT_MS);
  const differing = results.reduce((sum, one) => sum + one.differing, 0);
  console.log(
    `p50 and p95 in ms; ${results.length} shapes, ${variants} variants each, load ${currentLoad()}`,
  );
  console.log(
    `memory above ${MEMORY_GOAL_MS} ms at p95: ${slow.length}; SQL at ${SQL_LIMIT_MS} ms: ${atLimit.length}; answers that differ: ${differing}`,
  );
  if (withTuned) {
    const above = results.filter((times) => Number(ratio(times)) > TUNED_GOAL);
    console.log(`above ${TUNED_GOAL} times the tuned table at p50: ${above.length}`);
  }
  if (differing > 0) process.exitCode = 1;
}

const ratio = ({ sql, tuned }: ShapeTimes): string => (Number(sql.p50) / Number(tuned.p50)).toFixed(2);
