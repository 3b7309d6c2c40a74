import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AlertIndexReplica } from '../../src/alerts/alert-index-replica.ts';
import { alertJobs } from '../../src/alerts/jobs.ts';
import { createAlertFilter } from '../../src/alerts/served-alerts.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSearchContext } from '../../src/properties/search.ts';
import { World } from '../../src/world/generate.ts';
import { createRandom } from '../../src/world/random.ts';
import { createTestAlert } from '../support/alerts.ts';
import { silentLog } from '../support/log.ts';
import { EVERY_RULE, feedRegions, observeWorld, type RegionWorld } from '../support/region-world.ts';
import { openServiceRegions } from '../support/regions.ts';
import { assertSameOverRegions } from '../support/same-over-regions.ts';
import type { TestScope } from '../support/test-scope.ts';

const ALERTS = 24;
const chance = createRandom('regions oracle', 1);

/** One leaf, two of which one or both must match, and places that are left out. */
function randomCriteria(): object {
  const kind = chance.whole(0, 4);
  if (kind === 0) return { or: [randomLeaf(), randomLeaf()] };
  if (kind === 1) return { and: [randomLeaf(), { or: [randomLeaf(), randomLeaf()] }] };
  if (kind === 2) return { property: { locations: { nin: { uniqueCodes: ['75'] } } } };
  return randomLeaf();
}

/** Places of one region, of several and of none, prices, types, and none of them. */
function randomLeaf(): object {
  const places = [['75'], ['69'], ['75', '69'], ['FR'], ['13']];
  const draw = <One>(list: readonly One[]): One | undefined => list[chance.whole(0, list.length - 1)];
  const min = chance.whole(50, 200) * 1_000;
  return {
    property: {
      ...(chance.whole(0, 2) > 0 && { locations: { in: { uniqueCodes: draw(places) } } }),
      ...(chance.whole(0, 2) === 0 && { pricing: { displayed: { min, max: min * 10 } } }),
      ...(chance.whole(0, 3) === 0 && { propertyType: { in: [draw(['FLAT', 'HOUSE'])] } }),
    },
  };
}

/** The same random alerts in both services. */
export async function addRandomAlerts({ one, several, alerts }: RegionWorld): Promise<readonly string[]> {
  const names: string[] = [];
  for (let made = 0; made < ALERTS; made += 1) {
    const name = `random ${made}`;
    const criteria = randomCriteria();
    for (const [at, db] of [one, several].entries())
      await createTestAlert(
        db,
        systemClock,
        { accountId: alerts[at]?.accountId ?? '' },
        { name, criteria, rules: EVERY_RULE },
      );
    names.push(name);
  }
  return names;
}

const readEvents = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ event: string }>(sql`
      select name || ' ' || event_type || ' ' || property_id || ' ' || subject_id as event
      from alert_event join alert using (account_id, alert_id) where name like 'random %' order by 1`)
  ).map(({ event }) => event);

/** Two workers, each of which has the alerts of its regions alone. */
export async function matchByTwoWorkers(t: TestScope, { home, places }: RegionWorld): Promise<void> {
  for (const served of [['public', 'rhone'], ['paris']]) {
    const db = await openServiceRegions(t, { ...home, places }, [], served);
    const { engine } = createSearchContext(db, systemClock, places);
    for (const job of alertJobs({ db, clock: systemClock, log: silentLog, places, engine }))
      if (job.name.startsWith('match changes')) await job.run(new AbortController().signal);
  }
}

/** A deferred match of Paris is left due by a worker of other regions, and recorded by a worker of Paris. */
export async function matchDeferredOfParis(t: TestScope, { home, several, places, alerts }: RegionWorld) {
  const paris = several.regions?.all.find(({ name }) => name === 'paris');
  const [change] =
    (await paris?.db.rows<{ property: string; revision: string }>(sql`
    select property_id as property, revision_id as revision from property_change limit 1`)) ?? [];
  await several.rows(sql`
    insert into match_backlog (account_id, property_id, revision_id, recorded_at, alerts)
    values (${alerts[1].accountId}, ${change?.property}, ${change?.revision}, now(), 1)`);
  const isWaiting: boolean[] = [];
  for (const served of [['public', 'rhone'], ['paris']]) {
    const db = await openServiceRegions(t, { ...home, places }, [], served);
    const { engine } = createSearchContext(db, systemClock, places);
    for (const job of alertJobs({ db, clock: systemClock, log: silentLog, places, engine }))
      if (job.name === 'record the alert backlog') await job.run(new AbortController().signal);
    const left = await several.rows(sql`select 1 from match_backlog where due_at <= now()`);
    isWaiting.push(left.length > 0);
  }
  return isWaiting;
}

/** An alert on Lyon, for a worker of Paris alone, before and after Paris has an advert there. */
export async function followAlertOfLyon(t: TestScope, { home, several, places, alerts }: RegionWorld) {
  const rules = EVERY_RULE;
  const [lyon, anywhere] = await Promise.all(
    [{ property: { locations: { in: { uniqueCodes: ['69'] } } } }, null].map((criteria) =>
      createTestAlert(several, systemClock, { accountId: alerts[1].accountId }, { criteria, rules }),
    ),
  );
  const part = await openServiceRegions(t, { ...home, places }, [], ['paris']);
  assert.ok(part.regions);
  const book = new AlertIndexReplica(undefined, createAlertFilter(part.regions, places));
  return async (): Promise<{ lyon: boolean; anywhere: boolean }> => {
    await book.refresh(part);
    const has = (alert: { id: string } | undefined) => book.index.versionOf(alert?.id ?? '') !== undefined;
    return { lyon: has(lyon), anywhere: has(anywhere) };
  };
}

/** After both services matched their changes. */
export function testRandomAlerts({ one, several }: RegionWorld): void {
  test('random alerts lose and double no event over regions', async () => {
    const [wanted, found] = await Promise.all([readEvents(one), readEvents(several)]);
    assert.deepEqual(found, wanted);
    const raising = new Set(wanted.map((event) => event.split(' ', 2).join(' ')));
    assert.ok(raising.size > ALERTS / 4 && raising.size < ALERTS, `${raising.size} alerts have events`);
  });
}

const shuffled = (list: readonly Observation[]): Observation[] =>
  list
    .map((observation) => ({ observation, rank: chance.between(0, 1) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ observation }) => observation);

export function testMixedFeeds({ one, several, home, places }: RegionWorld): void {
  test('one stream, shuffled within days and sent twice by two processes at once, gives the homes of one region', async (t) => {
    const other = await openServiceRegions(t, { ...home, places }, []);
    const days = Map.groupBy(
      observeWorld(new World({ seed: 'mixed', properties: 14, days: 5, noise: 0 })),
      ({ observedAt }) => observedAt.slice(0, 10),
    );
    for (const day of days.values()) {
      await feedRegions(one, places, day);
      await Promise.all([several, other].map((db) => feedRegions(db, places, shuffled(day))));
    }
    await assertSameOverRegions(one, several);
  });
}
