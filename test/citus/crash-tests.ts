import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { alertJobs } from '../../src/alerts/jobs.ts';
import { type Database, type Db, sql } from '../../src/db/sql.ts';
import type { PlaceService } from '../../src/geo/place-service.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSearchContext } from '../../src/properties/search.ts';
import { createTestAlert } from '../support/alerts.ts';
import { silentLog as log } from '../support/log.ts';
import { createOwner } from '../support/owners.ts';
import { EVERY_RULE, feedRegions } from '../support/region-world.ts';

export interface CitusWorld {
  /** The database of the cluster on its coordinator. */
  url: string;
  one: Database;
  several: Database;
  places: PlaceService;
  observations: readonly Observation[];
  /** An alert on everything, of each service. */
  alerts: readonly string[];
}

export const CRASHES = Number(process.env['CITUS_CRASHES'] ?? 20);
/** About as many are raised during the crashes. */
const EVENTS = Number(process.env['CITUS_EVENTS'] ?? 80);
const HOMES_PER_CRASH = 4;
/** The rest of an account's matches would wait in the backlog. */
const ALERTS_PER_ACCOUNT = 50;
/** On a busy machine the work of some attempts, each ended by a crash, takes minutes. */
const MAX_WAIT_MS = 300_000;

const MATCHING_JOBS = /^(match changes|record the alert backlog)/;

/** Matches what is due, as a worker does. */
export async function matchAll(db: Database, places: PlaceService): Promise<void> {
  const { engine } = createSearchContext(db, systemClock, places);
  for (const job of alertJobs({ db, clock: systemClock, log, places, engine }))
    if (MATCHING_JOBS.test(job.name)) await job.run(new AbortController().signal);
}

export const readEvents = async (db: Db, alertId: string | undefined): Promise<string[]> =>
  (
    await db.rows<{ event: string }>(sql`
      select event_type || ' ' || property_id || ' ' || subject_id as event from alert_event
      where alert_id = ${alertId} order by 1`)
  ).map(({ event }) => event);

/** Retries what fails while the coordinator recovers, or a region is moved. */
export async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + MAX_WAIT_MS;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(100);
    }
}

/**
 * Kills a session of the coordinator while it commits, which makes the coordinator crash and recover. Returns false when
 * none was seen.
 */
export async function killAtCommit(url: string, isOver: () => boolean): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    while (!isOver()) {
      const { rows } = await client.query<{ pid: number }>(`
        select pid from pg_stat_activity where state = 'active' and query ilike 'commit%' and pid <> pg_backend_pid()
          and datname = current_database() and backend_type = 'client backend' limit 1`);
      if (rows[0] === undefined) continue;
      process.kill(rows[0].pid, 'SIGKILL');
      return true;
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Widens the window between the commit on a worker and that of the coordinator: 100 ms instead of one. */
export async function withSlowCommits(url: string, db: Db, work: () => Promise<void>): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  const set = (setting: string): Promise<unknown> =>
    persist(() => db.rows({ text: `alter database ${database} ${setting}`, values: [] }));
  await set('set commit_delay = 100000');
  await set('set commit_siblings = 0');
  try {
    await work();
  } finally {
    await set('reset commit_delay');
  }
}

export const isLocal = (url: string): boolean => ['127.0.0.1', 'localhost'].includes(new URL(url).hostname);
export const skipsCrashes = (url: string): string | false =>
  isLocal(url) ? false : 'the coordinator is on another machine';

/** The prices of some homes on workers fall: the same in both services. */
export function dropPrices(
  observations: readonly Observation[],
  round: number,
  share = 0.97 ** ((round % 20) + 1),
): Observation[] {
  const seen = [...new Map(observations.map((one) => [one.url, one])).values()].filter(
    (one) => one.kind === 'seen' && /^(75|69)/.test(one.payload.location?.postalCode ?? ''),
  );
  const first = (round * HOMES_PER_CRASH) % Math.max(1, seen.length - HOMES_PER_CRASH);
  const observedAt = new Date().toISOString();
  return seen.slice(first, first + HOMES_PER_CRASH).flatMap((one): Observation[] => {
    if (one.kind !== 'seen') return [];
    const price = Math.round((one.payload.displayedPrice ?? 250_000) * share);
    return [{ ...one, observedAt, payload: { ...one.payload, displayedPrice: price } }];
  });
}

/** More alerts on everything, by name the same in each service. */
async function addAlerts(db: Database, count: number): Promise<void> {
  let owner = { accountId: '' };
  for (let at = 0; at < count; at += 1) {
    if (at % ALERTS_PER_ACCOUNT === 0) owner = await createOwner(db, systemClock);
    await createTestAlert(db, systemClock, owner, {
      name: `crash ${at}`,
      criteria: null,
      rules: EVERY_RULE,
    });
  }
}

const readNamedEvents = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ event: string }>(sql`
      select alert.name || ' ' || event_type || ' ' || property_id || ' ' || subject_id as event
      from alert_event join alert using (account_id, alert_id) order by 1`)
  ).map(({ event }) => event);

export function testCrashes({ url, one, several, places, observations }: CitusWorld): void {
  test(`${CRASHES} crashes of the coordinator while it commits lose and double no event`, {
    skip: skipsCrashes(url),
  }, async () => {
    const alerts = Math.ceil(EVENTS / (CRASHES * HOMES_PER_CRASH));
    for (const db of [one, several]) await addAlerts(db, alerts - 1);
    let crashes = 0;
    const before = (await readNamedEvents(one)).length;
    await withSlowCommits(url, several, async () => {
      for (let round = 0; round < CRASHES; round += 1) {
        const changed = dropPrices(observations, round);
        for (const db of [one, several]) await persist(() => feedRegions(db, places, changed));
        let isOver = false;
        const matching = persist(() => matchAll(several, places)).finally(() => {
          isOver = true;
        });
        if (await persist(() => killAtCommit(url, () => isOver))) crashes += 1;
        await matching;
      }
    });
    for (const db of [one, several]) await persist(() => matchAll(db, places));
    const [wanted = [], found] = await Promise.all(
      [one, several].map((db) => persist(() => readNamedEvents(db))),
    );
    console.log(`${crashes} crashes, ${wanted.length - before} events of ${alerts} alerts`);
    assert.deepEqual(found, wanted);
    assert.ok(crashes > CRASHES / 2, `${crashes} crashes`);
    assert.ok(wanted.length > before + CRASHES, 'a crash without events proves nothing');
  });
}
