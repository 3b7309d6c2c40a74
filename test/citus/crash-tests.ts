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
import { silentLog as log } from '../support/log.ts';
import { feedRegions } from '../support/region-world.ts';

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

const CRASHES = Number(process.env['CITUS_CRASHES'] ?? 20);
const HOMES_PER_CRASH = 4;
const MAX_WAIT_MS = 60_000;

/** Matches what is due, as a worker does. */
export async function matchAll(db: Database, places: PlaceService): Promise<void> {
  const { engine } = createSearchContext(db, systemClock, places);
  for (const job of alertJobs({ db, clock: systemClock, log, places, engine }))
    if (job.name.startsWith('match changes')) await job.run(new AbortController().signal);
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
async function killAtCommit(url: string, isOver: () => boolean): Promise<boolean> {
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

/** The prices of some homes on workers fall: the same in both services. */
export function dropPrices(observations: readonly Observation[], round: number): Observation[] {
  const seen = [...new Map(observations.map((one) => [one.url, one])).values()].filter(
    (one) => one.kind === 'seen' && /^(75|69)/.test(one.payload.location?.postalCode ?? ''),
  );
  const first = (round * HOMES_PER_CRASH) % Math.max(1, seen.length - HOMES_PER_CRASH);
  const observedAt = new Date().toISOString();
  return seen.slice(first, first + HOMES_PER_CRASH).flatMap((one): Observation[] => {
    if (one.kind !== 'seen') return [];
    const price = Math.round((one.payload.displayedPrice ?? 250_000) * 0.97 ** ((round % 20) + 1));
    return [{ ...one, observedAt, payload: { ...one.payload, displayedPrice: price } }];
  });
}

export function testCrashes({ url, one, several, places, observations, alerts }: CitusWorld): void {
  const isLocal = ['127.0.0.1', 'localhost'].includes(new URL(url).hostname);
  const skip = isLocal ? false : 'the coordinator is on another machine';

  test(`${CRASHES} crashes of the coordinator while it commits lose and double no event`, {
    skip,
  }, async () => {
    // The window between the commit on a worker and that of the coordinator: 100 ms instead of one.
    const database = new URL(url).pathname.slice(1);
    await several.rows({ text: `alter database ${database} set commit_delay = 100000`, values: [] });
    await several.rows({ text: `alter database ${database} set commit_siblings = 0`, values: [] });
    let crashes = 0;
    const before = (await readEvents(one, alerts[0])).length;
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
    for (const db of [one, several]) await persist(() => matchAll(db, places));
    const [wanted, found] = await Promise.all(
      [one, several].map((db, at) => persist(() => readEvents(db, alerts[at]))),
    );
    console.log(`${crashes} crashes, ${wanted?.length} events`);
    assert.deepEqual(found, wanted);
    assert.ok(crashes > CRASHES / 2, `${crashes} crashes`);
    assert.ok((wanted?.length ?? 0) > before + CRASHES, 'a crash without events proves nothing');
    await several.rows({ text: `alter database ${database} reset commit_delay`, values: [] });
  });
}
