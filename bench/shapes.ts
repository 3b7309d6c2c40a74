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
import { MemorySearch } from '../src/properties/search/memory/memory-search.ts';
import { sqlEngine } from '../src/properties/search/sql-engine.ts';
import { loadProperties } from './search/load.ts';
import { loadGazetteerTowns } from './search/towns.ts';
import { shapes } from './shapes/list.ts';
import { measureShape, type ShapeTimes } from './shapes/measure.ts';
import { prepareTuned, tunedEngine } from './shapes/tuned.ts';

export const title =
  'Eighty shapes of queries from memory and from SQL, each with p50 and p95 (--rows N, --variants N, --no-sql, --tuned: a narrow table beside it, --only TEXT, --keep DIR: a database to use again)';

const log = { info() {}, warn: console.warn, error: console.error };
/** Above so many the server itself adds copies. */
const MADE_SHARE = 100_000;
/** The goals, in milliseconds. */
const MEMORY_GOAL_MS = 20;
const SQL_LIMIT_MS = 4_000;
const TUNED_GOAL = 1.2;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      variants: { type: 'string', default: '5' },
      'no-sql': { type: 'boolean', default: false },
      tuned: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
    },
  });
  const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), 'gable-shapes-'));
  const embedded = await joinEmbeddedServer({ dataDir, log });
  const db = openDatabase(embedded.connection, {
    log,
    applicationName: 'gable bench',
    statementTimeoutMs: HOUR_MS,
  });
  const builder = new IndexBuilder({
    connection: embedded.connection,
    file: join(dataDir, 'search', 'properties'),
  });
  try {
    await migrate(embedded.connection, { folder: MIGRATIONS, log });
    await fill(db, Number(values.rows));
    const memory = new MemorySearch({ db, log, builder, maxBytes: Infinity });
    await memory.refresh();
    await compareAll(db, memory, {
      variants: Number(values.variants),
      withSql: !values['no-sql'],
      withTuned: values.tuned,
      connection: embedded.connection,
      only: values.only,
    });
  } finally {
    await builder.close();
    await db.end();
    await embedded.leave();
    if (values.keep === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(db: OpenDatabase, rows: number): Promise<void> {
  const [found] = await db.rows<{ count: number }>({
    text: 'select count(*)::int as count from property_search',
    values: [],
  });
  console.log(`${rows} properties, load ${loadavg()[0]?.toFixed(1)}`);
  if (found?.count === rows) return;
  if (found?.count !== 0) throw new Error(`there are ${found?.count} properties already`);
  await loadDivisions(db, systemClock, log, 'FR');
  const copies = Math.max(0, Math.ceil(rows / MADE_SHARE) - 1);
  await loadProperties(db, { rows: Math.min(rows, MADE_SHARE), copies });
}

interface Comparison {
  readonly variants: number;
  readonly withSql: boolean;
  readonly withTuned: boolean;
  readonly connection: Connection;
  readonly only: string;
}

async function compareAll(
  db: OpenDatabase,
  memory: MemorySearch,
  { variants, withSql, withTuned, connection, only }: Comparison,
): Promise<void> {
  if (withTuned) await prepareTuned(db);
  const session = openDatabase(connection, {
    log,
    applicationName: 'gable bench',
    statementTimeoutMs: HOUR_MS,
    max: 1,
  });
  // Parallel workers would hide CPU from the session.
  await session.rows({ text: 'set max_parallel_workers_per_gather = 0', values: [] });
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
    `p50 and p95 in ms; ${results.length} shapes, ${variants} variants each, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(
    `memory above ${MEMORY_GOAL_MS} ms at p95: ${slow.length}; SQL at ${SQL_LIMIT_MS} ms: ${atLimit.length}; answers that differ: ${differing}`,
  );
  if (withTuned) {
    const above = results.filter((times) => Number(ratio(times)) > TUNED_GOAL);
    console.log(`above ${TUNED_GOAL} times the tuned table at p50: ${above.length}`);
  }
  await session.end();
  if (differing > 0) process.exitCode = 1;
}

const ratio = ({ sql, tuned }: ShapeTimes): string => (Number(sql.p50) / Number(tuned.p50)).toFixed(2);
