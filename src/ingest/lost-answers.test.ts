import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { readIngestSnapshot } from '../../test/support/ingest-snapshot.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import { type RetryPolicy, withRetries } from '../db/retrying.ts';
import { type Database, type Sql, sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { createServicePipeline } from '../processes/service-pipeline.ts';
import { reassessPrices } from '../properties/reassess-prices.ts';
import { World } from '../world/generate.ts';
import { ingestFeedBytes } from './ingest-feed.ts';

const LOST_ANSWERS = 2;
const START = new Date('2026-03-01T00:00:00Z');
const world = new World({ seed: 'lost-answers', properties: 20, days: 12, revisitDays: 3 });
const days = [...world.days()].map(({ observations }) => observations);

/** A database that loses the first two answers of each statement, and of transactions, after they had their effect. */
function losingAnswers(db: Database): { db: Database; lost: Map<string, number> } {
  const lost = new Map<string, number>();
  const lose = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    const result = await run();
    const count = lost.get(name) ?? 0;
    if (count === LOST_ANSWERS) return result;
    lost.set(name, count + 1);
    throw new Error('Connection terminated unexpectedly');
  };
  const handle: Database = {
    ...db,
    rows: <Row>(statement: Sql) => lose(statement.text, () => db.rows<Row>(statement)),
    transaction: (work, options) => lose('transaction', () => db.transaction(work, options)),
  };
  return { db: handle, lost };
}

/** Every day as a file of its own, with lines that nobody can read and members that nobody knows. */
async function feedDays(db: Database): Promise<void> {
  let moment = START;
  const clock = { ...systemClock, now: () => moment };
  const pipeline = createServicePipeline(db, clock);
  for (const [at, observations] of days.entries()) {
    moment = new Date(Math.max(START.getTime() + at * DAY_MS, ...observations.map(endOf)));
    const lines = observations.map((one) => JSON.stringify(one));
    const future = JSON.stringify({
      ...observations[0],
      url: `https://a.example/${at}`,
      observedAt: '2099-01-01T00:00:00Z',
    });
    const bytes = (async function* () {
      yield Buffer.from(`${[...lines, future, '{broken'].join('\n')}\n`);
    })();
    await ingestFeedBytes(pipeline, bytes, {
      format: 'ndjson',
      source: '',
      full: false,
      force: false,
    });
    await reassessPrices(db, clock);
  }
}

const endOf = ({ observedAt }: { observedAt: string }): number => Date.parse(observedAt);

async function readOutcome(t: TestScope, wrap: (db: Database) => Database) {
  const { db } = await freshDatabase(t);
  await feedDays(wrap(db));
  const [visits, rejected, sources] = [
    await db.rows(sql`select listing_id, last_seen_at from listing_visit order by 1`),
    await db.rows(
      sql`select source_id, url, kind, reason, resolved_at is null as open from rejected_record order by 2`,
    ),
    await db.rows(sql`select slug, name, domain from source order by 1`),
  ];
  const logs = await db.rows(sql`select count(*)::int as count from listing_visit_log`);
  return { visits, rejected, sources, logs, ...(await readIngestSnapshot(db)) };
}

test('an ingest whose statements and transactions run again stores the same as one that runs them once', async (t) => {
  const policy: RetryPolicy = {
    maxTries: 3,
    maxAwayMs: 60_000,
    repeatsStatements: true,
    onRetry: () => undefined,
  };
  const calm = await readOutcome(t, (db) => db);
  let lost = new Map<string, number>();
  const repeated = await readOutcome(t, (db) => {
    const losing = losingAnswers(db);
    lost = losing.lost;
    return withRetries(losing.db, policy);
  });
  assert.ok(calm.listings.length > 30 && calm.rejected.length > 2 && calm.visits.length > 30);
  assert.ok(lost.size > 10, `answers of ${lost.size} statements were lost`);
  for (const [name, part] of Object.entries(calm))
    assert.deepEqual(repeated[name as keyof typeof calm], part, name);
});
