import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { ALERT_EVENT } from '../db/partitioned-tables.ts';
import { createPartitions } from '../db/partitions.ts';
import { sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import { deleteOldAlertEvents } from './event-retention.ts';
import { type AlertEventInsert, insertEvents } from './events-store.ts';

const { db } = await freshDatabase({ after });
const now = new Date('2026-11-18T02:00:00Z');
const clock = { now: () => new Date(now), monotonicMs: () => 0, sleep: async () => {} };
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);

const eventOf = (revisedAt: Date, createdAt = revisedAt): AlertEventInsert => ({
  account_id: randomUUID(),
  alert_event_id: newId(createdAt),
  alert_id: randomUUID(),
  property_id: randomUUID(),
  revision_id: newId(revisedAt),
  event_type: 'NEW_MATCH',
  scope: 'PROPERTY',
  subject_id: randomUUID(),
});

test('events are deleted after a year, in whatever partition they are, and one is never recorded twice', async () => {
  const record = async (revisedAt: Date, createdAt = revisedAt): Promise<AlertEventInsert> => {
    const event = eventOf(revisedAt, createdAt);
    assert.equal((await insertEvents(db, [event], createdAt)).size, 1);
    return event;
  };
  // Two of the default partition, the others of their own.
  const kept = [await record(daysAgo(100))];
  await record(daysAgo(370));
  for (const days of [420, 40]) await createPartitions(db, ALERT_EVENT, daysAgo(days));
  await record(daysAgo(420));
  kept.push(await record(daysAgo(40)), await record(daysAgo(420), daysAgo(3)));
  await deleteOldAlertEvents(db, clock, new AbortController().signal);
  const left = await db.rows<{ id: string }>(sql`select alert_event_id as id from alert_event`);
  assert.deepEqual(left.map(({ id }) => id).sort(), kept.map((event) => event.alert_event_id).sort());
  const again = kept.map((event) => ({ ...event, alert_event_id: newId(now) }));
  assert.equal((await insertEvents(db, again, now)).size, 0);
});
