import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeMonth } from '../../src/analytics/close.ts';
import { SnapshotCache } from '../../src/analytics/snapshot.ts';
import { insertTailEvents, selectOpenMonths } from '../../src/analytics/store.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import type { Database } from '../../src/db/sql.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Engine } from '../../src/warehouse/engine.ts';
import { generateEvents } from '../support/made-events.ts';
import { createTestEngine } from '../support/warehouse.ts';
import type { CitusWorld } from './crash-tests.ts';

const SNAPSHOTS = Number(process.env['CITUS_SNAPSHOTS'] ?? 50);
const EVENTS_PER_REGION = 40;

/** The events of a snapshot: those of its files, by the manifest, and those of its tail. */
const countSnapshot = (snapshots: SnapshotCache, engine: Engine): Promise<number> =>
  engine.use((session) =>
    snapshots.withSnapshot(session, async ({ files, tail }) => {
      let events = files.reduce((sum, { eventCount }) => sum + eventCount, 0);
      for await (const rows of session.rows<{ events: number }>(
        `select count(*)::double as events from ${tail}`,
      ))
        events += rows[0]?.events ?? 0;
      return events;
    }),
  );

/** Closes every month of every region on a worker. */
async function closeAll(regions: readonly Database[], engine: Engine): Promise<void> {
  for (const db of regions)
    for (const { month } of await selectOpenMonths(db))
      await closeMonth({ db, clock: systemClock, engine }, month);
}

export function testSnapshots({ several }: CitusWorld): void {
  test(`${SNAPSHOTS} snapshots of analytics beside the closing of files count each event once`, async () => {
    const regions = servedRegions(several)
      .filter(({ isDistributed }) => isDistributed)
      .map(({ db }) => db);
    assert.ok(regions.length > 1);
    const engine = createTestEngine({ after });
    const snapshots = new SnapshotCache(several, 0);
    let expected = await countSnapshot(snapshots, engine);
    let [taken, beside, seed] = [0, 0, 1];
    const wrong: string[] = [];
    while (taken < SNAPSHOTS) {
      // All are there before the first is asked for, so that each snapshot has one right number.
      for (const db of regions) {
        await insertTailEvents(db, generateEvents(EVENTS_PER_REGION, seed), new Date());
        expected += EVENTS_PER_REGION;
        seed += 1;
      }
      let isClosed = false;
      const closing = closeAll(regions, engine).finally(() => {
        isClosed = true;
      });
      do {
        const isBeside = !isClosed;
        const counted = await countSnapshot(snapshots, engine);
        taken += 1;
        beside += Number(isBeside);
        if (counted !== expected) wrong.push(`${counted} of ${expected}`);
      } while (!isClosed && taken < SNAPSHOTS);
      await closing;
    }
    console.log(`${taken} snapshots, ${beside} beside a closing, ${wrong.length} wrong; ${expected} events`);
    assert.deepEqual(wrong, []);
    assert.ok(beside > SNAPSHOTS / 2, 'a snapshot beside nothing proves nothing');
  });
}
