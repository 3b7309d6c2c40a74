import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { createDataDirectory } from '../../test/support/gable.ts';
import { sql } from '../db/sql.ts';
import { openPipeline } from '../ingest/open.ts';
import { systemClock } from '../lib/clock.ts';
import { LivingWorld } from './living-world.ts';

const { db } = await freshDatabase({ after });
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };

const readCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The CPU time of the longest turn of the event loop: unlike the time of a clock, the load of the machine adds nothing. */
function watchTurns(): () => number {
  let [longest, began, isWatching] = [0, readCpuMs(), true];
  const turn = () => {
    const now = readCpuMs();
    longest = Math.max(longest, now - began);
    began = now;
    if (isWatching) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isWatching = false;
    return longest;
  };
}

/** A time-out of a query is five seconds: at a load of 20 a turn of this length takes as long. */
const MAX_TURN_MS = 250;
const FIRST_LISTINGS = 200;

test('building the world of the demo never holds the event loop: it is made in slices', async (t) => {
  const pipeline = openPipeline(db, systemClock, { places: nowhere });
  const enough = new AbortController();
  const world = new LivingWorld(pipeline, createDataDirectory(t), 'http://localhost');
  const stop = watchTurns();
  const feeding = world.feedDueDays(enough.signal);
  const watch = setInterval(async () => {
    const listings = await db.rows(sql`select 1 from listing limit ${FIRST_LISTINGS}`);
    if (listings.length === FIRST_LISTINGS) enough.abort();
  }, 500);
  try {
    await feeding;
  } finally {
    clearInterval(watch);
  }
  const longest = stop();
  t.diagnostic(`longest turn ${longest.toFixed(0)} ms of CPU`);
  assert.ok(enough.signal.aborted, 'homes were ingested');
  assert.ok(longest < MAX_TURN_MS, `${longest} ms of CPU in one turn`);
});
