import { performance } from 'node:perf_hooks';
import { Analytics } from '../src/analytics/analytics.ts';
import { type AnalyticsParameters, parseAnalyticsQuery } from '../src/analytics/query.ts';
import { writeWarehouseFile } from '../src/analytics/write.ts';
import { type Db, sql } from '../src/db/sql.ts';
import { systemClock } from '../src/lib/clock.ts';
import { HOUR_MS } from '../src/lib/durations.ts';
import { createOracle, queryOracle } from '../test/support/analytics-oracle.ts';
import { freshDatabase } from '../test/support/database.ts';
import { measureLongestBlock } from '../test/support/longest-block.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { createTestEngine, FLAT } from '../test/support/warehouse.ts';
import { CITIES, columnSql, monthsOf } from './analytics/made-rows.ts';
import { parseOptions } from './support/options.ts';

export const title = 'Analytics over a year of events, beside PostgreSQL on the same rows: time, event loop';

const TRIES = 5;
/** The default memory of a process. */
const AS_INSTALLED = { memoryMb: 512, threads: 2 };
const QUERIES_PER_RUN = [
  'event_at',
  'city_id',
  'property_type',
  'transaction_type',
  'dpe_energy_rating',
  'price',
];

/** Two queries: the whole year by three columns, and one city for one month. */
const questions: Record<string, AnalyticsParameters> = {
  'one year by three columns, median and p90': {
    group_by: ['property_type', 'transaction_type', 'dpe_energy_rating'],
    time_bucket: 'month',
    metrics: ['count', 'median:price', 'percentile:price:90'],
  },
  'one city, one month, median and p90': {
    city_id: [CITIES[7] ?? ''],
    event_at_from: '2025-06-01T00:00:00Z',
    event_at_to: '2025-06-30T23:59:59Z',
    group_by: ['property_type'],
    metrics: ['count', 'median:price', 'percentile:price:90'],
  },
};

export async function run(args: string[], scope: TestScope): Promise<void> {
  const { events } = parseOptions(args, { events: 1_000_000 });
  const { db } = await freshDatabase(scope, { statementTimeoutMs: HOUR_MS });
  const engine = createTestEngine(scope, AS_INSTALLED);
  let begun = performance.now();
  for (const { month, from, to } of monthsOf(events)) {
    await writeWarehouseFile({ db, clock: systemClock, engine }, month, {
      source: async () => `(select ${columnSql(events)} from range(${from}, ${to}) as made (i))`,
      commit: async () => true,
    });
  }
  console.log(`${events} events written as Parquet in ${seconds(begun)}`);
  begun = performance.now();
  await putPostgres(db, events);
  console.log(`the queried columns as a table of PostgreSQL, indexed by city and time, in ${seconds(begun)}`);
  const analytics = new Analytics(db, engine);
  for (const [name, parameters] of Object.entries(questions)) await compare(name, parameters, analytics, db);
}

const seconds = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

/** Only the queried columns, unlogged: narrower rows than ours, to PostgreSQL's advantage, and written in minutes. */
async function putPostgres(db: Db, events: number): Promise<void> {
  await createOracle(db);
  await db.rows(sql`alter table oracle_event set unlogged`);
  const rows = `from generate_series(0::bigint, ${events - 1}::bigint) as made (i)`;
  const names = QUERIES_PER_RUN.map((name) => `"${name}"`).join(', ');
  await db.rows({
    text: `insert into oracle_event (${names}) select ${columnSql(events, QUERIES_PER_RUN)} ${rows}`,
    values: [],
  });
  await db.rows(sql`create index on oracle_event (city_id, event_at)`);
  await db.rows(sql`create index on oracle_event (event_at)`);
  await db.rows(sql`vacuum analyze oracle_event`);
}

async function compare(
  name: string,
  parameters: AnalyticsParameters,
  analytics: Analytics,
  db: Db,
): Promise<void> {
  const parsed = parseAnalyticsQuery(parameters);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  let answered = '';
  let ours = 0;
  const longestBlockMs = await measureLongestBlock(async () => {
    ours = await bestOf(async () => {
      const figures = await analytics.listings(parsed.query, FLAT);
      answered = figures?.groups ?? '';
    });
  });
  let expected = 0;
  const theirs = await bestOf(async () => {
    expected = (await queryOracle(db, parameters as Record<string, unknown>)).length;
  });
  const groups = JSON.parse(`[${answered}]`).length;
  if (groups !== expected) throw new Error(`${groups} groups, PostgreSQL found ${expected}`);
  console.log(
    `${name}: ${ours.toFixed(0)} ms, PostgreSQL ${theirs.toFixed(0)} ms (${(theirs / ours).toFixed(1)} times), ${groups} groups alike; ` +
      `longest block of the event loop ${longestBlockMs.toFixed(0)} ms`,
  );
}

async function bestOf(work: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const begun = performance.now();
    await work();
    best = Math.min(best, performance.now() - begun);
    if (best > 20_000) break;
  }
  return best;
}
