import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillOracle, queryOracle, randomAnalyticsQuery } from '../../test/support/analytics-oracle.ts';
import { generateEvents } from '../../test/support/made-events.ts';
import { createTestWarehouse, FLAT } from '../../test/support/warehouse.ts';
import { systemClock } from '../lib/clock.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { Analytics } from './analytics.ts';
import { closeMonth } from './close.ts';
import { parseAnalyticsQuery } from './query.ts';
import { insertTailEvents } from './store.ts';

/** Some in every run, all 2,000 with ORACLE_RUNS=2000. */
const RUNS = Number(process.env['ORACLE_RUNS'] ?? 100);
const SEED = Number(process.env['ORACLE_SEED'] ?? Date.now() % 1_000_000);
const EVENTS = 2_000;

const { db, engine, clock } = await createTestWarehouse({ after }, systemClock);
const events = generateEvents(EVENTS, SEED);
await fillOracle(db, events);
// Two thirds in closed files, two for a month; the rest in the tail.
for (const third of [0, 1, 2]) {
  const some = events.filter((_, at) => at % 3 === third);
  await insertTailEvents(db, some, clock.now());
  if (third === 2) break;
  for (const month of new Set(some.map((event) => event.month)))
    await closeMonth({ db, engine, clock }, month);
}
const analytics = new Analytics(db, engine);

const isClose = (one: number | null, other: number | null): boolean => {
  if (one === null || other === null) return one === other;
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
};

interface Answered {
  group: object;
  metrics: Record<string, number | null>;
}

const keyed = (rows: readonly Answered[]): Map<string, Answered['metrics']> =>
  new Map(rows.map(({ group, metrics }) => [JSON.stringify(group), metrics]));

async function compareWithOracle(parameters: Record<string, unknown>): Promise<number> {
  const parsed = parseAnalyticsQuery(parameters);
  assert.ok('query' in parsed, JSON.stringify(parsed));
  const answered = await analytics.listings(parsed.query, FLAT);
  const expected = keyed(await queryOracle(db, parameters));
  assert.ok(answered !== undefined);
  const found = keyed(JSON.parse(`[${answered.groups}]`));
  assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort());
  for (const [group, metrics] of found) {
    for (const [entry, figure] of Object.entries(metrics)) {
      const right = expected.get(group)?.[entry] ?? null;
      const same = entry === 'count' ? figure === right : isClose(figure, right);
      assert.ok(same, `${group} ${entry}: ${figure}, not ${right}`);
    }
  }
  return answered.meta.sample_size;
}

test(`${RUNS} random queries have the same results as plain SQL`, async () => {
  const random = seededRandom(SEED);
  let answered = 0;
  for (let run = 0; run < RUNS; run++) {
    const parameters = randomAnalyticsQuery(random);
    try {
      if ((await compareWithOracle(parameters)) > 0) answered += 1;
    } catch (error) {
      const message = `ORACLE_SEED=${SEED}, query ${run}: ${JSON.stringify(parameters)}\n${error}`;
      throw new Error(message, { cause: error });
    }
  }
  assert.ok(answered > RUNS / 2, `most queries find something: ${answered} of ${RUNS}`);
});
