import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createDataDirectory } from '../../test/support/gable.ts';
import { sql } from '../db/sql.ts';
import { openPipeline } from '../ingest/open.ts';
import { LivingWorld } from './living-world.ts';

const { db } = await freshDatabase({ after });
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };

test('a world continues when its days are over, also after a pause', async (t) => {
  const clock = new MovableClock('2026-03-01T12:00:00Z');
  const pipeline = openPipeline(db, clock, { places: nowhere });
  const folder = createDataDirectory(t);
  const short = { seed: 'short', properties: 4, days: 20 };
  const start = () => new LivingWorld(pipeline, folder, 'http://localhost', short);
  const listings = async () => (await db.rows(sql`select 1 from listing`)).length;
  const days = () => JSON.parse(readFileSync(`${folder}/demo-world.json`, 'utf8')).fedDays;

  const first = start();
  await first.feedDueDays(AbortSignal.timeout(60_000));
  assert.equal(days(), 45, 'the past of a newcomer, over three worlds');
  const atFirst = await listings();
  await clock.advance({ hours: 12 });
  await first.feedDueDays(AbortSignal.timeout(60_000));
  assert.equal(days(), 45 + 36);
  const later = await listings();
  assert.ok(later > atFirst);

  await clock.advance({ hours: 12 });
  await start().feedDueDays(AbortSignal.timeout(60_000));
  assert.equal(days(), 45 + 72);
  const last = await listings();
  assert.ok(last > later);

  const elsewhere = new LivingWorld(pipeline, createDataDirectory(t), 'http://localhost', short);
  await elsewhere.feedDueDays(AbortSignal.timeout(60_000));
  assert.equal(await listings(), last, 'where listings are already, no world begins');
});
