import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AlertIndexReplica } from '../../src/alerts/alert-index-replica.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { type Database, type Db, sql } from '../../src/db/sql.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { listingIdFromUrl } from '../../src/lib/ids.ts';
import { createTestAlert } from '../support/alerts.ts';
import { createOwner } from '../support/owners.ts';
import { EVERY_RULE, feedRegions } from '../support/region-world.ts';
import {
  type CitusWorld,
  CRASHES,
  killAtCommit,
  matchAll,
  persist,
  readEvents,
  skipsCrashes,
  withSlowCommits,
} from './crash-tests.ts';

const ALERTS = Number(process.env['CITUS_ALERTS'] ?? 200);
/** At once: each waits for its commit. */
const WRITERS = 16;
/** An alert has a destination of its own, and one that a crash lost may leave its destination: an account may have 100. */
const ALERTS_PER_ACCOUNT = 50;
/** From a recovery to the next crash. */
const CALM_MS = 3_000;
const NAME = 'saved beside crashes';

/** Between two alerts of a writer, when enough are saved and crashes are left. */
const PAUSE_MS = 1_000;

/**
 * Saves alerts until so many were begun and no crash is left; returns those that were confirmed. One whose answer was
 * lost may be saved as well.
 */
async function saveAlerts(db: Database, hasCrashesLeft: () => boolean): Promise<string[]> {
  const confirmed: string[] = [];
  let begun = 0;
  const write = async (): Promise<void> => {
    let owner: { accountId: string } | undefined;
    for (let own = 0; begun < ALERTS || hasCrashesLeft(); own += 1) {
      if (begun >= ALERTS) await sleep(PAUSE_MS);
      begun += 1;
      if (owner === undefined || own % ALERTS_PER_ACCOUNT === 0)
        owner = await persist(() => createOwner(db, systemClock));
      const { accountId } = owner;
      const alert = { name: NAME, criteria: null, rules: EVERY_RULE };
      confirmed.push((await persist(() => createTestAlert(db, systemClock, { accountId }, alert))).id);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return confirmed;
}

const readSaved = async (db: Db): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`select alert_id as id from alert where name = ${NAME}`)).map(
    ({ id }) => id,
  );

/** Runs work and crashes the coordinator meanwhile, with some time to work after each recovery; returns how often. */
async function withCrashes(
  { url, several }: CitusWorld,
  atMost: number,
  work: (hasCrashesLeft: () => boolean) => Promise<unknown>,
): Promise<number> {
  let isOver = false;
  let crashes = 0;
  const working = work(() => crashes < atMost).finally(() => {
    isOver = true;
  });
  while (crashes < atMost && !isOver) {
    if (await persist(() => killAtCommit(url, () => isOver))) crashes += 1;
    await persist(() => several.rows(sql`select 1`));
    await sleep(CALM_MS);
  }
  await working;
  return crashes;
}

/** The end of an advert that is the only one of a home on a worker: an event for every alert. */
async function expireOne(db: Database, observations: readonly Observation[]): Promise<Observation> {
  const region = servedRegions(db).find(({ isDistributed }) => isDistributed)?.db;
  const live = await region?.rows<{ id: string }>(sql`
    select min(listing_id::text) as id from listing
    group by property_id having count(*) = 1 and bool_and(expired_at is null) order by 1`);
  const seen = observations.find(({ url }) => listingIdFromUrl(url) === live?.[0]?.id);
  assert.ok(seen, 'a home with one live advert');
  return { ...seen, observedAt: new Date().toISOString(), kind: 'expired', payload: null };
}

/** Events without their notification. That an event has no second one is a unique key. */
async function countSilentEvents(db: Db): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`
    select count(*)::int as count from alert_event e
    where not exists (
      select 1 from event_notification n
      where n.account_id = e.account_id and n.alert_event_id = e.alert_event_id)`);
  return row?.count ?? -1;
}

/** Follows the log of alerts as a worker does, until it has to stop. */
async function follow(book: AlertIndexReplica, db: Db, isOver: () => boolean): Promise<void> {
  while (!isOver()) await persist(() => book.refresh(db));
}

export function testSavedAlerts(world: CitusWorld): void {
  const { url, several, places, observations, alerts } = world;
  test(`${ALERTS} alerts that are saved beside crashes are known to a worker, and raise their events once`, {
    skip: skipsCrashes(url),
  }, async () => {
    const book = new AlertIndexReplica();
    await book.refresh(several);
    await matchAll(several, places);
    const leaving = await expireOne(several, observations);
    const before = (await readEvents(several, alerts[1])).length;
    let confirmed: string[] = [];
    let crashes = 0;
    await withSlowCommits(url, several, async () => {
      crashes += await withCrashes(world, Math.ceil(CRASHES / 2), async (hasCrashesLeft) => {
        let isSaved = false;
        const following = follow(book, several, () => isSaved);
        confirmed = await saveAlerts(several, hasCrashesLeft).finally(() => {
          isSaved = true;
        });
        await following;
      });
      await persist(() => feedRegions(several, places, [leaving]));
      crashes += await withCrashes(world, CRASHES - crashes, () => persist(() => matchAll(several, places)));
    });
    await persist(() => matchAll(several, places));
    await book.refresh(several);
    const saved = await readSaved(several);
    const stored = new Set(saved);
    assert.deepEqual(
      confirmed.filter((id) => !stored.has(id)),
      [],
      'confirmed and not stored',
    );
    assert.deepEqual(
      saved.filter((id) => book.index.versionOf(id) === undefined),
      [],
      'stored and unknown to the worker',
    );
    const events = (await readEvents(several, alerts[1])).length - before;
    const raised = await several.rows<{ id: string; events: number }>(sql`
      select alert_id as id, count(alert_event_id)::int as events
      from alert left join alert_event using (account_id, alert_id) where alert.name = ${NAME} group by alert_id`);
    const silent = await countSilentEvents(several);
    console.log(
      `${crashes} crashes, ${saved.length} alerts saved, each with ${events} events, ${silent} without a notification`,
    );
    assert.equal(silent, 0);
    assert.equal(raised.length, saved.length);
    assert.ok(events > 0, 'a change without events proves nothing');
    assert.deepEqual(
      raised.filter((alert) => alert.events !== events),
      [],
      'more or fewer events than those of an alert from before',
    );
    assert.ok(crashes >= CRASHES / 2, `${crashes} crashes`);
  });
}
