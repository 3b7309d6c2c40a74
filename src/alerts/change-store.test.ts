import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { hasUnmatchedChanges } from './change-store.ts';

test('whether a change waits is read from the index, for any moment', async (t) => {
  const { db } = await freshDatabase(t);
  const now = new Date('2026-11-18T02:00:00Z');
  await db.rows(sql`
    insert into property_change
      (property_id, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_events, match_due_at)
    select gen_random_uuid(), gen_random_uuid(), 1, ${now}, ${now}, '{}', '[]', null from generate_series(1, 5000)`);
  await db.rows({ text: 'analyze property_change', values: [] });
  await db.transaction(async (tx) => {
    await tx.rows(sql`select set_config('plan_cache_mode', ${'force_generic_plan'}, true)`);
    assert.equal(await hasUnmatchedChanges(tx, now), false);
    const [read] = await tx.rows<{ scans: number }>(sql`
      select pg_stat_get_xact_numscans('property_change_rest'::regclass)::int as scans where ${1} = 1`);
    assert.equal(read?.scans, 0, 'the table is not read from its beginning');
  });
});
