import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { DELIVERY_ATTEMPT } from '../../db/partitioned-tables.ts';
import { createPartitions } from '../../db/partitions.ts';
import { sql } from '../../db/sql.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { newId } from '../../lib/ids.ts';
import { deleteOldNotifications } from './cleanup.ts';

const { db } = await freshDatabase({ after });
const now = new Date('2026-11-17T15:00:00Z');
const clock = { now: () => now, monotonicMs: () => 0, sleep: async () => {} };
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);

async function attemptAt(at: Date): Promise<string> {
  const id = newId(at);
  await db.rows(sql`
    insert into delivery_attempt (account_id, event_notification_id, attempt_number, started_at, outcome, request_body)
    values (${randomUUID()}, ${id}, 1, ${at}, 'DELIVERED', 'body')`);
  return id;
}

test('attempts are deleted after a year and their bodies after 30 days, whatever partition they are in', async () => {
  // Some in the default partition, the others first in their own: these have one place (ctid) in all of them.
  const unfiled = [await attemptAt(daysAgo(370)), await attemptAt(daysAgo(100))];
  const filed = [];
  for (const days of [420, 59, 1]) {
    await createPartitions(db, DELIVERY_ATTEMPT, daysAgo(days));
    filed.push(await attemptAt(daysAgo(days)));
  }
  const partitions = await db.rows(sql`select distinct tableoid from delivery_attempt`);
  assert.ok(partitions.length > 2);
  await deleteOldNotifications(db, clock);
  const left = await db.rows<{ id: string; body: Buffer | null }>(sql`
    select event_notification_id as id, request_body as body from delivery_attempt order by 1`);
  assert.deepEqual(
    left.map(({ id, body }) => [id, body === null]),
    [
      [unfiled[1], true],
      [filed[1], true],
      [filed[2], false],
    ],
  );
});
