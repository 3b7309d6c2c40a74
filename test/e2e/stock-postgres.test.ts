import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../src/db/pool.ts';
import { type Db, firstRow, identifier, joinSql, sql } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { type Observation, validateObservation } from '../../src/ingest/observation.ts';
import { openPipeline } from '../../src/ingest/open.ts';
import { ingest } from '../../src/ingest/pipeline.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { World } from '../../src/world/generate.ts';
import { debianDatabase, debianPostgresMissing } from '../support/debian-postgres.ts';
import { silentLog } from '../support/log.ts';

const observations = (): Observation[] =>
  [...new World({ seed: 'stock', properties: 12, days: 6 }).days()].flatMap(({ observations: drafts }) =>
    drafts.map((draft) => {
      const validated = validateObservation(draft);
      assert.ok('observation' in validated, JSON.stringify(validated));
      return validated.observation;
    }),
  );

interface Plan {
  name: string;
  cost: number;
}

/** The estimated cost of the generic plan of each statement that this session has prepared. */
async function estimates(db: Db): Promise<Plan[]> {
  await db.rows(sql`set plan_cache_mode = force_generic_plan`);
  const prepared = await db.rows<{ name: string; parameters: number }>(sql`
    select name, cardinality(parameter_types) as parameters from pg_prepared_statements where name like 'gable%'`);
  const plans: Plan[] = [];
  for (const { name, parameters } of prepared) {
    const nulls = joinSql(
      Array.from({ length: parameters }, () => sql`null`),
      ', ',
    );
    const [row] = await db.rows<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
      sql`explain (format json) execute ${identifier(name)} (${nulls})`,
    );
    plans.push({ name, cost: row?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Number.POSITIVE_INFINITY });
  }
  return plans;
}

test('a Debian server records listings: jit is off, and no plan is expensive enough for it', {
  skip: debianPostgresMissing(),
}, async (t) => {
  const { url } = await debianDatabase(t);
  const db = openDatabase(
    { connectionString: url },
    { log: silentLog, applicationName: 'gable test', max: 1 },
  );
  t.after(() => db.end());
  const threshold = await firstRow<{ available: boolean; jit: string; cost: number }>(
    db,
    sql`select pg_jit_available() as available, current_setting('jit') as jit,
               current_setting('jit_above_cost')::float8 as cost`,
  );
  assert.deepEqual(threshold, { available: false, jit: 'off', cost: 100_000 });
  const pipeline = openPipeline(db, systemClock, {
    places: createPlaceService(db, () => undefined),
  });
  const outcomes = await ingest(
    pipeline,
    observations().map((observation) => ({ observation })),
  );
  assert.ok(outcomes.length > 20, `${outcomes.length} outcomes`);
  const plans = await estimates(db);
  assert.ok(plans.length > 10, `${plans.length} prepared statements`);
  assert.deepEqual(
    plans.filter(({ cost }) => cost > threshold.cost),
    [],
  );
});
